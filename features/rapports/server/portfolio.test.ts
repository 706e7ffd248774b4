import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readReleveModele } from '#features/papiers/server/facts/releve.read.ts'
import { changePrix } from '#features/biens/server/biens.service.ts'
import { lockBien } from '#features/etats/server/biens.locks.ts'
import { fromDecimal } from '#shared/argent.ts'
import { groupBy } from '#shared/group-by.ts'
import { vueRecap } from '#features/papiers/server/papers/recap.ts'
import { readRecapModele } from '#features/rapports/server/recap.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, buildLocal, buildPlace, sell } from '#test/harness/builders.ts'
import { failedInvariants } from '#test/harness/invariants.ts'
import { readSeed } from '#test/harness/seed.ts'

// Portfolios and payments at random, kept twice: by the product and by a plain model. Every place that shows a sum must
// show the model's, to the centime. PROPERTY_RUNS for more of them, PROPERTY_SEED to replay.
const runs = Number(process.env['PROPERTY_RUNS'] ?? 12)
const seed = readSeed('PROPERTY_SEED')

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

const build = { appartement: buildAppartement, 'place-parking': buildPlace, local: buildLocal }
const field = { appartement: 'appartement_id', 'place-parking': 'place_parking_id', local: 'local_id' }
type Kind = keyof typeof build

const price = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 9_999_999_999_999 }))
const portfolio = fc.record({
  clients: fc.integer({ min: 1, max: 8 }),
  biens: fc.array(
    fc.record({
      kind: fc.constantFrom<Kind>('appartement', 'place-parking', 'local'),
      prix: price,
      client: fc.option(fc.nat(7)),
    }),
    { minLength: 1, maxLength: 10 },
  ),
  moves: fc.array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          do: fc.constant('pay' as const),
          at: fc.nat(99),
          share: fc.integer({ min: 1, max: 130 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          do: fc.constantFrom('edit' as const, 'delete' as const, 'price' as const),
          at: fc.nat(99),
          share: fc.integer({ min: 1, max: 130 }),
        }),
      },
    ),
    { maxLength: 30 },
  ),
})
type Portfolio = typeof portfolio extends fc.Arbitrary<infer T> ? T : never

interface Sold {
  kind: Kind
  id: number
  client: number
  prix: number
  paiements: { id: number; versement: number }[]
}
const paid = ({ paiements }: Pick<Sold, 'paiements'>) =>
  paiements.reduce((sum, { versement }) => sum + versement, 0)
const part = (of: number, share: number) => Math.max(Math.floor((of * share) / 100), 1)
const wire = (centimes: number) => centimes / 100
const payment = (sold: Sold, centimes: number) => ({
  client_id: sold.client,
  [field[sold.kind]]: sold.id,
  date_paiement: '2026-03-01',
  versement: wire(centimes),
})

async function play({ clients, biens, moves }: Portfolio): Promise<Sold[]> {
  await sql`truncate paiements, ventes, biens, appartements, locaux, places_parking, clients, parkings, etages, blocs, residences cascade`.execute(
    t.db,
  )
  const people: number[] = []
  for (let n = 0; n < clients; n++) people.push((await buildClient(t.db)).id)
  const sold: Sold[] = []
  for (const { kind, prix, client } of biens) {
    const id = await build[kind](t.db, { prix })
    const owner = client === null ? undefined : people[client % people.length]
    if (owner === undefined) continue
    await sell(t.db, id, owner)
    sold.push({ kind, id, client: owner, prix, paiements: [] })
  }
  for (const move of sold.length > 0 ? moves : []) await makeMove(sold, move)
  return sold
}

async function makeMove(all: Sold[], move: Portfolio['moves'][number]): Promise<void> {
  const sold = all[move.at % all.length]
  if (!sold) return
  const paiement = sold.paiements[move.at % (sold.paiements.length || 1)]
  if (move.do === 'pay') {
    const centimes = part(sold.prix - paid(sold), move.share)
    const { statusCode, json } = await karim.post('/api/paiements', payment(sold, centimes))
    expect(statusCode).toBe(paid(sold) + centimes <= sold.prix ? 201 : 422)
    if (statusCode === 201) sold.paiements.push({ id: (json as { id: number }).id, versement: centimes })
  } else if (move.do === 'price') {
    const prix = paid(sold) + move.share
    const type = sold.kind === 'place-parking' ? 'place_parking' : sold.kind
    await t.db
      .transaction()
      .execute(async (db) =>
        changePrix(db, { id: 0, name: 'Test', email: '' }, await lockBien(db, sold.id, type), prix, null),
      )
    sold.prix = prix
  } else if (paiement && move.do === 'delete') {
    expect((await karim.delete(`/api/paiements/${paiement.id}`)).statusCode).toBe(200)
    sold.paiements = sold.paiements.filter(({ id }) => id !== paiement.id)
  } else if (paiement) {
    const centimes = part(sold.prix, move.share)
    const fits = paid(sold) - paiement.versement + centimes <= sold.prix
    expect((await karim.put(`/api/paiements/${paiement.id}`, payment(sold, centimes))).statusCode).toBe(
      fits ? 200 : 422,
    )
    if (fits) paiement.versement = centimes
  }
}

