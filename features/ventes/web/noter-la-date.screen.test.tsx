import { expect, test } from 'vitest'
import { aLigne, echeancesPage } from '#features/echeanciers/echeanciers.objects.ts'
import { echeancesEndpoints } from '#features/echeanciers/echeances.contract.ts'
import { dossiersEndpoints, type Dossier } from '#features/ventes/dossiers.contract.ts'
import { aDossier, anEcheance, answersOfDossier, dossiersPage } from '#features/ventes/ventes.objects.ts'
import { ventesErreurs } from '#features/ventes/ventes.erreurs.ts'
import { blocsEndpoints } from '#features/structure/blocs.contract.ts'
import { addJours, aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { expectWholeAndAccessible } from '#test/harness/screens/accessible.ts'
import { answer, refuse } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  dialog,
  dialogNamed,
  expectCount,
  field,
  key,
  main,
  page,
  plain,
  press,
  rows,
  said,
  save,
} from '#test/harness/screens/screen.ts'

const today = aujourdhui()
const before = (days: number) => addJours(today, -days)
const HOSTILE = '<b>Gros œuvre</b> & "ravalement"'
const stade = {
  declencheur: 'stade' as const,
  stade: { id: 2, nom: HOSTILE },
  date_prevue: null,
  exigible_le: null,
}

/** A sale without contract: two lines wait for it, one for a stade, one for the delivery; a paid one waits for nothing. */
const sansContrat = (given: Partial<Dossier> = {}) =>
  aDossier({
    reservation_le: before(60),
    echeances: [
      anEcheance({ rang: 1, couvert: 200_000_00, etat: 'reglee', declencheur: 'contrat', exigible_le: null }),
      anEcheance({
        ...stade,
        rang: 2,
        couvert: 50_000_00,
        attend: 'contrat',
        stade_atteint_le: before(10),
      }),
      anEcheance({
        rang: 3,
        declencheur: 'contrat',
        exigible_le: null,
        date_prevue: null,
        attend: 'contrat',
      }),
      anEcheance({ ...stade, rang: 4, prevue_le: addJours(today, 200) }),
      anEcheance({ rang: 5, declencheur: 'livraison', exigible_le: null, date_prevue: null }),
      anEcheance({ rang: 6, exigible_le: today, date_prevue: today, etat: 'exigible' }),
    ],
    ...given,
  })
const table = page.getByRole('table', { name: 'Échéancier' })
const etapes = page.getByRole('list', { name: 'Étapes' })
const date = (day: string) => formatJourCourt(day)

// spec: CO-12, CO-03
test('the day of a contract is noted from the head and from each line that waits for it, and says before what it makes due', async () => {
  const server = await renderScreen('/ventes/1', { answers: answersOfDossier(sansContrat()) })
  await expectCount(table.getByText('attend la date du contrat'), 1)
  await expectCount(table.getByRole('button', { name: /^Noter la date du contrat/ }), 2)
  await expect.element(table).toHaveTextContent(`au stade ${HOSTILE}prévu le ${date(addJours(today, 200))}`)
  const exigible = table.getByText("Exigible aujourd'hui")
  await expect.element(exigible).toHaveAttribute('data-tone', 'yellow')
  await expectCount(etapes.getByRole('button', { name: /^Noter la date/ }), 2)
  await press('Noter la date du contrat', etapes)
  await expect.element(dialogNamed('Date du contrat')).toBeVisible()
  await expect.element(field('Contrat')).toHaveFocus()
  await expect.element(dialog).toHaveTextContent(/2 échéances deviendront exigibles, 350 000,00 DA\./)
  // A day before the réservation is told at once, and the réservation moved in the same dialog.
  await field('Contrat').fill(date(before(70)))
  await key('Tab')
  const avancez = `La réservation est au ${date(before(60))} : avancez-la aussi.`
  await said(avancez)
  const message = ventesErreurs.contratAvantReservation.message({ jour: before(60) })
  server.give(refuse(dossiersEndpoints.update, 422, { message, errors: { contrat_le: [message] } }))
  await save()
  await expect.element(field('Contrat')).toHaveAttribute('aria-invalid', 'true')
  await field('Réservation').fill(date(before(80)))
  await key('Tab')
  await expectCount(page.getByText(avancez), 0)
  server.give(
    answer(dossiersEndpoints.update, {
      ...sansContrat({ reservation_le: before(80), contrat_le: before(70) }),
      message: 'Dossier modifié avec succès !',
    }),
  )
  await save()
  await said('Dossier modifié avec succès !')
  expect(server.sent().at(-1)).toEqual([
    'PUT',
    '/api/ventes/1',
    { reservation_le: before(80), contrat_le: before(70), version: 1 },
  ])
})

