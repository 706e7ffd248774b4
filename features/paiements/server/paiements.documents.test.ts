import { afterAll, beforeAll, expect, it } from 'vitest'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, buildLocal, buildPlace, pay, sell } from '#test/harness/builders.ts'
import { readPdf } from '#test/harness/pdf.ts'

let t: TestApp
let karim: Visitor
const bien = { appartement: 0, 'place-parking': 0, local: 0 }
let client: number
let paiement: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  await t.db
    .insertInto('promoteurs')
    .values({ nom: 'SARL El Bahia', email: 'contact@elbahia.dz', telephone: '041 33 21 45', adresse: 'Oran' })
    .execute()
  client = (await buildClient(t.db, { nom_complet: 'Élodie Benaïssa' })).id
  bien.appartement = await buildAppartement(t.db, { num_lot: 'A-12', prix: 125_000_075 })
  bien['place-parking'] = await buildPlace(t.db, { numero_place: 41, prix: 50_000_000 })
  bien.local = await buildLocal(t.db, { num: 'L-7', prix: 80_000_000 })
  const vente = await sell(t.db, bien.appartement, client)
  await pay(t.db, vente, 25_000_000, '2026-01-10')
  paiement = await pay(t.db, vente, 50_000_050, '2026-02-10')
  await pay(t.db, vente, 10_000_000, '2026-03-10')
  await pay(t.db, await sell(t.db, bien['place-parking'], client), 5_000_000)
  const other = (await buildClient(t.db, { nom_complet: 'محمد بن عبد الله' })).id
  await sell(t.db, bien.local, other)
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

const print = async (path: string) => {
  const { statusCode, headers, rawPayload } = await karim.get(path)
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  return { name: headers['content-disposition'], ...(await readPdf(rawPayload)) }
}

// spec: PAY-50, DET-26
it('a receipt says what was paid, in figures and words, for what, what before, and what remains', async () => {
  const { name, text } = await print(`/api/paiement/print-single/${paiement}`)
  expect(name).toBe(`attachment; filename="paiement_${paiement}.pdf"`)
  expect(text).toMatch(/2026-00000\d/)
  for (const said of [
    'SARL El Bahia',
    'Élodie Benaïssa',
    'Appartement',
    'A-12',
    '10 février 2026',
    '500 000,50',
    'Cinq cent mille dinars algériens et cinquante centimes',
    '250 000,00',
    '500 000,25',
  ])
    expect(text).toContain(said)
  await print(`/api/paiements/print-single/${paiement}`)
})

// spec: PAY-51, PAY-52, PAY-53, DET-27
it.each([
  ['appartement', ['Élodie Benaïssa', 'A-12', '10/01/2026', '1 000 000,75', '500 000,25', '400 000,25']],
  ['place-parking', ['Place de parking', '41', '50 000,00', '450 000,00']],
  ['local', ['L-7', '800 000,00']],
] as const)(
  'the statement of a bien (%s) has each payment and its running balance',
  async (type, expected) => {
    const id = bien[type]
    const { name, text } = await print(`/api/paiement/print-bien/${type}/${id}`)
    expect(name).toBe(`attachment; filename="paiements_${type}_${id}.pdf"`)
    for (const said of expected) expect(text).toContain(said)
    expect((await karim.get(`/api/paiement/print-bien/${type}/999999`)).statusCode).toBe(404)
  },
)

it('understands the other spellings of a place', async () => {
  for (const spelling of ['place_parking', 'placeParking']) {
    const { text } = await print(`/api/paiements/print-bien/${spelling}/${bien['place-parking']}`)
    expect(text).toContain('450 000,00')
  }
})

// spec: PAY-49, PAY-57
it("a client's statement has all his biens and their sums, even when there is none", async () => {
  const { name, text } = await print(`/api/paiement/print-client/${client}`)
  expect(name).toBe(`attachment; filename="paiements_client_${client}.pdf"`)
  for (const said of ['A-12', 'Place de parking', '1 750 000,75', '900 000,50', '850 000,25'])
    expect(text).toContain(said)
  expect(text).not.toContain('L-7')
  const { text: empty } = await print(
    `/api/paiement/print-client/${(await buildClient(t.db, { nom_complet: 'Sans Bien' })).id}`,
  )
  expect(empty).toContain('Sans Bien')
  expect((await karim.get('/api/paiement/print-client/999999')).statusCode).toBe(404)
})

// spec: PAY-48, PAY-56
it('all payments, client after client, with the sums of all', async () => {
  const { name, text } = await print('/api/paiement/print-all')
  expect(name).toBe('attachment; filename="tous_les_paiements.pdf"')
  for (const said of ['A-12', 'L-7', '2 550 000,75', '900 000,50', '1 650 000,25'])
    expect(text).toContain(said)
})

it('a bien that was never sold has nothing to print, and says so', async () => {
  const free = await buildAppartement(t.db)
  const refused = await karim.get(`/api/paiement/print-bien/appartement/${free}`)
  expect([refused.statusCode, refused.json]).toEqual([
    409,
    { message: "Ce bien n'est assigné à aucun client." },
  ])
})
