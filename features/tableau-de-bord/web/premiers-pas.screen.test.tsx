import { expect, test } from 'vitest'
import { parametresEndpoints } from '#features/parametres/parametres.contract.ts'
import { PAS, premiersPasEndpoints, type Pas } from '#features/tableau-de-bord/premiers-pas.contract.ts'
import { tableauDeBordEndpoints } from '#features/tableau-de-bord/tableau-de-bord.contract.ts'
import {
  aResidenceAuTableau,
  aTableauDeBord,
  desAlertes,
  desPremiersPas,
  desVentes,
} from '#features/tableau-de-bord/tableau-de-bord.objects.ts'
import type { Role } from '#shared/droits.ts'
import { expectAccessible } from '#test/harness/screens/accessible.ts'
import { answer, refuse, type Answer } from '#test/harness/screens/answers.ts'
import { atRest, renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  alert,
  dialog,
  expectCount,
  key,
  main,
  options,
  page,
  press,
  textsOf,
} from '#test/harness/screens/screen.ts'

const AVANT = aTableauDeBord({
  ventes: desVentes({
    biens_vendus: 0,
    encaisse_mois: 0,
    encaisse_total: 0,
    mois: desVentes().mois.map((one) => ({ ...one, montant: 0 })),
  }),
})
/** Every line of À traiter that can bear an amount does. */
const ALERTES = desAlertes({
  echeances_en_retard: 12,
  montant_en_retard: 14_098_000_00,
  cheques_a_remettre: 3,
  montant_a_remettre: 1_240_000_50,
})
const VENDU: readonly Pas[] = ['societe', 'lots', 'clients', 'vente']

const pas = page.getByRole('region', { name: /^Premiers pas/ })
const lignes = pas.getByRole('listitem')
const titre = pas.getByRole('heading', { level: 2 })
const plier = pas.getByRole('button', { name: /^Premiers pas/ })
const steps = (faits: readonly Pas[], ferme = false) =>
  answer(premiersPasEndpoints.read, desPremiersPas(faits, ferme))

interface Opening {
  faits?: readonly Pas[]
  ferme?: boolean
  role?: Role
  tableau?: ReturnType<typeof aTableauDeBord>
  answers?: readonly Answer[]
}
const open = ({ faits = [], ferme, role, tableau = AVANT, answers = [] }: Opening = {}) =>
  renderScreen('/dashboard', {
    ...(role && { role }),
    answers: [answer(tableauDeBordEndpoints.read, tableau), steps(faits, ferme), ...answers],
    others: 500,
  })

/** Saves the section; what is read afterwards is as it was saved. */
const saving = (faits: readonly Pas[]) => {
  const kept = { ferme: false }
  return [
    answer(parametresEndpoints.save, ({ body }) => {
      const valeur = (body as { valeur: { premiers_pas_ferme: boolean } }).valeur
      kept.ferme = valeur.premiers_pas_ferme
      return { section: 'accueil', valeur, version: 1, message: 'Paramètres enregistrés avec succès !' }
    }),
    answer(premiersPasEndpoints.read, () => desPremiersPas(faits, kept.ferme)),
  ]
}

const LIGNES = [
  ['Votre société', '/promoteur'],
  ['Identité légale et logo (NIF, RC)', '/parametres?section=promoteur'],
  ['Un compte bancaire', '/parametres?section=paiements'],
  ['Une résidence et ses lotsGénérerImporter', '/residence'],
  ["Vos clients d'Excel", '/importer'],
  ['Une première vente', '/ventes?vendre=oui'],
  ["Les dates de contrat et les stades (sinon personne n'est en retard)", '/ventes?sans_contrat=1'],
  ['Un premier versement et son reçu', '/paiements'],
  ['Un deuxième membre', '/users'],
  ['Une sauvegarde hors de cette machine', '/parametres?section=sauvegardes'],
] as const

// spec: IN-25
test('until the first sale ten lines stand open above the rest; each leads to its screen, and a done one is dim', async () => {
  await open({ faits: ['societe', 'compte'] })
  await expect.element(titre).toHaveTextContent(/^Premiers pas : 2 sur 10$/)
  await expect.element(plier).not.toBeInTheDocument()
  expect(textsOf(lignes)).toEqual(
    LIGNES.map(([texte], rang) => (rang === 0 || rang === 2 ? `✓${texte} (fait)` : texte)),
  )
  const links = lignes.elements().map((one) => one.querySelector('a')?.getAttribute('href'))
  expect(links).toEqual(LIGNES.map(([, to]) => to))
  const [fait, ouvert] = [lignes.first().element(), lignes.nth(1).element()]
  expect(getComputedStyle(fait).color).not.toBe(getComputedStyle(ouvert).color)
  const stats = page.getByRole('list', { name: 'Statistiques' }).element().getBoundingClientRect()
  expect(pas.element().getBoundingClientRect().bottom).toBeLessThan(stats.top)
  for (const width of [1280, 390]) {
    await page.viewport(width, 844)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await expectAccessible()
  }
})

// spec: IN-25
test.each([
  ['without a residence their list', [], '/residence'],
  ['with one its form', [7], '/residence/7/generer'],
  ['with two their list', [7, 8], '/residence'],
] as const)('« Générer » opens %s, « Importer » the import', async (_what, ids, to) => {
  const data = ids.map((id) => aResidenceAuTableau({ id }))
  await open({
    answers: [answer(tableauDeBordEndpoints.residences, { data, residences: data.length })],
  })
  const gestes = lignes.nth(3).getByRole('link')
  await expect.element(gestes.nth(1)).toHaveAttribute('href', to)
  await expect.element(gestes.nth(1)).toHaveTextContent('Générer')
  await expect.element(gestes.nth(2)).toHaveAttribute('href', '/importer')
})

