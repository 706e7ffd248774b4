import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEtage,
  buildResidence,
  idOf,
  sell,
} from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
let residence_id: number
let bloc_id: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  residence_id = (await buildResidence(t.db, { nom: 'Les Cèdres' })).id
  bloc_id = (await buildBloc(t.db, { residence_id, nomloc: 'Bloc C' })).id
})
afterAll(() => t.close())

const fields = () => ({
  designation: 'Premier étage',
  niveau: 1,
  logement_par_palier: 4,
  bloc_id,
  residence_id,
})
const rows = () => t.db.selectFrom('etages').selectAll().orderBy('id').execute()

describe('étages', () => {
  // spec: ETG-51, ETG-52, ETG-54, ETG-55, ETG-56, RES-57
  it('are added to a bloc, changed and deleted, with a line in the journal each time', async () => {
    const added = await karim.post('/api/etages', { ...fields(), niveau: '-1', logement_par_palier: '4' })
    expect(added.statusCode).toBe(201)
    const bloc = {
      id: bloc_id,
      nomloc: 'Bloc C',
      residence_id,
      residence: { id: residence_id, nom: 'Les Cèdres' },
    }
    expect(added.json).toMatchObject({
      designation: 'Premier étage',
      niveau: -1,
      logement_par_palier: 4,
      bloc_id,
      bloc,
      logements_count: 0,
      occupied_logements_count: 0,
      tauxOccupation: 0,
      version: 1,
      message: 'Étage ajouté avec succès !',
    })
    const id = idOf(added)
    const whole = (await karim.get(`/api/etages/${id}`)).json as object
    const changed = await karim.put(`/api/etages/${id}`, { ...whole, residence_id, designation: 'Sous-sol' })
    expect(changed.json).toMatchObject({
      id,
      designation: 'Sous-sol',
      niveau: -1,
      version: 2,
      message: 'Étage modifié avec succès !',
    })
    const late = await karim.put(`/api/etages/${id}`, { ...fields(), version: 1 })
    expect([late.statusCode, late.json]).toEqual([
      409,
      { message: 'Cette fiche a été modifiée entre-temps. Rechargez-la.' },
    ])
    expect((await karim.delete(`/api/etages/${id}`)).json).toEqual({
      message: 'Étage supprimé avec succès !',
    })
    expect((await rows()).some((row) => row.id === id)).toBe(false)
    const journal = await t.db
      .selectFrom('journal')
      .select('action')
      .where('objet', '=', 'etage')
      .where('objet_id', '=', id)
      .orderBy('id')
      .execute()
    expect(journal.map(({ action }) => action)).toEqual(['ajouter', 'modifier', 'supprimer'])
  })

  it('derive the residence from the bloc when it is not sent', async () => {
    for (const missing of [undefined, null, ''])
      expect((await karim.post('/api/etages', { ...fields(), residence_id: missing })).json).toMatchObject({
        bloc: { residence_id },
      })
  })

  // spec: ETG-45, ETG-53, API-11, API-12
  it('are listed six to a page, the newest first, each exactly once', async () => {
    for (let n = 0; n < 13; n++) await buildEtage(t.db, { bloc_id, niveau: 1, designation: 'Même étage' })
    const all = (await rows()).map(({ id }) => id).toReversed()
    expect((await karim.get('/api/etages')).json).toMatchObject({
      current_page: 1,
      per_page: 6,
      last_page: Math.ceil(all.length / 6),
      total: all.length,
    })
    expect(await walk('/api/etages?per_page=6')).toEqual(all)
  })

  it('are listed for one bloc or one residence from the ground up', async () => {
    const bloc = await buildBloc(t.db)
    for (const niveau of [3, 0, 1, 1, 1, 1, -1]) await buildEtage(t.db, { bloc_id: bloc.id, niveau })
    const expected = (await rows())
      .filter((row) => row.bloc_id === bloc.id)
      .toSorted((a, b) => a.niveau - b.niveau || a.id - b.id)
    for (const filter of [
      `bloc_id=${bloc.id}`,
      `residence_id=${bloc.residence_id}`,
      `residence_id=${bloc.residence_id}&bloc_id=${bloc.id}`,
    ])
      expect(await walk(`/api/etages?${filter}&per_page=2`)).toEqual(expected.map(({ id }) => id))
    expect(await walk(`/api/etages?residence_id=${residence_id}&bloc_id=${bloc.id}`)).toEqual([])
  })

  // spec: API-08, API-09
  it('are offered to select boxes with their bloc and residence', async () => {
    const bloc = await buildBloc(t.db, { nomloc: 'Seul' })
    const upper = await buildEtage(t.db, { bloc_id: bloc.id, niveau: 2 })
    const lower = await buildEtage(t.db, { bloc_id: bloc.id, niveau: 1 })
    const expected = [lower, upper].map(({ id, designation }) => ({
      id,
      designation,
      bloc_id: bloc.id,
      bloc: { nomloc: 'Seul', residence_id: bloc.residence_id },
    }))
    expect((await karim.get(`/api/blocs/${bloc.id}/etages`)).json).toMatchObject(expected)
    const all = (await karim.get('/api/all-etages')).json as { id: number; bloc_id: number }[]
    expect(all.filter((etage) => etage.bloc_id === bloc.id)).toMatchObject(expected)
    expect(all.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual((await rows()).map(({ id }) => id))
  })

  // spec: ETG-48, ETG-49, LIM-22
  it.each([
    [{ designation: '' }, 'designation', 'La désignation est obligatoire.'],
    [{ designation: 'x'.repeat(256) }, 'designation', 'Ce texte dépasse 255 caractères.'],
    [{ niveau: '' }, 'niveau', 'Le niveau est obligatoire.'],
    [{ niveau: undefined }, 'niveau', 'Le niveau est obligatoire.'],
    [{ niveau: 'deux' }, 'niveau', 'Le niveau doit être un nombre entier, entre -100 et 1000.'],
    [{ niveau: 1.5 }, 'niveau', 'Le niveau doit être un nombre entier, entre -100 et 1000.'],
    [
      { logement_par_palier: 0 },
      'logement_par_palier',
      'Le nombre de logements par palier doit être un nombre entier, entre 1 et 10000.',
    ],
    [
      { logement_par_palier: 'abc' },
      'logement_par_palier',
      'Le nombre de logements par palier doit être un nombre entier, entre 1 et 10000.',
    ],
    [{ bloc_id: '' }, 'bloc_id', 'Veuillez sélectionner un bloc.'],
    [{ bloc_id: 999_999 }, 'bloc_id', 'Veuillez sélectionner un bloc.'],
    [{ residence_id: 'abc' }, 'residence_id', 'Veuillez sélectionner une résidence.'],
    [{ residence_id: 999_999 }, 'bloc_id', "Ce bloc n'appartient pas à la résidence choisie."],
  ])('refuses %j at its field and writes nothing', async (wrong, field, text) => {
    const { id } = await buildEtage(t.db, { bloc_id })
    const before = await rows()
    for (const refused of [
      await karim.post('/api/etages', { ...fields(), ...wrong }),
      await karim.put(`/api/etages/${id}`, { ...fields(), ...wrong }),
    ]) {
      expect(refused.statusCode).toBe(422)
      expect(refused.json).toEqual({ message: text, errors: { [field]: [text] } })
    }
    expect(await rows()).toEqual(before)
  })

  it('are not deleted while they have appartements, and say how many are sold', async () => {
    const { id } = await buildEtage(t.db)
    await buildAppartement(t.db, { etage_id: id })
    expect((await karim.delete(`/api/etages/${id}`)).json).toEqual({
      message: 'Impossible de supprimer cet étage : il contient 1 appartement.',
    })
    await sell(t.db, await buildAppartement(t.db, { etage_id: id }), (await buildClient(t.db)).id)
    const before = await rows()
    const refused = await karim.delete(`/api/etages/${id}`)
    expect([refused.statusCode, refused.json]).toEqual([
      409,
      { message: 'Impossible de supprimer cet étage : il contient 2 appartements, dont 1 vendu.' },
    ])
    expect(await rows()).toEqual(before)
  })

  // spec: ETG-50, ETG-57, ETG-58, ETG-59, ETG-60
  it('say what they can hold, how full they are and who bought what', async () => {
    const { id } = await buildEtage(t.db, { bloc_id, designation: 'RDC', logement_par_palier: 6 })
    const sold = await buildAppartement(t.db, { etage_id: id, num_lot: '1', type_logement: 'Duplex' })
    await buildAppartement(t.db, { etage_id: id, num_lot: '2' })
    await buildAppartement(t.db, { etage_id: id, num_lot: '10' })
    const client = await buildClient(t.db)
    await sell(t.db, sold, client.id)
    expect((await karim.get(`/api/etages/${id}/capacite`)).json).toEqual({ capacite_logement: 6 })
    expect((await karim.get(`/api/etages/${id}`)).json).toMatchObject({
      logements_count: 3,
      occupied_logements_count: 1,
      tauxOccupation: 33.33,
    })
    const bloc = { id: bloc_id, nomloc: 'Bloc C' }
    expect((await karim.get(`/api/etages/${id}/report`)).json).toMatchObject({
      designation: 'RDC',
      stats: { appartementCount: 3, occupiedCount: 1, availableCount: 2, tauxOccupation: 33.33 },
      appartements: [
        {
          id: sold,
          numLot: '1',
          typeLogement: 'Duplex',
          bloc,
          client: { id: client.id, nomComplet: client.nom_complet, tel: client.tel },
        },
        { numLot: '2', bloc, client: null },
        { numLot: '10', client: null },
      ],
    })
  })

  it('are never added to a bloc while it is being deleted', async () => {
    for (let round = 0; round < 10; round++) {
      const bloc = await buildBloc(t.db, { residence_id })
      const [added, deleted] = await Promise.all([
        karim.post('/api/etages', { ...fields(), bloc_id: bloc.id }),
        karim.delete(`/api/blocs/${bloc.id}`),
      ])
      expect([
        [201, 409],
        [422, 200],
      ]).toContainEqual([added.statusCode, deleted.statusCode])
    }
  })

  it('answer 404 to an unknown id, 401 without a session', async () => {
    const { id } = await buildEtage(t.db)
    for (const unknown of ['999999', '0', 'abc'])
      for (const path of [
        `/api/etages/${unknown}`,
        `/api/etages/${unknown}/report`,
        `/api/etages/${unknown}/capacite`,
        `/api/blocs/${unknown}/etages`,
      ])
        expect((await karim.get(path)).statusCode).toBe(404)
    expect((await karim.put('/api/etages/999999', fields())).statusCode).toBe(404)
    expect((await karim.delete('/api/etages/999999')).statusCode).toBe(404)
    const before = await rows()
    const stranger = t.visitor()
    for (const path of [
      '/api/etages',
      '/api/all-etages',
      `/api/etages/${id}`,
      `/api/etages/${id}/report`,
      `/api/etages/${id}/capacite`,
      `/api/blocs/${bloc_id}/etages`,
    ])
      expect((await stranger.get(path)).statusCode).toBe(401)
    expect((await stranger.post('/api/etages', fields())).statusCode).toBe(401)
    expect((await stranger.put(`/api/etages/${id}`, fields())).statusCode).toBe(401)
    expect((await stranger.delete(`/api/etages/${id}`)).statusCode).toBe(401)
    expect(await rows()).toEqual(before)
  })
})

/** The ids of every page, in order. */
async function walk(path: string): Promise<number[]> {
  const seen: number[] = []
  for (let page = 1; ; page++) {
    const { data, last_page } = (await karim.get(`${path}&page=${page}`)).json as {
      data: { id: number }[]
      last_page: number
    }
    seen.push(...data.map(({ id }) => id))
    if (page >= last_page) return seen
  }
}
