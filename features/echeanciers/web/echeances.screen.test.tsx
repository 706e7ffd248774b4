import { expect, test } from 'vitest'
import { aLigne, desStades, echeancesPage, reglages } from '#features/echeanciers/echeanciers.objects.ts'
import { echeancesEndpoints, echeancierEndpoints } from '#features/echeanciers/echeances.contract.ts'
import { stadesEndpoints } from '#features/echeanciers/stades.contract.ts'
import { relancesEndpoints } from '#features/ventes/relances.contract.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { dossiersEndpoints } from '#features/ventes/dossiers.contract.ts'
import {
  aDossier,
  aDossierLigne,
  anEcheance,
  answersOfDossier,
  dossiersPage,
} from '#features/ventes/ventes.objects.ts'
import { addJours, aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { expectAccessible } from '#test/harness/screens/accessible.ts'
import { answer, held, raw, refuse, type Answer } from '#test/harness/screens/answers.ts'
import { readAgain } from '#test/harness/screens/every.ts'
import { atRest, renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  choose,
  dialog,
  expectCount,
  main,
  page,
  plain,
  press,
  rows,
  said,
  save,
  savedFiles,
  textsOf,
} from '#test/harness/screens/screen.ts'

const today = aujourdhui()
const before = (days: number) => addJours(today, -days)
const relancer = page.getByRole('button', { name: /^Relancer/ })
const listing = (...given: Parameters<typeof echeancesPage>): Answer =>
  answer(echeancesEndpoints.list, echeancesPage(...given))

// spec: RE-01
test('a line on a stade that was reached before the sale says both days', async () => {
  const reached = {
    declencheur: 'stade' as const,
    stade: {
      id: 1,
      nom: 'Fondations achevées',
    },
    date_prevue: null,
    exigible_le: before(23),
    stade_atteint_le: before(267),
    etat: 'en_retard' as const,
    jours_retard: 23,
  }
  const both = `stade atteint le ${formatJourCourt(before(267))}`
  await renderScreen('/ventes/1', {
    answers: answersOfDossier(aDossier({ echeances: [anEcheance(reached)] })),
  })
  const table = page.getByRole('table', { name: 'Échéancier' })
  await expect.element(table).toHaveTextContent(formatJourCourt(before(23)) + both)
  await renderScreen('/echeances', { answers: [listing([aLigne(reached)])] })
  await expect.element(rows.first()).toHaveTextContent(`${formatJourCourt(before(23))}23 jours${both}`)
})

// spec: RE-19, EC-34
test('nobody is reminded of nothing: on a dossier, a line, a selection and in a dialog that is open', async () => {
  const late = aDossier({ montant: 12_500_000_00, en_retard: 4_000_000_00 })
  const ligne = aLigne({ date_prevue: addJours(today, 5), dossier_en_retard: 4_000_000_00 })
  await renderScreen('/echeances?onglet=a_venir', { answers: [listing([ligne])] })
  await expectCount(relancer, 1)

  const server = await renderScreen('/ventes/1', {
    answers: [...answersOfDossier(late), reglages({ ventes: { indicatif: '213' } })],
  })
  await relancer.click()
  const whatsapp = dialog.getByRole('link', { name: 'WhatsApp' })
  await expect.element(whatsapp).toBeVisible()
  // Somebody else records its payment while the dialog is open.
  server.give(...answersOfDossier({ ...late, en_retard: 0 }))
  readAgain()
  await expect.element(whatsapp).not.toBeInTheDocument()
  await expect.element(dialog.getByRole('button', { name: 'Noter la relance' })).toBeDisabled()
  await press('Annuler', dialog)
  await expect.element(page.getByRole('button', { name: 'Ajouter un paiement' })).toBeVisible()
  await expectCount(relancer, 0)
  expect(server.changes()).toEqual([])

  await renderScreen('/echeances?onglet=a_venir', {
    answers: [listing([{ ...ligne, dossier_en_retard: 0 }])],
  })
  await expectCount(rows, 1)
  await expectCount(relancer, 0)
  await rows.getByRole('checkbox').click()
  const chosen = page.getByRole('region', { name: 'Sélection' })
  await expect.element(chosen).toHaveTextContent('1 dossier sélectionné')
  await expectCount(chosen.getByRole('button', { name: 'Noter une relance' }), 0)
  await expectCount(chosen.getByRole('button', { name: 'Lettres (PDF)' }), 0)
})

// spec: IN-21
test('a client without phone and e-mail is reminded by a letter alone, and each other means says why', async () => {
  const late = aDossier({ en_retard: 4_000_000_00 })
  const client = { ...late.client, tel: '', email: '' }
  await renderScreen('/ventes/1', {
    answers: [...answersOfDossier({ ...late, client }), reglages({ ventes: { indicatif: '213' } })],
  })
  await relancer.click()
  for (const [name, why] of [
    ['WhatsApp', "Ce client n'a pas de téléphone."],
    ['Appeler', "Ce client n'a pas de téléphone."],
    ['E-mail', "Ce client n'a pas d'e-mail."],
  ] as const) {
    await expect.element(dialog.getByRole('button', { name })).toBeDisabled()
    await expect.element(dialog.getByRole('button', { name })).toHaveAccessibleDescription(why)
  }
  await expect.element(dialog.getByRole('button', { name: 'Lettre (PDF)' })).toBeEnabled()
})

const noted = (id: number) => ({
  id,
  vente_id: id,
  dossier: `D-2026-000${id}`,
  canal: 'lettre' as const,
  jour: today,
  montant: 1_000_00,
  note: null,
  par: 'Karim Benali',
  document: null,
})

test('two presses note one relance; its note replaces it without a remark, and what is refused is told as what it was', async () => {
  const server = await renderScreen('/ventes/1', {
    answers: [
      ...answersOfDossier(aDossier({ en_retard: 4_000_000_00 })),
      reglages({ ventes: { indicatif: '213' } }),
    ],
  })
  const first = held(
    answer(relancesEndpoints.create, { relances: [noted(1)], remarques: [], message: 'Relance notée.' }),
  )
  server.give(first)
  await relancer.click()
  const call = dialog.getByRole('link', { name: 'Appeler' })
  window.addEventListener('click', (event) => event.preventDefault(), { once: true })
  await call.click()
  window.addEventListener('click', (event) => event.preventDefault(), { once: true })
  await call.click()
  await expect.poll(() => server.changes()).toHaveLength(2)
  first.release()
  const cancel = dialog.getByRole('button', { name: 'Annuler cette note' })
  await expect.element(cancel.first()).toBeVisible()
  await expectCount(cancel, 1)
  server.give(refuse(relancesEndpoints.remove, 500))
  await cancel.click()
  await expect.element(dialog).toHaveTextContent('Erreur lors du retrait de la note.')
  await call.click()
  server.give(
    answer(relancesEndpoints.remove, { message: 'Note retirée.' }),
    answer(relancesEndpoints.create, {
      relances: [noted(2)],
      remarques: ["D-2026-0001 a déjà été relancé aujourd'hui."],
      message: 'Relance notée.',
    }),
  )
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Rappeler lundi')
  await press('Enregistrer la note', dialog)
  await said('Note enregistrée.')
})

test('the notes of a selection are taken back, also after one was refused and another is gone', async () => {
  const late = [1, 2].map((vente_id) =>
    aLigne({ id: vente_id, vente_id, dossier_en_retard: 1_000_00, etat: 'en_retard' }),
  )
  const server = await renderScreen('/echeances', {
    answers: [
      listing(late),
      raw(relancesEndpoints.lettres, {}),
      answer(relancesEndpoints.create, {
        relances: [noted(1), noted(2)],
        remarques: [],
        message: '2 relances notées.',
      }),
      {
        endpoint: relancesEndpoints.remove,
        reply: ({ path }) =>
          path.endsWith('/1') ? { status: 200, json: { message: 'Note retirée.' } } : { status: 500 },
      },
    ],
  })
  savedFiles()
  await expectCount(rows, 2)
  for (const rank of [0, 1]) await rows.nth(rank).getByRole('checkbox').click()
  await press('Lettres (PDF)')
  const read = () => server.asked('/api/echeances').length
  await said('2 relances notées.')
  await atRest()
  const soFar = read()
  await press('Annuler ces notes')
  await said('Erreur lors du retrait de la note.')
  // The first is gone, and the list says so.
  await expect.poll(read).toBeGreaterThan(soFar)
  server.give({
    endpoint: relancesEndpoints.remove,
    reply: ({ path }) =>
      path.endsWith('/1') ? { status: 404, json: {} } : { status: 200, json: { message: 'Note retirée.' } },
  })
  await press('Annuler ces notes')
  await said('Notes retirées.')
  expect(server.changes().filter(({ method }) => method === 'DELETE')).toHaveLength(4)
})

// spec: EC-07, RE-45
test('late sums stand under their age on En retard alone, those to come under their months on À venir', async () => {
  const ages = page.getByRole('region', { name: 'Retards par ancienneté' })
  const months = page.getByRole('region', { name: 'À encaisser par mois' })
  const anciennete = { j0_30: 2_000_000_00, j31_60: 0, j61_90: 0, j90_plus: 500_00 }
  const par_mois = [
    { mois: '2031-01', reste: 2_000_000_00 },
    { mois: '2031-02', reste: 150_000_25 },
    { mois: null, reste: 8_500_000_00 },
  ]
  // Whatever it answers, a tab shows what is its own.
  const both = listing([aLigne({ montant: 10_650_000_25, reste: 10_650_000_25 })], { anciennete, par_mois })
  const open = (address: string) => renderScreen(address, { answers: [both] })
  const sums = (of: typeof ages) => textsOf(of.getByCss('dd'))
  await open('/echeances')
  await expect.element(ages).toBeVisible()
  expect(sums(ages)).toEqual(['2 000 000,00 DA', '0,00 DA', '0,00 DA', '500,00 DA'])
  await expectCount(months, 0)
  for (const horizon of ['30', '60', '90', 'tout']) {
    const server = await open(`/echeances?onglet=a_venir&horizon=${horizon}`)
    await expect.element(months).toBeVisible()
    await expectCount(ages, 0)
    expect(sums(months)).toEqual(['2 000 000,00 DA', '150 000,25 DA', '8 500 000,00 DA'])
    expect(plain(main.element().textContent)).toContain('Reste 10 650 000,25 DA')
    expect(server.asked('/api/echeances')[0]).toContain(`horizon=${horizon}`)
  }
  expect(textsOf(months.getByCss('dt')).at(-1)).toBe('plus tard')
  await expectAccessible()
  await open('/echeances?onglet=exigibles')
  await expectCount(rows, 1)
  await expectCount(months, 0)
  await expectCount(ages, 0)
})

// spec: RE-20
test('sales without échéancier are listed, and planned from the list, one or those of a residence', async () => {
  const second = aDossierLigne({ id: 2, dossier: 'D-2026-0002' })
  const sans = (...lignes: (typeof second)[]) => answer(dossiersEndpoints.list, dossiersPage(lignes))
  const dossier = aDossier()
  const server = await renderScreen('/ventes?sans_echeancier=1', {
    answers: [
      ...answersOfDossier(dossier),
      reglages(),
      sans(second, aDossierLigne()),
      answer(residencesEndpoints.all, [{ id: 1, nom: 'Les Pins' }]),
      answer(stadesEndpoints.list, desStades([])),
      answer(echeancierEndpoints.countWithout, { dossiers: 1, places: 0 }),
    ],
  })
  await expectCount(rows, 2)
  await expect.element(rows.first()).toHaveTextContent('D-2026-0002')
  await expectAccessible()
  await press("Générer l'échéancier : D-2026-0001", rows.nth(1))
  server.give(
    answer(echeancierEndpoints.generate, { ...dossier, message: 'Échéancier généré avec succès !' }),
    sans(second),
  )
  await dialog.getByRole('button', { name: 'Générer', exact: true }).click()
  await said('Échéancier généré avec succès !')
  await expectCount(rows, 1)
  await press('Appliquer un modèle')
  await choose('Résidence', 'Les Pins', dialog)
  await said('1 dossier sans échéancier sera concerné au plus.')
  server.give(
    answer(echeancierEndpoints.generateAll, {
      crees: 1,
      ignores: 0,
      restants: 0,
      message: '1 échéancier généré.',
    }),
    sans(),
  )
  await save()
  await said('Toutes les ventes en cours ont un échéancier.')
  expect(server.sent()).toEqual([
    ['POST', '/api/ventes/1/echeancier', { modele_id: 1, arrondi: 0.01, portee: 'tout', version: 1 }],
    ['POST', '/api/echeanciers', { modele_id: 1, arrondi: 0.01, residence_id: 1, bloc_id: null }],
  ])
  expect(new URLSearchParams(server.asked('/api/ventes')[0]).get('sans_echeancier')).toBe('1')
  server.give(sans(second))
  await press(/^Sans échéancier.*retirer ce filtre$/)
  await expect.poll(() => location.search).not.toContain('sans_echeancier')
  await expectCount(rows, 1)
})