// spec: IN-25, EC-30
test('from the first sale on it is one folded line, and À traiter is in sight below it; it opens on demand', async () => {
  const todo = page.getByRole('region', { name: 'À traiter' })
  const box = (part: typeof todo) => part.element().getBoundingClientRect()
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.viewport(width, height)
    await open({ faits: VENDU, tableau: aTableauDeBord({ alertes: ALERTES }) })
    await expect.element(plier).toHaveTextContent(/^Premiers pas : 4 sur 10$/)
    await expectCount(lignes, 0)
    expect(textsOf(pas)).toEqual(['Premiers pas : 4 sur 10'])
    expect(box(pas).height).toBeLessThan(60)
    expect(box(pas).bottom).toBeLessThan(box(todo).top)
    expect(box(todo).bottom).toBeLessThanOrEqual(height)
    expect(box(page.getByRole('region', { name: 'Encaissements', exact: true })).top).toBeGreaterThan(
      box(pas).bottom,
    )
    await plier.click()
    await expectCount(lignes, 10)
    await expect.element(plier).toHaveAttribute('aria-expanded', 'true')
    await expectAccessible()
    await plier.click()
    await expectCount(lignes, 0)
  }
})

// spec: IN-25
test('with all ten done it is gone, and a line that unticks brings it back', async () => {
  const server = await open({ faits: PAS, tableau: aTableauDeBord() })
  await expect.element(page.getByRole('region', { name: 'À traiter' })).toBeVisible()
  await expect.element(pas).not.toBeInTheDocument()
  server.give(steps(PAS.filter((cle) => cle !== 'membre')))
  await press('Clients', page.getByRole('navigation', { name: 'Menu principal' }))
  await expect.element(page.getByRole('region', { name: 'À traiter' })).not.toBeInTheDocument()
  await press('Dashboard', page.getByRole('navigation', { name: 'Menu principal' }))
  await expect.element(plier).toHaveTextContent(/^Premiers pas : 9 sur 10$/)
})

// spec: IN-25
test('« Masquer » hides it for all, and the palette brings it back, open', async () => {
  const faits = VENDU
  const server = await open({ faits, tableau: aTableauDeBord(), answers: saving(faits) })
  await plier.click()
  await press('Masquer', pas)
  await expect.element(pas).not.toBeInTheDocument()
  await expect.element(page.getByRole('status').getByText('Paramètres enregistrés')).toBeVisible()
  await expect.element(main).toHaveFocus()
  const save = (ferme: boolean) => [
    'PUT',
    '/api/parametres/accueil',
    { valeur: { premiers_pas_ferme: ferme } },
  ]
  expect(server.sent()).toEqual([save(true)])
  for (let time = 0; time < 2; time++) {
    await key('Control+k')
    await dialog.getByRole('combobox').fill('premiers pas')
    await options.filter({ hasText: 'Premiers pas' }).click()
    await expectCount(lignes, 10)
    await atRest()
    // It is nothing that a reload or Back does again.
    expect(location.pathname + location.search).toBe('/dashboard')
    await plier.click()
    await expectCount(lignes, 0)
  }
  expect(server.sent()).toEqual([save(true), save(false)])
})

// spec: IN-25
test('asked for by name it is shown even when all is done, and then changes nothing', async () => {
  const server = await open({ faits: PAS, tableau: aTableauDeBord() })
  await expect.element(page.getByRole('region', { name: 'À traiter' })).toBeVisible()
  await key('Control+k')
  await dialog.getByRole('combobox').fill('premiers')
  await options.filter({ hasText: 'Premiers pas' }).click()
  await expect.element(titre).toHaveTextContent('Premiers pas : 10 sur 10')
  await expectCount(lignes, 10)
  expect(server.changes()).toEqual([])
})

// spec: IN-25
test('a reading that fails is told in its place, a hiding that fails above; the dashboard stays', async () => {
  const server = await open({ answers: [refuse(premiersPasEndpoints.read, 500)] })
  await expect
    .element(pas.getByRole('alert'))
    .toHaveTextContent('Erreur lors du chargement des premiers pas.')
  await expectCount(page.getByRole('list', { name: 'Statistiques' }).getByRole('listitem'), 6)
  server.give(steps([]), refuse(parametresEndpoints.save, 500))
  await press('Réessayer', pas)
  await expectCount(lignes, 10)
  await press('Masquer', pas)
  await expect.element(alert).toHaveTextContent("Erreur lors de l'enregistrement.")
  await expectCount(lignes, 10)
})

// spec: IN-25
test.each(['commercial', 'caisse', 'comptable', 'lecture'] as const)(
  '%s neither asks for the first steps nor finds them in the palette',
  async (role) => {
    const server = await open({ role, tableau: aTableauDeBord() })
    await expect.element(page.getByRole('region', { name: 'À traiter' })).toBeVisible()
    await expect.element(pas).not.toBeInTheDocument()
    await key('Control+k')
    await dialog.getByRole('combobox').fill('premiers pas')
    await atRest()
    expect(textsOf(options).filter((texte) => texte.startsWith('Premiers pas'))).toEqual([])
    expect(server.asked('/api/premiers-pas')).toEqual([])
  },
)
