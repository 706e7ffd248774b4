import { expect, test } from 'vitest'
import { anything, failure, readAgain } from '#test/harness/screens/every.ts'
import { importsEndpoints } from '#features/imports/imports.contract.ts'
import { santeEndpoints, sauvegardesEndpoints } from '#features/sauvegardes/sauvegardes.contract.ts'
import { screens } from '#shared/paths.ts'
import { answer, lost, refuse, type FakeServer } from '#test/harness/screens/answers.ts'
import { atRest, renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { alert, attach, main, page, said } from '#test/harness/screens/screen.ts'

/** The parts of a screen: titles, cards, rows, tiles, fields. */
const PARTS = `main h1, main h2, main h3, main article, main tr, main dt, main figure, main input,
  [role=dialog] h2, [role=dialog] dt, [role=dialog] tr, [role=dialog] li, [role=dialog] input`
const parts = () => document.querySelectorAll(PARTS).length

const OPEN: readonly string[] = [
  screens.login,
  screens.signup,
  screens.inactive,
  screens.premiereConnexion,
  screens.verifier,
  screens.suivi,
]
/** Screens that show nothing of the server, or read it once. */
const CALM = ['/importer', '/plan-de-vente/generer', '/nouveau']

const ADDRESSES = [
  ...Object.values(screens).filter((path) => !OPEN.includes(path) && !path.includes('$')),
  '/ventes/1',
  '/clients/1',
  '/clients/1/paiements',
  '/clients/1/paiements/1',
  '/plan-de-vente?residence=1',
  ...['promoteur', 'stades', 'modeles', 'sauvegardes', 'sante', 'comptes'].map(
    (section) => `/parametres?section=${section}`,
  ),
  '/residence?rapport=1',
  '/bloc?rapport=1',
  '/appartement?rapport=1',
  '/appartement?details=1',
  '/clients?biens=1',
]

// spec: RE-41
test.each(ADDRESSES)('%s loses nothing of what it shows when it is read again in vain', async (address) => {
  const server = await renderScreen(address, { answers: anything() })
  await expect.element(main).toBeVisible()
  await atRest()
  const before = parts()
  server.give(...failure())
  readAgain()
  // The failure is told, on all that read something.
  const told = () => alert.or(page.getByRole('button', { name: 'Réessayer' })).elements().length > 0
  await expect.poll(told).toBe(!CALM.some((start) => address.startsWith(start)))
  await atRest()
  expect(parts()).toBeGreaterThanOrEqual(before)
})

/** Nothing of the kind is under way. */
const NO_BACKUP = answer(sauvegardesEndpoints.list, {
  data: [],
  en_cours: null,
  echec: null,
  en_retard: false,
  installee_le: '2026-01-05',
})
const HEALTHY = answer(santeEndpoints.read, {
  version: '1',
  base: { moteur: 'PostgreSQL 15', taille: 1, integree: true },
  fichiers: { nombre: 0, taille: 0 },
  disque: null,
  demarre_le: '2026-01-05T08:00:00Z',
  verification: null,
  echec: null,
  en_cours: false,
})

// spec: RE-44
test.each([
  ['sauvegardes', sauvegardesEndpoints.create, 'Sauvegarder maintenant', NO_BACKUP],
  ['sante', santeEndpoints.verifier, 'Vérifier maintenant', HEALTHY],
] as const)(
  'of %s, what is asked for again after a lost answer is the same request, after an answer another',
  async (section, call, name, state) => {
    const server = await renderScreen(`/parametres?section=${section}`, {
      answers: [...anything(), state, lost(call)],
    })
    const act = page.getByRole('button', { name })
    await act.click()
    await expect.element(alert.first()).toBeVisible()
    // Read again in vain meanwhile: the key is not forgotten with what is shown.
    server.give(...failure())
    readAgain()
    await expect.element(page.getByRole('button', { name: 'Réessayer' }).first()).toBeVisible()
    server.give(...anything(), state, refuse(call, 409, { message: 'Pas maintenant.' }))
    readAgain()
    await act.click()
    await said('Pas maintenant.')
    await act.click()
    await expectKeys(server, 3)
  },
)

/** The second of so many requests had the key of the first, the last one another; what was lost is asked for again. */
async function expectKeys(server: FakeServer, count: number) {
  await expect.poll(() => server.changes().length).toBe(count)
  const [first, second, third] = server.changes().map((call) => call.key)
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(second).toBe(first)
  expect(third).not.toBe(second)
}

// spec: RE-44
test('a workbook asked about again after a lost answer is the same request; another workbook is another', async () => {
  const server = await renderScreen('/importer', { answers: [...anything(), lost(importsEndpoints.create)] })
  const verifier = page.getByRole('button', { name: 'Vérifier' })
  const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await attach(new File(['PK'], 'un.xlsx', { type: xlsx }), main)
  await verifier.click()
  await expect.element(alert.first()).toBeVisible()
  server.give(refuse(importsEndpoints.create, 409, { message: 'Pas maintenant.' }))
  await verifier.click()
  await said('Pas maintenant.')
  server.give(lost(importsEndpoints.create))
  await verifier.click()
  await expectKeys(server, 3)
  // Another workbook is another request, whatever became of the one before.
  for (const [name, count] of [
    ['deux.xlsx', 4],
    ['trois.xlsx', 5],
  ] as const) {
    await attach(new File(['PK'], name, { type: xlsx }), main)
    await verifier.click()
    await expect.poll(() => server.changes().length).toBe(count)
  }
  expect(new Set(server.changes().map((call) => call.key)).size).toBe(4)
})
