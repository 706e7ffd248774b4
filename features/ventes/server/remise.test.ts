import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Dossier } from '#features/ventes/dossiers.contract.ts'
import type { HistoriqueDesPrix } from '#features/prix/prix.contract.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEtage,
  buildResidence,
} from '#test/harness/builders.ts'
import { fautes, importer } from '#test/harness/feuilles.ts'

let t: TestApp
let karim: Visitor
let etage_id: number
let client: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  const { id: residence_id } = await buildResidence(t.db, { nom: 'El Yasmine' })
  const { id: bloc_id } = await buildBloc(t.db, { residence_id, nomloc: 'Bloc A' })
  etage_id = (await buildEtage(t.db, { bloc_id, designation: '1er étage' })).id
  client = (await buildClient(t.db, { nom_complet: 'Karim Benali', tel: '0550 12 34 56' })).id
})
afterAll(() => t.close())

const lot = (num_lot: string, prix = 100_000_000) => buildAppartement(t.db, { etage_id, num_lot, prix })
async function vendre(bien: number, prix?: number): Promise<number> {
  const sold = await karim.put(`/api/appartements/${bien}/assigner-client`, {
    client_id: client,
    ...(prix !== undefined && { prix }),
  })
  expect([sold.statusCode, sold.body]).toEqual([200, sold.body])
  return venteDe(bien)
}
const venteDe = async (bien: number) =>
  ((await karim.get(`/api/appartements/${bien}`)).json as { vente_id: number }).vente_id
const remiseDe = async (vente: number) => ((await karim.get(`/api/ventes/${vente}`)).json as Dossier).remise
const prixDe = async (bien: number) => (await karim.get(`/api/biens/${bien}/prix`)).json as HistoriqueDesPrix
/** The cells below « Remise accordée », by number of the lot. */
async function exported() {
  const { rawPayload } = await karim.get('/api/portefeuille/export')
  const rows = (await readXlsx(rawPayload)).sheets.find(({ name }) => name === 'Ventes')?.rows ?? []
  const titres = rows[0] ?? []
  expect(titres.at(-1)).toBe('Remise accordée')
  const numero = titres.findIndex((titre) => String(titre).startsWith('Numéro'))
  return new Map(rows.slice(1).map((row) => [row[numero], row[titres.length - 1] ?? null]))
}

// spec: RF-43
describe('what is granted on the price of a sale', () => {
  it('stands in dossier, history and workbook; nothing at its price, unknown of before, kept through a transfert', async () => {
    const [remise, entier, avant] = [await lot('A1'), await lot('A2'), await lot('A3')]
    const vente = await vendre(remise, 950_000.5)
    const autre = await vendre(entier)
    const ancienne = await vendre(avant)
    await t.db.updateTable('ventes').set({ remise_connue: false }).where('id', '=', ancienne).execute()
    expect(await Promise.all([vente, autre, ancienne].map(remiseDe))).toEqual([49_999.5, 0, null])
    const { dossier } = (await karim.get(`/api/ventes/${vente}`)).json as Dossier
    expect((await prixDe(remise)).data).toMatchObject([
      { ancien: 1_000_000, nouveau: 950_000.5, vente: { id: vente, dossier } },
    ])
    const before = await exported()
    expect([before.get('A1'), before.get('A2'), before.get('A3')]).toEqual([49_999.5, 0, null])

    // A price that changes later is no part of it; neither is that of the bien where the dossier goes.
    await karim.put(`/api/appartements/${entier}/assigner-client`, { client_id: client })
    const cible = await lot('A4', 200_000_000)
    const moved = await karim.post(`/api/ventes/${vente}/transfert-bien`, {
      bien_id: cible,
      montant: 1_900_000,
      motif: 'Étage',
    })
    expect([moved.statusCode, (moved.json as Dossier).remise]).toEqual([201, 49_999.5])
    expect((await prixDe(cible)).data).toMatchObject([{ nouveau: 1_900_000, vente: null }])

    // A sale that leaves nothing is gone; the price stays in the history.
    const seul = await lot('A5')
    await vendre(seul, 900_000)
    expect((await karim.put(`/api/appartements/${seul}/retirer-client`)).statusCode).toBe(200)
    expect((await prixDe(seul)).data).toMatchObject([{ nouveau: 900_000, vente: null }])
  })

  it('outlives a cession and a désistement with its undoing', async () => {
    const vente = await vendre(await lot('B1'), 990_000)
    const frere = (await buildClient(t.db)).id
    await karim.post(`/api/ventes/${vente}/transfert-client`, { client_id: frere, motif: 'Frère' })
    expect(await remiseDe(vente)).toBe(10_000)
    const fin = { demande_le: '2026-03-01', origine: 'client', motif: 'Crédit refusé' }
    const ended = await karim.post(`/api/ventes/${vente}/desistement`, fin)
    expect([ended.statusCode, ended.body]).toEqual([201, ended.body])
    expect(await remiseDe(vente)).toBe(10_000)
    const undone = await karim.delete(`/api/ventes/${vente}/desistement`)
    expect([undone.statusCode, await remiseDe(vente)]).toEqual([200, 10_000])
  })

  it('comes in by a workbook with a warning, and its column is not read back', async () => {
    await lot('C1')
    const ligne = {
      Type: 'Appartement',
      Résidence: 'El Yasmine',
      'Bloc ou parking': 'Bloc A',
      Étage: '1er étage',
      Numéro: 'C1',
      Client: 'Karim Benali',
      Date: '2025-03-12',
      Prix: 970_000,
    }
    const { Prix: _, Date: __, ...bien } = ligne
    const verdict = await importer(t.db, {
      ventes: [ligne],
      paiements: [{ ...bien, Date: '2025-03-12', Montant: 970_000 }],
    })
    expect(fautes(verdict)).toEqual([])
    expect(verdict.messages.map(({ texte }) => texte.replace(/\s/g, ' '))).toContain(
      "Le prix de la vente n'est pas celui du lot (1 000 000,00 DA). Le lot prendra le prix de la vente.",
    )
    const { id } = await t.db
      .selectFrom('appartements')
      .select('id')
      .where('num_lot', '=', 'C1')
      .executeTakeFirstOrThrow()
    const vente = await venteDe(id)
    expect((await karim.get(`/api/ventes/${vente}`)).json).toMatchObject({
      montant: 970_000,
      resteAPayer: 0,
      remise: 30_000,
    })
    expect(await prixDe(id)).toMatchObject({
      prix: 970_000,
      data: [{ ancien: 1_000_000, vente: { id: vente } }],
    })
    const line = await t.db
      .selectFrom('journal')
      .select(['avant', 'apres'])
      .where('objet', '=', 'appartement')
      .where('objet_id', '=', id)
      .where('action', '=', 'modifier')
      .execute()
    expect(line).toEqual([{ avant: { montant: 100_000_000 }, apres: { montant: 97_000_000 } }])
    expect((await exported()).get('C1')).toBe(30_000)
  })

  it('is not taken for a column of the model', async () => {
    const whole = await karim.get('/api/portefeuille/export?modele=1')
    const rows = (await readXlsx(whole.rawPayload)).sheets.find(({ name }) => name === 'Ventes')?.rows ?? []
    expect(rows[0]).not.toContain('Remise accordée')
  })
})
