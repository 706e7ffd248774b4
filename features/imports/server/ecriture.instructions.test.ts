import { afterAll, beforeAll, expect, it } from 'vitest'
import { addJours, aujourdhui } from '#shared/dates.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEcheancier,
  buildEtage,
  buildOption,
  buildResidence,
  sell,
} from '#test/harness/builders.ts'
import { lot, vente } from '#test/harness/el-yasmine.ts'
import { fautes, importer } from '#test/harness/feuilles.ts'
import { countStatements } from '#test/harness/statements.ts'

let t: TestApp
let etage_id: number
let client: number
beforeAll(async () => {
  t = await startApp()
  const { id: residence_id } = await buildResidence(t.db, { nom: 'El Yasmine' })
  const { id: bloc_id } = await buildBloc(t.db, { residence_id, nomloc: 'Bloc A' })
  ;({ id: etage_id } = await buildEtage(t.db, { bloc_id, designation: '1er étage' }))
  ;({ id: client } = await buildClient(t.db, { nom_complet: 'Karim Benali' }))
})
afterAll(() => t.close())

const hier = addJours(aujourdhui(), -1)
const each = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))

/** Counts the statements of an import with as many of each: sales with an échéancier whose price changes, options that end by a sale, that are over and sold, that are over and replaced. */
async function statementsOf(prefixe: string, nombre: number): Promise<number> {
  const lots = async (genre: string) =>
    Promise.all(
      each(nombre, async (n) => ({
        nom: `${prefixe}${genre}${n}`,
        id: await buildAppartement(t.db, { etage_id, num_lot: `${prefixe}${genre}${n}` }),
      })),
    )
  const [vendus, siens, finis, remplaces] = [
    await lots('V'),
    await lots('S'),
    await lots('F'),
    await lots('R'),
  ]
  for (const { id } of vendus)
    await buildEcheancier(t.db, await sell(t.db, id, client), [
      [40_000_000, '2026-01-10'],
      [60_000_000, '2027-01-10'],
    ])
  for (const { id } of siens) await buildOption(t.db, id, { client_id: client })
  for (const { id } of [...finis, ...remplaces]) await buildOption(t.db, id, { expire_le: hier })
  let verdict: Awaited<ReturnType<typeof importer>> | undefined
  const asked = await countStatements(async () => {
    verdict = await importer(
      t.db,
      {
        appartements: vendus.map(({ nom }) => ({
          Résidence: 'El Yasmine',
          Bloc: 'Bloc A',
          Étage: '1er étage',
          Lot: nom,
          Type: 'F3',
          'Surface habitable': 80,
          'Surface utile': 10,
          Prix: 2_000_000,
        })),
        ventes: [...siens, ...finis].map(({ nom }) => vente(nom)),
        options: remplaces.map(({ nom }) =>
          lot(nom, { Nom: 'Lynda', Téléphone: '0550 11 22 33', 'Expire le': addJours(aujourdhui(), 5) }),
        ),
      },
      { modifier: true },
    )
  })
  if (!verdict) throw new Error('nothing was imported')
  expect(fautes(verdict)).toEqual([])
  expect(verdict.feuilles).toMatchObject([{ modifies: nombre }, { crees: 2 * nombre }, { crees: nombre }])
  return asked
}

// spec: RE-25
it('asks as much for thirty lots as for three, and does to each what its form does', async () => {
  const few = await statementsOf('A', 3)
  expect(await statementsOf('B', 30)).toBe(few)
  const lignes = await t.db
    .selectFrom('echeances')
    .select(['rang', 'montant'])
    .orderBy('vente_id')
    .orderBy('rang')
    .execute()
  expect(lignes.map(({ montant }) => montant)).toEqual(each(33, () => [80_000_000, 120_000_000]).flat())
  const fins = await t.db
    .selectFrom('options')
    .select(['fin', 'version', (eb) => eb.fn.countAll<number>().as('n')])
    .groupBy(['fin', 'version'])
    .orderBy('fin')
    .execute()
  expect(fins).toEqual([
    { fin: 'expiree', version: 2, n: 66 },
    { fin: 'vendue', version: 2, n: 33 },
    { fin: null, version: 1, n: 33 },
  ])
  const actes = await t.db
    .selectFrom('journal')
    .select(['action', 'objet', (eb) => eb.fn.countAll<number>().as('n')])
    .where('action', 'in', ['echeancier', 'vendre', 'expirer'])
    .groupBy(['action', 'objet'])
    .orderBy('action')
    .execute()
  expect(actes).toEqual([
    { action: 'echeancier', objet: 'vente', n: 33 },
    { action: 'expirer', objet: 'option', n: 66 },
    { action: 'vendre', objet: 'option', n: 33 },
  ])
})
