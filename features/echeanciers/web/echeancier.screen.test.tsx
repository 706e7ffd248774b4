import { expect, test } from 'vitest'
import { echeancierEndpoints } from '#features/echeanciers/echeances.contract.ts'
import {
  aStadeDuBloc,
  desStades,
  MODELE_LU,
  reglages,
  STADES,
} from '#features/echeanciers/echeanciers.objects.ts'
import { stadesEndpoints } from '#features/echeanciers/stades.contract.ts'
import { aClientResume } from '#features/clients/clients.objects.ts'
import { parametresEndpoints } from '#features/parametres/parametres.contract.ts'
import type { Dossier } from '#features/ventes/dossiers.contract.ts'
import { aDossier, anEcheance, answersOfDossier } from '#features/ventes/ventes.objects.ts'
import { addJours, aujourdhui } from '#shared/dates.ts'
import { expectAccessible } from '#test/harness/screens/accessible.ts'
import { answer, raw, refuse, type Answer } from '#test/harness/screens/answers.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  choose,
  dialog,
  expectCount,
  page,
  plain,
  press,
  said,
  save,
  savedFiles,
  type Locator,
} from '#test/harness/screens/screen.ts'

const before = (days: number) => addJours(aujourdhui(), -days)
const stadesReached = (...jours: string[]): Answer =>
  answer(stadesEndpoints.list, desStades(STADES.map((stade, at) => aStadeDuBloc(stade, jours[at] ?? null))))
const PRIX = 12_500_000_00
const preview = dialog.getByRole('region', { name: "Aperçu de l'échéancier" })
const apercu = () => plain(preview.element().textContent)
const expectPreview = (text: string) => expect.poll(() => (preview.query() ? apercu() : '')).toContain(text)
const open = (dossier: Dossier, ...more: Answer[]) =>
  renderScreen('/ventes/1', {
    answers: [...answersOfDossier(dossier), reglages(), stadesReached(), ...more],
  })
const modify = () => page.getByRole('button', { name: 'Modifier', exact: true }).click()

/** A dossier sold for 12 500 000,00, 4 000 000,00 of it paid, the contract signed. */
const BEGUN = aDossier({
  montant: PRIX,
  totalPaye: 4_000_000_00,
  resteAPayer: 8_500_000_00,
  pourcentagePaiement: 32,
  reservation_le: before(330),
  contrat_le: before(317),
  echeances: [
    anEcheance({
      rang: 1,
      libelle: 'Signature du contrat',
      montant: 25e7,
      couvert: 25e7,
      declencheur: 'contrat',
      date_prevue: null,
      exigible_le: before(317),
      etat: 'reglee',
    }),
    anEcheance({
      rang: 2,
      libelle: 'Fondations achevées',
      montant: 1875e5,
      couvert: 15e7,
      declencheur: 'stade',
      stade: {
        id: 1,
        nom: 'Fondations achevées',
      },
      date_prevue: null,
      exigible_le: before(267),
      stade_atteint_le: before(267),
      etat: 'en_retard',
      jours_retard: 267,
    }),
  ],
})

// spec: RE-02, EC-03, EC-06
test('the preview names what the rest leaves out and what will be late, and is what is then asked for', async () => {
  const server = await open(BEGUN, stadesReached(before(267)))
  await press('Générer')
  await expectPreview(
    'Déjà passées, laissées de côté : Signature du contrat, Fondations achevées. Leur part (35 %) est répartie sur les autres.',
  )
  expect(apercu()).toContain('Rien ne sera en retard.')
  for (const montant of ['2 500 000,00', '1 500 000,00', '4 576 923,07', '3 269 230,76', '653 846,17'])
    expect(apercu()).toContain(montant)
  await expectAccessible()
  server.give(answer(echeancierEndpoints.generate, { ...BEGUN, message: 'Échéancier généré avec succès !' }))
  await dialog.getByRole('button', { name: 'Générer', exact: true }).click()
  await said('Échéancier généré avec succès !')
  expect(server.sent()).toEqual([
    ['POST', '/api/ventes/1/echeancier', { modele_id: 1, arrondi: 0.01, portee: 'reste', version: 1 }],
  ])

  // All of it has passed.
  await open({ ...BEGUN, livraison_le: before(2) }, stadesReached(before(267), before(100), before(100)))
  await press('Générer')
  await expectPreview(
    "Toutes les lignes du modèle sont passées : le reste forme une échéance « Solde », exigible aujourd'hui.",
  )
  expect(apercu()).toContain("Rien ne sera en retard.8 500 000,00 DA seront exigibles aujourd'hui.")
})

// spec: EC-06
test('where the works stand cannot be read: it is said, and asked again, in the place of the preview', async () => {
  const server = await open(aDossier({ montant: PRIX, resteAPayer: PRIX }), refuse(stadesEndpoints.list, 500))
  await press("Générer l'échéancier")
  await said("L'aperçu n'a pas pu être calculé.")
  await expect.element(preview).not.toBeInTheDocument()
  await expectAccessible()
  server.give(stadesReached())
  await press('Réessayer', dialog)
  await expectPreview('2 500 000,00')
})

const expectWholeText = async (field: Locator) => {
  await expect.element(field).toBeVisible()
  const { scrollWidth, clientWidth } = field.element()
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
}

const LIGNES = [
  anEcheance({ rang: 1, libelle: 'Contrat', montant: 5_000_000_00, declencheur: 'contrat' }),
  anEcheance({
    rang: 2,
    libelle: 'Clés',
    libelle_ar: 'المفاتيح',
    montant: 75e7,
    declencheur: 'livraison',
  }),
].map((ligne) => ({ ...ligne, date_prevue: null, exigible_le: null }))
const PLANNED = aDossier({ montant: PRIX, resteAPayer: PRIX, echeances: LIGNES })

