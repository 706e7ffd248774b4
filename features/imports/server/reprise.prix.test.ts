import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HistoriqueDesPrix } from '#features/prix/prix.contract.ts'
import type { Dossier } from '#features/ventes/dossiers.contract.ts'
import { aujourdhui } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEtage,
  buildResidence,
} from '#test/harness/builders.ts'
import { fautes, importer, type Rangee } from '#test/harness/feuilles.ts'

let t: TestApp
let karim: Visitor
let etage_id: number
let client: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  const { id: residence_id } = await buildResidence(t.db, { nom: 'El Yasmine' })
  const { id: bloc_id } = await buildBloc(t.db, { residence_id, nomloc: 'Bloc A' })
  etage_id = (await buildEtage(t.db, { bloc_id, designation: '1er étage', niveau: 1 })).id
  client = (await buildClient(t.db, { nom_complet: 'Karim Benali', tel: '0550 12 34 56' })).id
})
afterAll(() => t.close())

const jour = aujourdhui()
const lieu = (Numéro: string): Rangee => ({
  Résidence: 'El Yasmine',
  Type: 'Appartement',
  'Bloc ou parking': 'Bloc A',
  Numéro,
})
type Vend = (numero: string, bien: number, prix: number) => Promise<unknown>
/** The three ways to sell a lot at another price than its own. */
const FACONS: Readonly<Record<string, Vend>> = {
  ecran: async (_, bien, prix) => {
    const sold = await karim.put(`/api/appartements/${bien}/assigner-client`, {
      client_id: client,
      prix,
      reservation_le: jour,
    })
    if (sold.statusCode !== 200) throw new Error(sold.body)
  },
  ventes: async (numero, _, prix) => {
    const ligne = { ...lieu(numero), Étage: '1er étage', Client: 'Karim Benali', Date: jour, Prix: prix }
    expect(fautes(await importer(t.db, { ventes: [ligne] }))).toEqual([])
  },
  reprise: async (numero, _, prix) => {
    const ligne = { ...lieu(numero), Acquéreur: 'Karim Benali', 'Réservé le': jour, 'Prix convenu': prix }
    expect(fautes(await importer(t.db, { reprise: [ligne] }))).toEqual([])
  },
}

/** Reads the traces of a sale: its row, that of its lot, the history of prices, the journal, the reduction in dossier and workbook. */
async function left(numero: string, bien: number) {
  const { id, ...vente } = await t.db
    .selectFrom('ventes')
    .select([
      'id',
      'prix',
      'total_paye',
      'client_id',
      'reservation_le',
      'contrat_le',
      'note',
      'remise_connue',
      'version',
    ])
    .where('bien_id', '=', bien)
    .executeTakeFirstOrThrow()
  const lot = await t.db
    .selectFrom('biens')
    .select(['prix', 'version'])
    .where('id', '=', bien)
    .executeTakeFirstOrThrow()
  const changements = await t.db
    .selectFrom('changements_prix')
    .select(['ancien', 'nouveau', 'vente_id'])
    .where('bien_id', '=', bien)
    .execute()
  const journal = await t.db
    .selectFrom('journal')
    .select(['action', 'objet'])
    .where((eb) =>
      eb.or([
        eb.and([eb('objet', '=', 'appartement'), eb('objet_id', '=', bien)]),
        eb.and([eb('objet', '=', 'vente'), eb('objet_id', '=', id)]),
      ]),
    )
    .orderBy('id')
    .execute()
  const { data } = (await karim.get(`/api/biens/${bien}/prix`)).json as HistoriqueDesPrix
  const { remise } = (await karim.get(`/api/ventes/${id}`)).json as Dossier
  return {
    vente,
    lot,
    changements: changements.map(({ vente_id, ...un }) => ({ ...un, sienne: vente_id === id })),
    journal,
    historique: data.map(({ ancien, nouveau, vente: une }) => ({ ancien, nouveau, sienne: une?.id === id })),
    remise,
    exportee: (await exported()).get(numero),
  }
}
async function exported() {
  const { rawPayload } = await karim.get('/api/portefeuille/export')
  const [titres = [], ...lignes] =
    (await readXlsx(rawPayload)).sheets.find(({ name }) => name === 'Ventes')?.rows ?? []
  const numero = titres.findIndex((titre) => String(titre).startsWith('Numéro'))
  return new Map(lignes.map((row) => [row[numero], row[titres.indexOf('Remise accordée')] ?? null]))
}

// spec: IN-11
it.each([
  ['lower', 950_000.5, 49_999.5],
  ['higher', 1_050_000, -50_000],
  ['equal', 1_000_000, 0],
])('a %s price leaves the same, agreed at the screen, by Ventes or by Reprise', async (mot, prix, remise) => {
  const laissees = []
  for (const [facon, sell] of Object.entries(FACONS)) {
    const numero = `${mot} ${facon}`
    const bien = await buildAppartement(t.db, { etage_id, num_lot: numero, prix: 100_000_000 })
    await sell(numero, bien, prix)
    laissees.push(await left(numero, bien))
  }
  const [ecran, ventes, reprise] = laissees
  expect(ecran).toMatchObject({ vente: { prix: Math.round(prix * 100) }, remise, exportee: remise })
  expect(ventes).toEqual(ecran)
  expect(reprise).toEqual(ecran)
})
