import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ParMois, Totaux } from '#features/echeanciers/echeances.contract.ts'
import { addJours, addMois, aujourdhui, type Jour } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, pay, sell } from '#test/harness/builders.ts'

const today = aujourdhui()
const premier = `${today.slice(0, 7)}-01`
/** A day in so many months from this one, always after today and in it. */
const dans = (mois: number): Jour => addJours(addMois(premier, mois + 1), -1)
const moisDe = (mois: number) => dans(mois).slice(0, 7)

let t: TestApp
let karim: Visitor
let dossier: string
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  const client = (await buildClient(t.db)).id
  const lignes = [
    // Lines of a day: this month's is paid in part, the sixth month is the last that is told, the later ones are told together.
    { montant: 1_000, declencheur: 'date', date_prevue: addJours(today, 1) },
    { montant: 2_000, declencheur: 'date', date_prevue: dans(2) },
    { montant: 4_000, declencheur: 'date', date_prevue: dans(5) },
    { montant: 8_000, declencheur: 'date', date_prevue: dans(6) },
    // Foreseen: a forecast that has passed is looked for this month.
    { montant: 16_000, declencheur: 'livraison', date_prevue: addMois(premier, -3) },
    { montant: 32_000, declencheur: 'livraison', date_prevue: dans(2) },
    { montant: 64_000, declencheur: 'livraison' },
  ]
  const prix = lignes.reduce((sum, { montant }) => sum + montant, 0)
  for (let n = 0; n < 2; n++) {
    const vente = await sell(t.db, await buildAppartement(t.db, { prix: prix * 100 }), client)
    const saved = await karim.put(`/api/ventes/${vente}/echeancier`, {
      lignes: lignes.map((ligne, rang) => ({ libelle: `Ligne ${rang + 1}`, ...ligne })),
    })
    if (saved.statusCode !== 200) throw new Error(`not planned: ${saved.statusCode}`)
    if (n === 0) await pay(t.db, vente, 40_000)
    else dossier = (saved.json as { dossier: string }).dossier
  }
})
afterAll(() => t.close())

const read = async (query: string) =>
  (await karim.get(`/api/echeances?${query}`)).json as { totals: Totaux; par_mois: ParMois[] | null }

// spec: EC-07, RE-45
it('what is to come is told by month, six at most, then what is later or has no day', async () => {
  const tout = await read(`onglet=a_venir&horizon=tout&search=${dossier}`)
  const [ceMois] = [addJours(today, 1).slice(0, 7)]
  const mois = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [moisDe(n), 0]))
  const expected = { ...mois, [ceMois]: (mois[ceMois] ?? 0) + 1_000 }
  expected[moisDe(0)] = (expected[moisDe(0)] ?? 0) + 16_000
  expected[moisDe(2)] = (expected[moisDe(2)] ?? 0) + 34_000
  expected[moisDe(5)] = (expected[moisDe(5)] ?? 0) + 4_000
  expect(tout.par_mois).toEqual([
    ...Object.entries(expected).map(([one, reste]) => ({ mois: one, reste })),
    { mois: null, reste: 72_000 },
  ])
})

// spec: EC-07, RE-45
it.each([
  ...['30', '60', '90', 'tout'].map((horizon) => `horizon=${horizon}`),
  'horizon=tout&search=personne',
])('adds up to what remains: %s', async (query) => {
  for (const filtre of ['', `&search=${dossier}`]) {
    const { totals, par_mois } = await read(
      `onglet=a_venir&${query}${query.includes('search') ? '' : filtre}`,
    )
    const months = par_mois ?? []
    expect(months.reduce((sum, { reste }) => sum + reste, 0)).toBeCloseTo(totals.reste, 2)
    expect(months.length).toBeLessThanOrEqual(7)
    expect(months.slice(0, 6).map(({ mois }) => mois ?? '9')).toEqual(
      months
        .slice(0, 6)
        .map(({ mois }) => mois ?? '9')
        .toSorted(),
    )
  }
})

it('the other tabs have none', async () => {
  for (const onglet of ['retard', 'exigibles']) expect((await read(`onglet=${onglet}`)).par_mois).toBeNull()
  expect((await read('')).par_mois).toBeNull()
})
