import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BlocPrevu } from '#features/echeanciers/previsions.contract.ts'
import type { Ligne } from '#features/echeanciers/echeances.contract.ts'
import type { Dossier } from '#features/ventes/dossiers.contract.ts'
import { addJours, addMois, aujourdhui, type Jour } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEtage,
  buildPlace,
  buildResidence,
  sell,
} from '#test/harness/builders.ts'
import { fingerprints } from '#test/harness/tables.ts'

const today = aujourdhui()
const before = (days: number) => addJours(today, -days)
const GROS_OEUVRE = addMois(today, 6)
const LIVRAISON = addMois(today, 12)
const SIENNE = addMois(today, 11)

let t: TestApp
let karim: Visitor
/** Gros œuvre, in the order of the works. */
let fondations: number
let grosOeuvre: number
let residence: number
let bloc: number
let etage: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  const stades = await t.db.selectFrom('stades').select('id').orderBy('rang').execute()
  ;[fondations = 0, grosOeuvre = 0] = stades.map(({ id }) => id)
})
beforeEach(async () => {
  residence = (await buildResidence(t.db)).id
  bloc = (await buildBloc(t.db, { residence_id: residence, nomloc: 'Bloc C' })).id
  etage = (await buildEtage(t.db, { bloc_id: bloc })).id
})
afterAll(() => t.close())

const path = () => `/api/residences/${residence}/previsions`
const foresee = (...blocs: object[]) => karim.put(path(), { blocs })
const duBloc = (stades: readonly [number, Jour | null][], livraison_prevue_le?: Jour | null) => ({
  id: bloc,
  livraison_prevue_le,
  stades: stades.map(([stade_id, prevu_le]) => ({ stade_id, prevu_le })),
})
const blocs = async () => ((await karim.get(path())).json as { data: BlocPrevu[] }).data

/** An open sale of a lot of the bloc: a line on Gros œuvre, one on it with a day of its own, one on the delivery. */
async function vendre(dans = etage): Promise<number> {
  const vente = await sell(
    t.db,
    await buildAppartement(t.db, { etage_id: dans, prix: 300 }),
    (await buildClient(t.db)).id,
  )
  const line = (rang: number, declencheur: string, day: Jour | null) => sql`
    insert into echeances (vente_id, rang, libelle, montant, declencheur, stade_id, date_prevue)
    values (${vente}, ${rang}, ${declencheur}, 100, ${declencheur}, case when ${declencheur} = 'stade' then ${grosOeuvre}::bigint end,
      ${day}::date)`
  await t.db.transaction().execute(async (db) => {
    await line(1, 'stade', null).execute(db)
    await line(2, 'stade', addMois(today, 5)).execute(db)
    await line(3, 'livraison', null).execute(db)
    await sql`select rafraichir_echeances(array[${vente}::bigint])`.execute(db)
  })
  return vente
}
const date = async (vente: number, jours: object) =>
  expect((await karim.put(`/api/ventes/${vente}`, { reservation_le: before(60), ...jours })).statusCode).toBe(
    200,
  )
const prevues = async (vente: number) =>
  ((await karim.get(`/api/ventes/${vente}`)).json as Dossier).echeances.map(({ prevue_le }) => prevue_le)