const sums = (sold: readonly { prix: number; paye: number }[]) => {
  const montant = sold.reduce((sum, { prix }) => sum + prix, 0)
  const paye = sold.reduce((sum, one) => sum + one.paye, 0)
  return { biens: sold.length, montant, paye, reste: montant - paye }
}
const expected = (sold: readonly Sold[]) => sums(sold.map((one) => ({ prix: one.prix, paye: paid(one) })))

interface RecapPage {
  last_page: number
  data: { id: number; biens: { id: number; montant: number; reglement: number; resteAPayer: number }[] }[]
  totals: { nombre_biens: number; montant_global: number; total_paye: number; total_restant: number }
}

/** Cards and recap: each bien, each group, the pages together, and the totals that each page carries. */
async function checkRecap(sold: Sold[], query = '') {
  const seen: { id: number; client: number; prix: number; paye: number; reste: number }[] = []
  for (let page = 1, last = 1; page <= last; page++) {
    const answer = (await karim.get(`/api/recap-paiements?page=${page}&per_page=6${query}`)).json as RecapPage
    last = answer.last_page
    const { nombre_biens: biens, montant_global, total_paye, total_restant } = answer.totals
    expect({
      biens,
      montant: fromDecimal(montant_global),
      paye: fromDecimal(total_paye),
      reste: fromDecimal(total_restant),
    }).toEqual(expected(sold))
    for (const { id: client, biens: list } of answer.data)
      for (const { id, montant, reglement, resteAPayer } of list)
        seen.push({
          id,
          client,
          prix: fromDecimal(montant),
          paye: fromDecimal(reglement),
          reste: fromDecimal(resteAPayer),
        })
  }
  const model = sold.map((one) => ({
    id: one.id,
    client: one.client,
    prix: one.prix,
    paye: paid(one),
    reste: one.prix - paid(one),
  }))
  expect(seen.toSorted((a, b) => a.id - b.id)).toEqual(model.toSorted((a, b) => a.id - b.id))
  return seen
}

/** Only what is not paid, over all pages in the order of what each client owes, then of what each bien does. */
async function checkDebts(sold: Sold[]): Promise<void> {
  const owed = sold.filter((one) => paid(one) < one.prix)
  const seen = await checkRecap(owed, '&solde=reste&tri=reste')
  const debts = groupBy(seen, ({ client }) => client)
  const sum = (client: number) => (debts.get(client) ?? []).reduce((total, { reste }) => total + reste, 0)
  const inOrder = seen.slice(1).every((one, at) => {
    const before = seen[at]
    if (!before) return false
    return before.client === one.client ? before.reste >= one.reste : sum(before.client) >= sum(one.client)
  })
  expect(inOrder).toBe(true)
  const modele = await readRecapModele(t.db, { search: '', residence: '', solde: 'reste', tri: 'reste' })
  expect(modele.lignes.map(({ montant, reglement }) => montant - reglement)).toEqual(
    seen.map(({ reste }) => reste),
  )
}

/** The detail of a bien: its lines, the last solde, the explanation of the remainder. */
async function checkDetail(one: Sold): Promise<void> {
  const lines = (await karim.get(`/api/paiements/${one.kind}/${one.id}`)).json as {
    versement: number
    solde: number
  }[]
  expect(lines.reduce((sum, { versement }) => sum + fromDecimal(versement), 0)).toBe(paid(one))
  expect(fromDecimal(lines[0]?.solde ?? wire(one.prix))).toBe(one.prix - paid(one))
  const why = (await karim.get(`/api/paiements/solde/${one.kind}/${one.id}`)).json
  expect(why).toMatchObject({
    prix: wire(one.prix),
    total_paye: wire(paid(one)),
    resteAPayer: wire(one.prix - paid(one)),
  })
}

interface Assets {
  appartements: Asset[]
  places: Asset[]
  locaux: Asset[]
}
interface Asset {
  montant: number
  totalPaye: number
}

interface Encaisse {
  ventes: { encaisse_total: number; reste_a_encaisser: number; biens_vendus: number }
}

