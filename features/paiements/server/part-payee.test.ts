import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, buildLocal, buildPlace, pay, sell } from '#test/harness/builders.ts'
import { readPdf } from '#test/harness/pdf.ts'

let t: TestApp
let karim: Visitor
let client: number
/** A bien of each kind, by the word of its address, and its sale. */
let biens: Record<'appartement' | 'local' | 'place', { id: number; vente: number }>

/** Of each price 19,956 % are paid: 19,95 when cut, 19,96 when rounded. */
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  client = (await buildClient(t.db, { nom_complet: 'Samir Kaci', tel: '0550 12 34 56' })).id
  const sold = async (id: number) => {
    const vente = await sell(t.db, id, client)
    await pay(t.db, vente, 1_995_600)
    return { id, vente }
  }
  const prix = { prix: 10_000_000 }
  biens = {
    appartement: await sold(await buildAppartement(t.db, prix)),
    local: await sold(await buildLocal(t.db, prix)),
    place: await sold(await buildPlace(t.db, prix)),
  }
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

/** The paid shares that an answer gives, wherever they stand in it. */
function sharesIn(json: unknown): number[] {
  if (typeof json !== 'object' || json === null) return []
  return Object.entries(json).flatMap(([key, value]: [string, unknown]) =>
    key === 'pourcentagePaiement' || (key === 'pourcentage' && typeof value === 'number')
      ? [Number(value)]
      : sharesIn(value),
  )
}
const sharesOf = async (path: string, visitor = karim) => {
  const { statusCode, json } = await visitor.get(path)
  expect([path, statusCode]).toEqual([path, 200])
  return sharesIn(json)
}
const printed = async (path: string) => {
  const { statusCode, rawPayload } = await karim.get(path)
  expect([path, statusCode]).toEqual([path, 200])
  const { text } = await readPdf(rawPayload)
  return text.match(/\d+,\d+(?= ?%)/g) ?? []
}

// spec: RF-01
describe('the paid share of a sale is cut, the same everywhere', () => {
  it('in every answer', async () => {
    const { appartement, local, place } = biens
    const calls: readonly (readonly [string, number])[] = [
      ['/api/appartements', 1],
      [`/api/appartements/${appartement.id}`, 1],
      [`/api/appartements/${appartement.id}/report`, 1],
      [`/api/clients/${client}/appartements`, 1],
      ['/api/locaux', 1],
      [`/api/locaux/${local.id}`, 1],
      [`/api/locaux/${local.id}/report`, 1],
      [`/api/locaux/client/${client}`, 1],
      [`/api/place-parking/${place.id}`, 1],
      [`/api/place-parking-client/${client}`, 1],
      [`/api/paiements/solde/appartement/${appartement.id}`, 1],
      [`/api/paiements/solde/local/${local.id}`, 1],
      [`/api/paiements/solde/place-parking/${place.id}`, 1],
      ['/api/ventes', 3],
      [`/api/ventes/${appartement.vente}`, 1],
      [`/api/clients/${client}/assets`, 3],
      [`/api/clients/${client}/dossier`, 3],
      ['/api/recap-paiements', 3],
    ]
    for (const [path, count] of calls)
      expect([path, await sharesOf(path)]).toEqual([path, Array.from({ length: count }, () => 19.95)])
  })

  it("on the buyer's page", async () => {
    const { adresse } = (await karim.post(`/api/clients/${client}/lien`)).json as { adresse: string }
    const visitor = t.visitor()
    await visitor.post('/api/suivi/ouvrir', { jeton: adresse.split('#')[1] ?? '', chiffres: '3456' })
    expect(await sharesOf('/api/suivi', visitor)).toEqual([19.95, 19.95, 19.95])
  })

  it('on the papers, totals included', async () => {
    const { appartement } = biens
    const papers: readonly (readonly [string, number])[] = [
      ['/api/recap-paiements/export-pdf', 4],
      ['/api/recap-paiements/print-pdf', 4],
      ['/api/paiement/print-all', 3],
      [`/api/paiement/print-client/${client}`, 3],
      [`/api/paiement/print-bien/appartement/${appartement.id}`, 1],
      [`/api/ventes/${appartement.vente}/documents/apercu?type=attestation_paiement`, 1],
    ]
    for (const [path, count] of papers)
      expect([path, await printed(path)]).toEqual([path, Array.from({ length: count }, () => '19,95')])
  })

  it('in the workbook of the recap', async () => {
    const { rawPayload } = await karim.get('/api/recap-paiements/export')
    const rows = (await readXlsx(rawPayload)).sheets[0]?.rows ?? []
    const column = rows.find((row) => row.includes('Progression'))?.indexOf('Progression') ?? -1
    expect(rows.map((row) => row[column]).filter((cell) => typeof cell === 'number')).toEqual([
      0.1995, 0.1995, 0.1995,
    ])
  })

  it('of a lot without a price is nothing, on its statement too', async () => {
    const lot = await buildAppartement(t.db, { prix: 0 })
    await sell(t.db, lot, (await buildClient(t.db)).id)
    expect(await sharesOf(`/api/paiements/solde/appartement/${lot}`)).toEqual([0])
    expect(await printed(`/api/paiement/print-bien/appartement/${lot}`)).toEqual(['0,00'])
  })
})