// spec: CO-05
describe('a foreseen day of the works', () => {
  it('is taken by the lines that have none of their own, and moves with the works', async () => {
    const vente = await vendre()
    const sien = addMois(today, 5)
    expect(await prevues(vente)).toEqual([null, sien, null])
    expect((await foresee(duBloc([[grosOeuvre, GROS_OEUVRE]], LIVRAISON))).statusCode).toBe(200)
    expect(await prevues(vente)).toEqual([GROS_OEUVRE, sien, LIVRAISON])
    await foresee(duBloc([[grosOeuvre, addMois(today, 7)]]))
    expect(await prevues(vente)).toEqual([addMois(today, 7), sien, LIVRAISON])
    // A dossier's own foreseen delivery stands before the bloc's.
    await date(vente, { livraison_prevue_le: SIENNE })
    expect((await prevues(vente))[2]).toBe(SIENNE)
    await date(vente, { livraison_prevue_le: null })
    await foresee(duBloc([[grosOeuvre, null]], null))
    expect(await prevues(vente)).toEqual([null, sien, null])
  })

  it('is told no more once the stade is reached, with a contract or without, and again once it is withdrawn', async () => {
    const vente = await vendre()
    await foresee(duBloc([[grosOeuvre, GROS_OEUVRE]], LIVRAISON))
    await karim.put(`/api/blocs/${bloc}/stades/${fondations}`, { atteint_le: before(40) })
    await karim.put(`/api/blocs/${bloc}/stades/${grosOeuvre}`, { atteint_le: before(20) })
    const read = async () =>
      ((await karim.get(`/api/ventes/${vente}`)).json as Dossier).echeances
        .slice(0, 2)
        .map(({ prevue_le, exigible_le, attend }) => [prevue_le, exigible_le, attend])
    expect(await read()).toEqual([
      [null, null, 'contrat'],
      [null, null, 'contrat'],
    ])
    await date(vente, { contrat_le: before(50) })
    expect(await read()).toEqual([
      [null, before(20), null],
      [null, before(20), null],
    ])
    await karim.delete(`/api/blocs/${bloc}/stades/${grosOeuvre}`)
    expect(await read()).toEqual([
      [GROS_OEUVRE, null, null],
      [addMois(today, 5), null, null],
    ])
  })

  it('is that of the bloc to which the bien moves; a place has only its dossier’s', async () => {
    const vente = await vendre()
    await foresee(duBloc([[grosOeuvre, GROS_OEUVRE]], LIVRAISON))
    const other = (await buildBloc(t.db, { residence_id: residence })).id
    const elsewhere = (await buildEtage(t.db, { bloc_id: other })).id
    await foresee({ id: other, stades: [{ stade_id: grosOeuvre, prevu_le: addMois(today, 9) }] })
    await sql`update appartements set etage_id = ${elsewhere} where id = (select bien_id from ventes where id = ${vente})`.execute(
      t.db,
    )
    expect(await prevues(vente)).toEqual([addMois(today, 9), addMois(today, 5), null])
    const place = await sell(t.db, await buildPlace(t.db, { prix: 100 }), (await buildClient(t.db)).id)
    await t.db.transaction().execute(async (db) => {
      await sql`insert into echeances (vente_id, rang, libelle, montant, declencheur) values (${place}, 1, 'Clés', 100, 'livraison')`.execute(
        db,
      )
      await sql`select rafraichir_echeances(array[${place}::bigint])`.execute(db)
    })
    expect(await prevues(place)).toEqual([null])
    await date(place, { livraison_prevue_le: SIENNE })
    expect(await prevues(place)).toEqual([SIENNE])
  })

  it('is that of the bloc to which the sale is transferred; a stade that is deleted is foreseen no more', async () => {
    const vente = await vendre()
    await foresee(duBloc([[grosOeuvre, GROS_OEUVRE]], LIVRAISON))
    const other = (await buildBloc(t.db, { residence_id: residence })).id
    const elsewhere = (await buildEtage(t.db, { bloc_id: other })).id
    await foresee({ id: other, livraison_prevue_le: addMois(today, 10) })
    const bien_id = await buildAppartement(t.db, { etage_id: elsewhere, prix: 300 })
    const moved = await karim.post(`/api/ventes/${vente}/transfert-bien`, { bien_id, motif: 'Étage' })
    expect(moved.statusCode).toBe(201)
    expect(await prevues(vente)).toEqual([null, addMois(today, 5), addMois(today, 10)])
    const { id } = (await karim.post('/api/stades', { nom: 'Étanchéité' })).json as { id: number }
    await foresee(duBloc([[id, GROS_OEUVRE]]))
    const names = async () =>
      (await blocs()).map(({ stades }) => stades.some(({ nom }) => nom === 'Étanchéité'))
    expect(await names()).toEqual([true, true])
    expect((await karim.delete(`/api/stades/${id}`)).statusCode).toBe(200)
    expect(await names()).toEqual([false, false])
    expect(
      await t.db.selectFrom('stades_prevus').select('stade_id').where('stade_id', '=', id).execute(),
    ).toEqual([])
  })

  it('puts a line among those to come, in its month', async () => {
    const vente = await vendre()
    await foresee(duBloc([[grosOeuvre, GROS_OEUVRE]], LIVRAISON))
    const { dossier } = (await karim.get(`/api/ventes/${vente}`)).json as Dossier
    const { data } = (await karim.get(`/api/echeances?onglet=a_venir&horizon=tout&search=${dossier}`))
      .json as {
      data: Ligne[]
    }
    expect(data.map(({ rang, prevue_le }) => [rang, prevue_le])).toEqual([
      [2, addMois(today, 5)],
      [1, GROS_OEUVRE],
      [3, LIVRAISON],
    ])
  })
})

