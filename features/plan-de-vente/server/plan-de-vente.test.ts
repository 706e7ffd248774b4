import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { planDeVente } from '#features/plan-de-vente/plan-de-vente.contract.ts'
import type { EtatDuBien } from '#shared/etats.ts'
import { addJours, aujourdhui } from '#shared/dates.ts'
import type { Wire } from '#shared/endpoint.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEtage,
  buildLocal,
  buildOption,
  buildParking,
  buildPlace,
  buildResidence,
  sell,
} from '#test/harness/builders.ts'

type Plan = Wire<typeof planDeVente>

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

const planOf = async (id: number, query = '') =>
  (await karim.get(`/api/plan-de-vente/${id}${query}`)).json as Plan
const lotsOf = ({ blocs, parkings }: Plan) => [
  ...blocs.flatMap(({ etages, locaux }) => [...etages.flatMap(({ lots }) => lots), ...locaux]),
  ...parkings.flatMap(({ places }) => places),
]
const block = (id: number, motif: string) =>
  t.db.updateTable('biens').set({ bloque_le: new Date(), bloque_motif: motif }).where('id', '=', id).execute()
const deliver = (vente: number) =>
  t.db
    .updateTable('ventes')
    .set({ contrat_le: '2026-01-12', livraison_le: '2026-02-01' })
    .where('id', '=', vente)
    .execute()

/** Two blocs, locaux and a parking, with a lot of each state and names nobody else has. */
async function buildTour() {
  const residence = await buildResidence(t.db, { adresse: 'Rue Didouche' })
  const residence_id = residence.id
  const bloc_id = (await buildBloc(t.db, { residence_id, nomloc: 'Bloc 10' })).id
  const premier = await buildBloc(t.db, { residence_id, nomloc: 'Bloc 2' })
  const rez = (await buildEtage(t.db, { bloc_id, niveau: 0, designation: 'Rez-de-chaussée' })).id
  const haut = (await buildEtage(t.db, { bloc_id, niveau: 7, designation: '7e étage' })).id
  const cave = (await buildEtage(t.db, { bloc_id, niveau: -1, designation: '1er sous-sol' })).id
  const lot = (num_lot: string, prix: number, etage_id = rez) =>
    buildAppartement(t.db, { num_lot, prix, etage_id })
  const biens = {
    libre: await lot('A10', 1_000_000_001),
    option: await lot('A2', 1_200_000_000),
    vendu: await lot('a1', 900_000_000),
    livre: await lot('B1', 700_000_000, haut),
    bloque: await buildLocal(t.db, { num: 'L2', bloc_id, prix: 800_000_000, surface: 0 }),
    sansSurface: await buildPlace(t.db, {
      parking_id: (await buildParking(t.db, { residence_id, parking_nom: 'Sous-sol' })).id,
      numero_place: 12,
      type_place: 'Box',
      prix: 120_000_050,
    }),
  }
  const client = await buildClient(t.db, { nom_complet: 'Wassila Mébarki' })
  await buildOption(t.db, biens.option, { nom: 'Zoubir Quarteroni', expire_le: addJours(aujourdhui(), 3) })
  await sell(t.db, biens.vendu, client.id)
  await deliver(await sell(t.db, biens.livre, client.id))
  await block(biens.bloque, 'Litige du voisin')
  return { residence, bloc_id, premier, etages: { rez, haut, cave }, biens, client }
}

