import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Apercu } from '#features/generation/apercu.contract.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildBloc, buildEtage, buildResidence, idOf } from '#test/harness/builders.ts'
import { failedInvariants } from '#test/harness/invariants.ts'
import { fingerprints } from '#test/harness/tables.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

const newResidence = async () => (await buildResidence(t.db)).id
const url = (residence: number) => `/api/residences/${residence}/generer`

/** 3 blocs × 10 étages × 8 lots at 120 000 DA / m², 2 % an étage from the first on. */
const palier = Array.from({ length: 8 }, () => ({
  typeLogement: 'F4',
  surfaceHabitable: 85.5,
  surfaceUtile: 12.25,
  prixM2: 120_000,
}))
const demande = {
  blocs: { nombre: 3, nom: 'Bloc {A}', description: 'Dix étages' },
  niveaux: [{ de: 0, a: 9, palier }],
  numero: '{bloc}{niveau}{rang:2}',
  pas: { sorte: 'pourcent', valeur: 2, des: 1 },
  arrondi: 10_000,
}
const apercuOf = async (residence: number, body: Record<string, unknown>): Promise<Apercu> => {
  const { statusCode, json } = await karim.post(url(residence), { ...body, essai: true })
  expect([statusCode, json]).toEqual([200, { data: expect.anything() }])
  return (json as { data: Apercu }).data
}
const lotsOf = async (residence: number) =>
  t.db
    .selectFrom('appartements as a')
    .innerJoin('biens as b', 'b.id', 'a.id')
    .innerJoin('etages as e', 'e.id', 'a.etage_id')
    .innerJoin('blocs as o', 'o.id', 'e.bloc_id')
    .where('o.residence_id', '=', residence)
    .select(['a.id', 'o.nomloc', 'e.niveau', 'a.num_lot as numero', 'b.prix'])
    .orderBy('o.id')
    .orderBy('e.niveau', 'desc')
    .orderBy('a.id')
    .execute()