// spec: CO-07
describe('the foreseen days of a residence', () => {
  it('are its blocs by name with their stades in order; what is sent changes, no more', async () => {
    const second = (await buildBloc(t.db, { residence_id: residence, nomloc: 'Bloc A' })).id
    const saved = await foresee(duBloc([[grosOeuvre, GROS_OEUVRE]], LIVRAISON))
    expect(saved.json).toEqual({ data: await blocs(), message: 'Dates prévues enregistrées avec succès !' })
    const [a, c] = await blocs()
    expect([a?.id, c?.id]).toEqual([second, bloc])
    expect(c).toMatchObject({
      livraison_prevue_le: LIVRAISON,
      stades: [
        { nom: 'Fondations achevées', prevu_le: null, atteint_le: null },
        { nom: 'Gros œuvre achevé', prevu_le: GROS_OEUVRE },
        { prevu_le: null },
      ],
    })
    await foresee({ id: bloc, stades: [{ stade_id: fondations, prevu_le: addMois(today, 1) }] })
    expect((await blocs())[1]).toMatchObject({
      livraison_prevue_le: LIVRAISON,
      stades: [{ prevu_le: addMois(today, 1) }, { prevu_le: GROS_OEUVRE }, {}],
    })
    expect((await karim.get(`/api/residences/${residence}/dossier-legal`)).json).toMatchObject({
      blocs: [{ livraison_prevue_le: null }, { livraison_prevue_le: LIVRAISON }],
    })
    expect((await karim.get(`/api/blocs/${bloc}/stades`)).json).toMatchObject({
      data: [{ prevu_le: addMois(today, 1) }, { prevu_le: GROS_OEUVRE }, { prevu_le: null }],
      livraison: { prevue_le: LIVRAISON, echeances_en_attente: 0, montant_en_attente: 0 },
    })
  })

  it('leave one line of the journal for each bloc that changed, before and after, and none for nothing', async () => {
    const lines = () =>
      t.db
        .selectFrom('journal')
        .select(['objet_id', 'avant', 'apres'])
        .where('action', '=', 'prévision')
        .where('objet_id', '=', bloc)
        .orderBy('id')
        .execute()
    await foresee(duBloc([[grosOeuvre, GROS_OEUVRE]], LIVRAISON))
    await foresee(duBloc([[grosOeuvre, GROS_OEUVRE]], LIVRAISON))
    expect(await lines()).toEqual([
      {
        objet_id: bloc,
        avant: { previsions: [], livraison_prevue_le: null },
        apres: {
          previsions: [{ stade: 'Gros œuvre achevé', prevu_le: GROS_OEUVRE }],
          livraison_prevue_le: LIVRAISON,
        },
      },
    ])
  })

  it('are refused whole: no bloc, a bloc of elsewhere, an unknown stade, one twice, no day; nothing is written', async () => {
    const foreign = (await buildBloc(t.db)).id
    await foresee(duBloc([[grosOeuvre, GROS_OEUVRE]]))
    const good = duBloc([[grosOeuvre, addMois(today, 8)]])
    const sentence = ["Cette valeur n'est pas valide."]
    const untouched = await fingerprints(t.db)
    for (const [sent, field] of [
      [[], 'blocs'],
      [[good, { id: foreign, livraison_prevue_le: LIVRAISON }], 'blocs.1.id'],
      [[good, good], 'blocs.1.id'],
      [
        [
          duBloc([
            [grosOeuvre, GROS_OEUVRE],
            [999_999, GROS_OEUVRE],
          ]),
        ],
        'blocs.0.stades.1.stade_id',
      ],
      [
        [
          duBloc([
            [grosOeuvre, GROS_OEUVRE],
            [grosOeuvre, null],
          ]),
        ],
        'blocs.0.stades.1.stade_id',
      ],
    ] as const) {
      const { statusCode, json } = await foresee(...sent)
      expect([field, statusCode, json]).toMatchObject([field, 422, { errors: { [field]: sentence } }])
    }
    const wrongDay = await foresee(duBloc([[grosOeuvre, '2027-02-30']]))
    expect(wrongDay.json).toMatchObject({
      errors: { 'blocs.0.stades.0.prevu_le': ["Cette date n'existe pas."] },
    })
    const unknown = await karim.put('/api/residences/999999/previsions', { blocs: [good] })
    expect(unknown.statusCode).toBe(404)
    expect(await fingerprints(t.db)).toEqual(untouched)
  })
})
