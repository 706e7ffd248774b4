import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addJours, aujourdhui } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildClient,
  buildEcheancier,
  buildPlace,
  pay,
  sell,
} from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
let client: number
let late: number
let bare: number
let free: number

/** Three sales: one late by 300 of its 400, one without échéancier, one of a place that costs nothing. */
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  client = (await buildClient(t.db, { nom_complet: 'Amina Haddad' })).id
  await buildClient(t.db, { nom_complet: 'Bachir Kaci' })
  const lot = (prix: number) => buildAppartement(t.db, { prix })
  late = await sell(t.db, await lot(100_000), client)
  await buildEcheancier(t.db, late, [
    [40_000, addJours(aujourdhui(), -3)],
    [60_000, addJours(aujourdhui(), 30)],
  ])
  await pay(t.db, late, 10_000)
  bare = await sell(t.db, await lot(70_000), client)
  free = await sell(t.db, await buildPlace(t.db, { prix: 0 }), client)
})
afterAll(() => t.close())

interface Ligne {
  id: number
  en_retard: number
  sans_echeancier: boolean
}
interface Liste {
  data: Ligne[]
  total: number
  totals: { sans_echeancier: number }
}
const ventes = async (query = '') => (await karim.get(`/api/ventes${query}`)).json as Liste

// spec: RF-02
describe('of a sale without échéancier nothing is late', () => {
  it('which its row says, and the totals count; a sale that costs nothing is no such sale', async () => {
    for (const query of ['', '?search=Amina', '?tri=reste', '?sans_echeancier=1', '?per_page=1']) {
      const { data, totals } = await ventes(query)
      expect([query, totals]).toEqual([query, { sans_echeancier: 1 }])
      for (const { id, sans_echeancier, en_retard } of data)
        expect([query, id, sans_echeancier, en_retard]).toEqual([
          query,
          id,
          id === bare,
          id === late ? 300 : 0,
        ])
    }
    expect((await ventes()).data.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([late, bare, free])
    expect((await ventes('?etat=closes')).totals).toEqual({ sans_echeancier: 0 })
    expect((await ventes('?search=Bachir')).totals).toEqual({ sans_echeancier: 0 })
  })

  it('in what a client has, sums leave it out and count it', async () => {
    const { json } = await karim.get(`/api/clients/${client}/assets`)
    const { appartements, places, totaux } = json as {
      appartements: (Ligne & { vente_id: number })[]
      places: Ligne[]
      totaux: object
    }
    expect(
      appartements.map(({ vente_id, sans_echeancier, en_retard }) => [vente_id, sans_echeancier, en_retard]),
    ).toEqual(
      expect.arrayContaining([
        [late, false, 300],
        [bare, true, 0],
      ]),
    )
    expect(places).toMatchObject([{ sans_echeancier: false, en_retard: 0 }])
    expect(totaux).toMatchObject({ biens: 3, resteAPayer: 1600, en_retard: 300, sans_echeancier: 1 })
  })

  it('is over once it has one, and with the sale', async () => {
    const vente = await sell(t.db, await buildAppartement(t.db, { prix: 100 }), (await buildClient(t.db)).id)
    const { dossier } = (await karim.get(`/api/ventes/${vente}`)).json as { dossier: string }
    const row = async (etat = '') => (await ventes(`?search=${dossier}${etat}`)).data[0]
    expect(await row()).toMatchObject({ sans_echeancier: true })
    await karim.post(`/api/ventes/${vente}/desistement`, {
      demande_le: aujourdhui(),
      origine: 'client',
      motif: 'Crédit refusé',
    })
    expect(await row('&etat=closes')).toMatchObject({ sans_echeancier: false })
    await karim.delete(`/api/ventes/${vente}/desistement`)
    expect(await row()).toMatchObject({ sans_echeancier: true })
    await buildEcheancier(t.db, vente, [[100, aujourdhui()]])
    expect(await row()).toMatchObject({ sans_echeancier: false })
  })
})

// spec: RF-55
describe('the list of clients', () => {
  interface Client {
    id: number
    biens?: number
    reste?: number
    en_retard?: number
    sans_echeancier?: number
  }
  const clients = async (query: string) =>
    ((await karim.get(`/api/clients${query}`)).json as { data: Client[] }).data

  it('says of each what his assets add up to, on a page alone', async () => {
    for (const query of ['?page=1', '?per_page=50', '?page=1&search=Amina', '?page=1&tri=-nomComplet']) {
      const data = await clients(query)
      expect(data.find(({ id }) => id === client)).toMatchObject({
        biens: 3,
        reste: 1600,
        en_retard: 300,
        sans_echeancier: 1,
      })
      for (const { id, biens, reste, en_retard } of data) {
        const { totaux } = (await karim.get(`/api/clients/${id}/assets`)).json as {
          totaux: { biens: number; resteAPayer: number; en_retard: number }
        }
        expect([id, biens, reste, en_retard]).toEqual([
          id,
          totaux.biens,
          totaux.resteAPayer,
          totaux.en_retard,
        ])
      }
    }
    for (const one of [...(await clients('')), ...(await clients('?search=Amina'))])
      expect(Object.keys(one)).toEqual([
        'id',
        'nomComplet',
        'tel',
        'email',
        'adresse',
        'version',
        'sans_email',
        'sans_telephone',
      ])
  })

  it('follows a cession: who holds the sale has it', async () => {
    const { id: frere } = await buildClient(t.db, { nom_complet: 'Zohir Haddad' })
    await karim.post(`/api/ventes/${late}/transfert-client`, { client_id: frere, motif: 'Frère' })
    const data = await clients('?per_page=50')
    expect(data.find(({ id }) => id === client)).toMatchObject({ biens: 2, reste: 700, en_retard: 0 })
    expect(data.find(({ id }) => id === frere)).toMatchObject({ biens: 1, reste: 900, en_retard: 300 })
  })
})