describe('the plan of a residence', () => {
  it('has blocs by name, étages from top to bottom, lots by number, A2 before A10', async () => {
    const { residence, bloc_id, premier, biens, client } = await buildTour()
    const plan = await planOf(residence.id)
    expect(plan.residence).toEqual({ id: residence.id, nom: residence.nom, adresse: 'Rue Didouche' })
    expect(plan.blocs.map(({ id, nomloc }) => [id, nomloc])).toEqual([
      [premier.id, 'Bloc 2'],
      [bloc_id, 'Bloc 10'],
    ])
    expect(plan.blocs[0]).toMatchObject({ etages: [], locaux: [] })
    const etages = plan.blocs[1]?.etages ?? []
    expect(
      etages.map(({ designation, niveau, lots }) => [designation, niveau, lots.map((lot) => lot.numero)]),
    ).toEqual([
      ['7e étage', 7, ['B1']],
      ['Rez-de-chaussée', 0, ['a1', 'A2', 'A10']],
      ['1er sous-sol', -1, []],
    ])
    expect(etages[1]?.lots[1]).toEqual({
      id: biens.option,
      type: 'appartement',
      numero: 'A2',
      sorte: 'F3',
      surface: 92.7,
      montant: 12_000_000,
      prixM2: 129_449.84,
      etat: 'option',
      client: null,
      option: { nom: 'Zoubir Quarteroni', expire_le: addJours(aujourdhui(), 3) },
      bloque_motif: null,
      plan_pdf: false,
      version: 1,
    })
    expect(etages[1]?.lots[0]).toMatchObject({
      etat: 'vendu',
      client: { id: client.id, nomComplet: 'Wassila Mébarki' },
    })
    expect(plan.blocs[1]?.locaux).toMatchObject([
      {
        numero: 'L2',
        sorte: null,
        surface: 0,
        prixM2: null,
        etat: 'bloque',
        bloque_motif: 'Litige du voisin',
      },
    ])
    expect(plan.parkings).toMatchObject([
      {
        parking_nom: 'Sous-sol',
        nb_places: 10,
        places: [
          { numero: '12', sorte: 'Box', surface: null, prixM2: null, montant: 1_200_000.5, etat: 'libre' },
        ],
      },
    ])
  })

  // spec: PO-08
  it('says what the database counts: each bien once, its state, and what they come to', async () => {
    const { residence } = await buildTour()
    await buildTour()
    const plan = await planOf(residence.id)
    const { rows } = await sql<{ id: number; etat: EtatDuBien; prix: number }>`
      select id, etat_du_bien(id, ${aujourdhui()}::date) as etat, prix from biens where residence_id = ${residence.id}
      order by id`.execute(t.db)
    const lots = lotsOf(plan).toSorted((a, b) => a.id - b.id)
    expect(rows).toHaveLength(6)
    expect(
      lots.map(({ id, etat, montant }) => ({ id, etat, prix: Math.round((montant ?? 0) * 100) })),
    ).toEqual(rows)
    expect(plan.totaux).toEqual(
      (['libre', 'option', 'vendu', 'livre', 'bloque'] as const).map((etat) => {
        const those = rows.filter((row) => row.etat === etat)
        return { etat, nombre: those.length, valeur: those.reduce((sum, { prix }) => sum + prix, 0) / 100 }
      }),
    )
  })

  // spec: PO-08
  it('adds up to the centime, and says a state that no lot is in', async () => {
    const etage_id = (await buildEtage(t.db)).id
    const lot = (prix: number) => buildAppartement(t.db, { etage_id, prix })
    await lot(1_000_000_000)
    await buildOption(t.db, await lot(1_200_000_000))
    await sell(t.db, await lot(900_000_000), (await buildClient(t.db)).id)
    await block(await lot(800_000_000), 'Témoin')
    const { residence_id } = await t.db
      .selectFrom('biens')
      .select('residence_id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect((await planOf(residence_id ?? 0)).totaux).toEqual([
      { etat: 'libre', nombre: 1, valeur: 10_000_000 },
      { etat: 'option', nombre: 1, valeur: 12_000_000 },
      { etat: 'vendu', nombre: 1, valeur: 9_000_000 },
      { etat: 'livre', nombre: 0, valeur: 0 },
      { etat: 'bloque', nombre: 1, valeur: 8_000_000 },
    ])
  })

  it('is not found for a residence that is not there', async () => {
    for (const id of ['999999', 'abc', '0'])
      expect((await karim.get(`/api/plan-de-vente/${id}`)).statusCode).toBe(404)
  })
})

describe('what a buyer is shown', () => {
  // spec: PO-09
  it('holds neither price nor name, neither reason nor delivery', async () => {
    const { residence, biens } = await buildTour()
    const { body } = await karim.get(`/api/plan-de-vente/${residence.id}?vue=client`)
    for (const secret of [
      'Wassila',
      'Quarteroni',
      'Litige',
      '10000000',
      '12000000',
      '9000000',
      '129449',
      'livre',
      'bloque"',
    ])
      expect(body).not.toContain(secret)
    const plan = await planOf(residence.id, '?vue=client')
    expect(plan.totaux).toEqual([])
    const etats = new Map(lotsOf(plan).map(({ id, etat }) => [id, etat]))
    expect(Object.entries(biens).map(([name, id]) => [name, etats.get(id)])).toEqual([
      ['libre', 'libre'],
      ['option', 'option'],
      ['vendu', 'vendu'],
      ['livre', 'vendu'],
      ['bloque', 'indisponible'],
      ['sansSurface', 'libre'],
    ])
    for (const lot of lotsOf(plan))
      expect(lot).toMatchObject({
        montant: null,
        prixM2: null,
        client: null,
        option: null,
        bloque_motif: null,
      })
  })

  it('is asked for by that word alone', async () => {
    const { residence } = await buildTour()
    const whole = await planOf(residence.id)
    for (const query of ['', '?vue=', '?vue=CLIENT', '?vue=interne'])
      expect(await planOf(residence.id, query)).toEqual(whole)
  })
})