// spec: CO-12
test('the day of a delivery is noted in the head; one line is told in the singular, a missing day at its field', async () => {
  const server = await renderScreen('/ventes/1', {
    answers: answersOfDossier(sansContrat({ contrat_le: before(20) })),
  })
  await expectCount(etapes.getByRole('button', { name: /^Noter la date/ }), 1)
  await press('Noter la date de livraison', etapes)
  await expect.element(dialogNamed('Date de livraison')).toBeVisible()
  await expect.element(dialog).toHaveTextContent(/1 échéance deviendra exigible, 200 000,00 DA\./)
  await save()
  await expect.element(field('Livraison')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(dialog).toHaveTextContent('La date est obligatoire.')
  expect(server.changes()).toEqual([])
  await field('Livraison').fill(date(today))
  server.give(
    answer(dossiersEndpoints.update, {
      ...sansContrat({ livraison_le: today }),
      message: 'Dossier modifié avec succès !',
    }),
  )
  await save()
  await said('Dossier modifié avec succès !')
  expect(server.sent().at(-1)?.[2]).toEqual({
    reservation_le: before(60),
    livraison_le: today,
    version: 1,
  })
})

// spec: CO-12
test('who may not change a dossier, and an ended sale, are not offered to note a date', async () => {
  await renderScreen('/ventes/1', { role: 'caisse', answers: answersOfDossier(sansContrat()) })
  await expect.element(table).toHaveTextContent('attend la date du contrat')
  await expectCount(page.getByRole('button', { name: /^Noter la date/ }), 0)
  await renderScreen('/ventes/1', {
    answers: answersOfDossier(sansContrat({ etat: 'retrait', terminee_le: today, echeances: [] })),
  })
  await expect.element(page.getByText('Retrait').first()).toBeVisible()
  await expectCount(page.getByRole('button', { name: /^Noter la date/ }), 0)
})

const attendue = aLigne({
  ...stade,
  rang: 2,
  attend: 'contrat',
  stade_atteint_le: before(10),
})
const listing = (...given: Parameters<typeof echeancesPage>) =>
  answer(echeancesEndpoints.list, echeancesPage(...given))

// spec: CO-12
test('Échéances notes the day of a contract from its line, shows forecasts, and counts in blue what waits', async () => {
  const server = await renderScreen('/echeances?onglet=a_venir&horizon=tout', {
    answers: [
      listing([attendue, aLigne({ ...stade, rang: 3, prevue_le: addJours(today, 40) })], {
        attendent: { contrat: 1200, stade: 34 },
        par_mois: [],
      }),
      answer(dossiersEndpoints.read, sansContrat()),
      answer(dossiersEndpoints.list, dossiersPage([])),
      answer(blocsEndpoints.list, onePage([])),
    ],
  })
  await expect.element(rows.first()).toHaveTextContent('attend la date du contrat')
  await expect.element(rows.nth(1)).toHaveTextContent(`prévu le ${date(addJours(today, 40))}`)
  await expect
    .poll(() => plain(main.element().textContent))
    .toContain('1 234 échéances attendent une date de contrat ou un stade.')
  await press(/^Noter la date du contrat/, rows.first())
  await expect.element(dialogNamed('Date du contrat')).toBeVisible()
  await field('Contrat').fill(date(before(3)))
  server.give(
    answer(dossiersEndpoints.update, { ...sansContrat(), message: 'Dossier modifié avec succès !' }),
  )
  await save()
  await said('Dossier modifié avec succès !')
  await press('Stades', main)
  await expect.poll(() => location.pathname).toBe('/bloc')
})

// spec: CO-12, CO-48
test('the blue line stands also where nothing is late, in the singular for one, and leads to the dossiers without contract', async () => {
  await renderScreen('/echeances', {
    answers: [
      listing([], { attendent: { contrat: 1, stade: 0 } }),
      answer(dossiersEndpoints.list, dossiersPage([])),
    ],
  })
  await said("Rien n'est en retard.")
  await said('1 échéance attend une date de contrat ou un stade.')
  await press('Dossiers', main)
  await expect.poll(() => `${location.pathname}${location.search}`).toBe('/ventes?sans_contrat=1')
  // Where nothing is late and nothing waits, the screen asks whether a sale has no échéancier yet.
  await renderScreen('/echeances', {
    answers: [listing([]), answer(dossiersEndpoints.list, dossiersPage([]))],
  })
  await said("Rien n'est en retard.")
  await expect.element(page.getByRole('link', { name: 'Vendre un bien' })).toBeVisible()
  await expectCount(page.getByText(/attend(ent)? une date de contrat/), 0)
})

// spec: CO-48
test.each([true, false])('dialog, dossier and list are whole and accessible, dark: %s', async (dark) => {
  const answers = [
    ...answersOfDossier(sansContrat()),
    listing([attendue], { attendent: { contrat: 1, stade: 2 }, par_mois: [] }),
  ]
  await expectWholeAndAccessible(async () => {
    await renderScreen('/echeances?onglet=a_venir&horizon=tout', { answers, dark })
    await expect.element(main).toHaveTextContent('3 échéances attendent une date de contrat ou un stade.')
  })
  await expectWholeAndAccessible(async () => {
    await renderScreen('/ventes/1', { answers, dark })
    await press('Noter la date du contrat', etapes)
    await field('Contrat').fill(date(before(70)))
    await said(`La réservation est au ${date(before(60))} : avancez-la aussi.`)
  })
})