// spec: EC-34
test('a stade gives its line its name until another is typed, and stands whole, in a dossier', async () => {
  await open({ ...PLANNED, echeances: LIGNES.slice(0, 1) })
  await modify()
  await press('Ajouter une échéance', dialog)
  const libelle = dialog.getByLabelText("Libellé de l'échéance 2", { exact: true })
  await choose("Ce qui rend l'échéance 2 exigible", 'À un stade', dialog)
  const stade = dialog.getByLabelText("Stade de l'échéance 2")
  await choose("Stade de l'échéance 2", 'Fondations achevées', dialog)
  await expect.element(libelle).toHaveValue('Fondations achevées')
  await choose("Stade de l'échéance 2", "Tous corps d'état achevés", dialog)
  await expect.element(libelle).toHaveValue("Tous corps d'état achevés")
  await expectWholeText(stade)
  await libelle.fill('Finitions')
  await choose("Stade de l'échéance 2", 'Gros œuvre achevé', dialog)
  await expect.element(libelle).toHaveValue('Finitions')
  await expectCount(dialog.getByText('Prévue le'), 2)
  await expect
    .element(dialog.getByLabelText('Prévue le, échéance 2'))
    .toHaveAttribute('placeholder', 'jj/mm/aaaa')
})

// spec: EC-34
test('a stade gives its line its name, and stands whole, in a modèle', async () => {
  await renderScreen('/parametres?section=modeles', {
    answers: [
      reglages(),
      answer(parametresEndpoints.read, {
        data: { modeles: { valeur: { modeles: [MODELE_LU] }, version: 0 } },
      }),
    ],
    others: 500,
  })
  await press(/^Modifier Vente sur plans/)
  await expect.element(page.getByRole('button', { name: /^Replier Vente sur plans/ })).toBeVisible()
  await expectCount(page.getByRole('group', { name: /^Ligne \d+$/ }), 5)
  await press('Ajouter une ligne')
  const ligne = page.getByRole('group', { name: 'Ligne 6', exact: true })
  await choose('Déclencheur', 'À un stade', ligne)
  await choose('Stade', "Tous corps d'état achevés", ligne)
  await expect
    .element(ligne.getByRole('textbox', { name: 'Libellé', exact: true }))
    .toHaveValue("Tous corps d'état achevés")
  await expectWholeText(ligne.getByRole('combobox', { name: 'Stade' }))
  // The buttons that take a line away stand in one column.
  const lefts = page
    .getByRole('button', { name: /^Retirer la ligne/ })
    .elements()
    .map((one) => Math.round(one.getBoundingClientRect().left))
  expect(lefts.length).toBe(6)
  expect(new Set(lefts).size).toBe(1)
})

// spec: PA-40
test('a line has its name in Arabic, which outlives a new French one, and the échéancier is printed with it', async () => {
  const server = await open(PLANNED)
  await modify()
  await dialog.getByLabelText("Libellé en arabe de l'échéance 1").fill('العقد')
  await expect.element(dialog.getByLabelText("Libellé en arabe de l'échéance 2")).toHaveValue('المفاتيح')
  await dialog.getByLabelText("Libellé de l'échéance 2", { exact: true }).fill('Remise des clés')
  await expectAccessible()
  server.give(answer(echeancierEndpoints.edit, { ...PLANNED, message: 'Échéancier modifié avec succès !' }))
  await save()
  await said('Échéancier modifié avec succès !')
  expect(server.sent()).toMatchObject([
    [
      'PUT',
      '/api/ventes/1/echeancier',
      {
        lignes: [
          { id: 1, libelle: 'Contrat', libelle_ar: 'العقد', montant: 5_000_000 },
          { id: 2, libelle: 'Remise des clés', libelle_ar: 'المفاتيح', montant: 7_500_000 },
        ],
        version: 1,
      },
    ],
  ])
  const saved = savedFiles()
  server.give(raw(echeancierEndpoints.print, {}))
  for (const item of ["Imprimer l'échéancier", 'Échéancier en arabe (PDF)']) {
    const names = saved.length
    await page.getByRole('button', { name: 'Documents', exact: true }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await expect.poll(() => saved.length).toBe(names + 1)
  }
  expect(saved).toEqual(['echeancier_D-2026-0001.pdf', 'echeancier_D-2026-0001_ar.pdf'])
  expect(server.asked('/api/ventes/1/echeancier-pdf')).toEqual(['', 'langue=ar'])
})

test('for a client of an Arabic name the échéancier is Arabic, and French on demand', async () => {
  const client = aClientResume({ nomComplet: 'ياسين مزيان' })
  const server = await renderScreen('/ventes/1', {
    answers: [
      ...answersOfDossier(aDossier({ client, echeances: [anEcheance()] })),
      raw(echeancierEndpoints.print, {}),
    ],
  })
  const saved = savedFiles()
  for (const item of ["Imprimer l'échéancier", 'Échéancier en français (PDF)']) {
    const names = saved.length
    await page.getByRole('button', { name: 'Documents', exact: true }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await expect.poll(() => saved.length).toBe(names + 1)
  }
  expect(saved).toEqual(['echeancier_D-2026-0001_ar.pdf', 'echeancier_D-2026-0001.pdf'])
  expect(server.asked('/api/ventes/1/echeancier-pdf')).toEqual(['langue=ar', ''])
})