/** The residences' payment totals, kind by kind, and the dashboard. */
async function checkResidences(sold: Sold[]): Promise<void> {
  const totals = { appartements_total: 0, places_parking_total: 0, locaux_total: 0 }
  for (const { id } of await t.db.selectFrom('residences').select('id').execute()) {
    const answer = (await karim.get(`/api/residence/${id}/payment-totals`)).json as typeof totals
    totals.appartements_total += fromDecimal(answer.appartements_total)
    totals.places_parking_total += fromDecimal(answer.places_parking_total)
    totals.locaux_total += fromDecimal(answer.locaux_total)
  }
  const of = (kind: Kind) => expected(sold.filter((one) => one.kind === kind)).paye
  expect(totals).toEqual({
    appartements_total: of('appartement'),
    places_parking_total: of('place-parking'),
    locaux_total: of('local'),
  })
  const { ventes } = (await karim.get('/api/dashboard')).json as Encaisse
  const { biens, paye, reste } = expected(sold)
  expect([
    ventes.biens_vendus,
    fromDecimal(ventes.encaisse_total),
    fromDecimal(ventes.reste_a_encaisser),
  ]).toEqual([biens, paye, reste])
}

/** Checks the sums that the clients screen says of each client. */
async function checkClients(sold: Sold[]): Promise<void> {
  for (const client of new Set(sold.map((one) => one.client))) {
    const { appartements, places, locaux } = (await karim.get(`/api/clients/${client}/assets`)).json as Assets
    const assets = [...appartements, ...places, ...locaux].map(({ montant, totalPaye }) => ({
      prix: fromDecimal(montant),
      paye: fromDecimal(totalPaye),
    }))
    expect(sums(assets)).toEqual(expected(sold.filter((one) => one.client === client)))
  }
}

/** The workbook's rows and its totals row; the recap's and the statement's models on paper. */
async function checkDocuments(sold: Sold[]): Promise<void> {
  const { rows = [] } =
    (await readXlsx((await karim.get('/api/recap-paiements/export')).rawPayload)).sheets[0] ?? {}
  const cents = (value: unknown) => fromDecimal(Math.round(Number(value) * 100) / 100)
  const body = rows.slice(1, -1).map((row) => ({ prix: cents(row[5]), paye: cents(row[6]) }))
  expect(sums(body)).toEqual(expected(sold))
  expect(rows.at(-1)?.slice(5, 8).map(cents)).toEqual([
    expected(sold).montant,
    expected(sold).paye,
    expected(sold).reste,
  ])
  const modele = await readRecapModele(t.db, { search: '', residence: '', solde: undefined, tri: undefined })
  expect(sums(modele.lignes.map(({ montant, reglement }) => ({ prix: montant, paye: reglement })))).toEqual(
    expected(sold),
  )
  const [table] = vueRecap(modele).blocs
  if (table?.genre !== 'table') throw new Error('no table')
  const printed = table.total.flatMap((somme) =>
    typeof somme === 'object' && 'nom' in somme ? somme.texte : [],
  )
  const digits = (text: string) => Number(text.replace(/[^\d]/g, ''))
  expect(printed.slice(1).map(digits)).toEqual([
    expected(sold).montant,
    expected(sold).paye,
    expected(sold).reste,
  ])
  const { groupes } = await readReleveModele(t.db, { portee: 'tous' })
  const ventes = groupes.flatMap((groupe) => groupe.ventes)
  expect(
    sums(
      ventes.map(({ prix, paiements }) => ({
        prix,
        paye: paid({ paiements: paiements.map(({ versement }) => ({ id: 0, versement })) }),
      })),
    ),
  ).toEqual(expected(sold))
}

it(
  `every sum agrees to the centime on random portfolios (PROPERTY_SEED=${seed})`,
  { timeout: 60_000 + runs * 5_000 },
  async () => {
    console.info(`portfolios: seed ${seed}, ${runs} runs`)
    await fc.assert(
      fc.asyncProperty(portfolio, async (given) => {
        const sold = await play(given)
        await checkRecap(sold)
        await checkDebts(sold)
        for (const one of sold) await checkDetail(one)
        await checkClients(sold)
        await checkResidences(sold)
        await checkDocuments(sold)
        expect(await failedInvariants(t.db)).toEqual([])
      }),
      { numRuns: runs, seed },
    )
  },
)

it('the comparison notices one centime (negative control)', async () => {
  const sold = await play({ clients: 1, biens: [{ kind: 'local', prix: 1_000, client: 0 }], moves: [] })
  const wrong = sold.map((one) => ({ ...one, prix: one.prix + 1 }))
  await expect(checkRecap(wrong)).rejects.toThrow('deeply equal')
  await expect(checkDocuments(wrong)).rejects.toThrow('deeply equal')
  await expect(
    checkResidences(wrong.map((one) => ({ ...one, paiements: [{ id: 0, versement: 1 }] }))),
  ).rejects.toThrow('deeply equal')
})