describe('generating the lots of a residence', () => {
  // spec: PO-01
  it('writes what the preview says, each record with its line in the journal', async () => {
    const residence = await newResidence()
    const apercu = await apercuOf(residence, demande)
    const before = await t.db.selectFrom('journal').select('id').execute()
    const { statusCode, json } = await karim.post(url(residence), demande)
    expect([statusCode, json]).toEqual([
      201,
      {
        data: { ...apercu.totaux, generation_id: expect.any(Number) },
        message: 'Génération terminée avec succès !',
      },
    ])
    expect(apercu.totaux).toMatchObject({
      blocs: 3,
      etages: 30,
      appartements: 240,
      locaux: 0,
      places: 0,
    })
    const lots = await lotsOf(residence)
    expect(lots).toHaveLength(240)
    expect(lots.map(({ nomloc, niveau, numero, prix }) => [nomloc, niveau, numero, prix / 100])).toEqual(
      apercu.blocs.flatMap(({ nomloc, etages }) =>
        etages.flatMap(({ niveau, lots: siens }) =>
          siens.map(({ numero, montant }) => [nomloc, niveau, numero, montant]),
        ),
      ),
    )
    expect(lots.find(({ numero }) => numero === 'B407')).toMatchObject({ niveau: 4, prix: 12_430_000_00 })
    expect(lots.find(({ numero }) => numero === 'C908')).toMatchObject({ niveau: 9, prix: 13_610_000_00 })
    const written = await t.db
      .selectFrom('journal')
      .where('id', '>', Math.max(...before.map(({ id }) => id)))
      .select(['action', 'objet', 'objet_id', 'apres', 'membre_nom'])
      .orderBy('id')
      .execute()
    expect(written).toHaveLength(1 + 3 + 30 + 240)
    expect(written[0]).toMatchObject({
      action: 'generer',
      objet: 'residence',
      objet_id: residence,
      apres: { blocs: 3, etages: 30, appartements: 240, demande: { numero: demande.numero } },
    })
    expect(new Set(written.slice(1).map(({ action }) => action))).toEqual(new Set(['ajouter']))
    expect(new Set(written.filter(({ objet }) => objet === 'appartement').map((l) => l.objet_id))).toEqual(
      new Set(lots.map(({ id }) => id)),
    )
    expect(await failedInvariants(t.db)).toEqual([])
  })

  it('writes the journal as the forms do', async () => {
    const residence = await newResidence()
    await karim.post(url(residence), {
      blocs: { nombre: 1, nom: 'Bloc {A}', description: 'Un étage' },
      niveaux: [{ de: 0, a: 0, palier: palier.slice(0, 1) }],
      numero: 'A1',
      locaux: { nombre: 1, numero: 'L1', surface: 45.5, montant: 100, description: 'En angle' },
      parking: { parking_nom: 'Sous-sol', nombre: 1, type_place: 'Box', montant: 5, position: 'Au fond' },
    })
    const other = await newResidence()
    const bloc = idOf(
      await karim.post('/api/blocs', { residence_id: other, nomloc: 'Bloc A', description: 'Un étage' }),
    )
    const etage = idOf(
      await karim.post('/api/etages', {
        bloc_id: bloc,
        designation: 'Rez-de-chaussée',
        niveau: 0,
        logement_par_palier: 1,
      }),
    )
    await karim.post('/api/appartements', {
      etage_id: etage,
      numLot: 'A1',
      typeLogement: 'F4',
      surfaceHabitable: 85.5,
      surfaceUtile: 12.25,
      montant: 11_730_000,
    })
    await karim.post('/api/locaux', {
      bloc_id: bloc,
      num: 'L1',
      surface: 45.5,
      montant: 100,
      description: 'En angle',
    })
    const parking_id = idOf(
      await karim.post('/api/parkings', { residence_id: other, parking_nom: 'Sous-sol', nb_places: 1 }),
    )
    await karim.post('/api/places-parking', {
      parking_id,
      numero_place: 1,
      type_place: 'Box',
      montant: 5,
      position: 'Au fond',
    })
    const lines = async () => {
      const rows = await t.db
        .selectFrom('journal')
        .where('action', '=', 'ajouter')
        .select(['objet', 'membre_id', 'avant', 'apres'])
        .orderBy('id', 'desc')
        .limit(12)
        .execute()
      const nomOf = async (id: number) => {
        const { nom } = await t.db
          .selectFrom('residences')
          .where('id', '=', id)
          .select('nom')
          .executeTakeFirstOrThrow()
        return nom
      }
      const [one, two] = [await nomOf(residence), await nomOf(other)]
      return rows.map((row) =>
        JSON.stringify(row)
          .replaceAll(/"(\w*id)":\d+/g, '"$1":0')
          .replaceAll(one, '')
          .replaceAll(two, ''),
      )
    }
    const written = await lines()
    expect(written.slice(0, 6)).toEqual(written.slice(6))
    expect(written[5]).toContain('"objet":"bloc"')
  })

  // spec: PO-02
  it('writes nothing when it is only tried, and leaves its key to who creates', async () => {
    const residence = await newResidence()
    const before = await fingerprints(t.db)
    const key = { 'idempotency-key': 'essai-puis-creation' }
    const tried = await karim.post(url(residence), { ...demande, essai: true }, key)
    const again = await karim.post(url(residence), { ...demande, arrondi: 0, essai: true }, key)
    expect([tried.statusCode, again.statusCode]).toEqual([200, 200])
    expect(again.json).not.toEqual(tried.json)
    expect(await fingerprints(t.db)).toEqual(before)
    const created = await karim.post(url(residence), demande, key)
    expect(created.statusCode).toBe(201)
    const other = await karim.post(url(residence), { ...demande, arrondi: 0 }, key)
    expect([other.statusCode, (other.json as { message: string }).message]).toEqual([
      422,
      'Cette clé a déjà servi à une autre demande.',
    ])
  })

  // spec: PO-04
  it('creates once what eight ask for at once', async () => {
    const residence = await newResidence()
    const petite = { ...demande, blocs: { ...demande.blocs, nombre: 1 } }
    const answers = await Promise.all(Array.from({ length: 8 }, () => karim.post(url(residence), petite)))
    const refused = answers.filter(({ statusCode }) => statusCode !== 201)
    expect(refused.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 7 }, () => 422))
    expect(refused[0]?.json).toEqual({
      message: "Rien n'a été créé : 1 collision.",
      errors: { collisions: ['Le bloc « Bloc A » existe déjà dans cette résidence.'] },
    })
    expect(await lotsOf(residence)).toHaveLength(80)

    const other = await newResidence()
    const key = { 'idempotency-key': 'huit-a-la-fois' }
    const repeats = await Promise.all(Array.from({ length: 8 }, () => karim.post(url(other), petite, key)))
    for (const repeat of repeats) expect([repeat.statusCode, repeat.json]).toEqual([201, repeats[0]?.json])
    expect(await lotsOf(other)).toHaveLength(80)
    expect(await failedInvariants(t.db)).toEqual([])
  })

  // spec: PO-05
  it('creates 5,000 lots at once, and not one more', async () => {
    const residence = await newResidence()
    const cinquante = Array.from({ length: 50 }, () => palier[0])
    const grande = {
      blocs: { nombre: 10, nom: 'Bloc {n:2}', description: 'Dix étages' },
      niveaux: [{ de: -2, a: 6, palier: cinquante }],
      numero: '{bloc}-{suite:3}',
      locaux: { nombre: 50, numero: 'L{rang:2}', surface: 45, montant: 1 },
    }
    const place = { parking_nom: 'Sous-sol', nombre: 1, type_place: 'Box', montant: 1 }
    const before = await fingerprints(t.db)
    const refused = await karim.post(url(residence), { ...grande, parking: place })
    expect(refused.json).toEqual({ message: '5\u202F001 lots : 5\u202F000 au plus à la fois.' })
    expect(refused.statusCode).toBe(422)
    expect(await fingerprints(t.db)).toEqual(before)
    const { json, statusCode } = await karim.post(url(residence), grande)
    expect([statusCode, json]).toMatchObject([
      201,
      { data: { blocs: 10, etages: 90, appartements: 4_500, locaux: 500, places: 0 } },
    ])
    expect(new Set((await lotsOf(residence)).map(({ numero }) => numero)).size).toBe(4_500)
    expect(await failedInvariants(t.db)).toEqual([])
  })

  it('and a form that adds one of its lots come one after the other', async () => {
    for (let round = 0; round < 6; round++) {
      const residence = await newResidence()
      const bloc = await buildBloc(t.db, { residence_id: residence, nomloc: 'Bloc A' })
      const etage = await buildEtage(t.db, { bloc_id: bloc.id, niveau: 1 })
      const [generated, added] = await Promise.all([
        karim.post(url(residence), {
          blocs: { ids: [bloc.id] },
          niveaux: [{ de: 1, a: 2, palier }],
          numero: '{bloc}{niveau}{rang:2}',
        }),
        karim.post('/api/appartements', {
          etage_id: etage.id,
          numLot: 'a101',
          typeLogement: 'F4',
          surfaceHabitable: 85.5,
          surfaceUtile: 12.25,
          montant: 1,
        }),
      ])
      const outcome = [generated.statusCode, added.statusCode, (await lotsOf(residence)).length]
      expect([
        [201, 422, 16],
        [422, 201, 1],
      ]).toContainEqual(outcome)
    }
    expect(await failedInvariants(t.db)).toEqual([])
  })
})
