import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEtage,
  buildLocal,
  buildResidence,
  idOf,
  sell,
} from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
let residence_id: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  residence_id = (await buildResidence(t.db, { nom: 'Les Palmiers' })).id
})
afterAll(() => t.close())

const fields = () => ({ nomloc: 'Bloc A', description: 'Six étages,\nvue sur mer', residence_id })
const rows = () => t.db.selectFrom('blocs').selectAll().orderBy('id').execute()

describe('blocs', () => {
  // spec: BLOC-34, BLOC-37, BLOC-38, BLOC-39, RES-57
  it('are added to a residence, changed, moved and deleted, with a line in the journal each time', async () => {
    const added = await karim.post('/api/blocs', { ...fields(), residence_id: String(residence_id) })
    expect(added.statusCode).toBe(201)
    const figures = {
      etages_count: 0,
      appartementCount: 0,
      availableCount: 0,
      occupiedCount: 0,
      tauxOccupation: 0,
    }
    const residence = { id: residence_id, nom: 'Les Palmiers' }
    expect(added.json).toMatchObject({
      ...fields(),
      residence,
      ...figures,
      version: 1,
      message: 'Bloc ajouté avec succès !',
    })
    const id = idOf(added)
    const other = await buildResidence(t.db)
    const given = { nomloc: 'Bloc B', description: 'Sept étages', residence_id: other.id }
    const moved = await karim.put(`/api/blocs/${id}`, { ...given, version: 1 })
    expect(moved.json).toMatchObject({
      ...given,
      id,
      version: 2,
      message: 'Bloc modifié avec succès !',
    })
    const late = await karim.put(`/api/blocs/${id}`, { ...fields(), nomloc: 'Tard', version: 1 })
    expect([late.statusCode, late.json]).toEqual([
      409,
      { message: 'Cette fiche a été modifiée entre-temps. Rechargez-la.' },
    ])
    expect((await karim.get(`/api/blocs/${id}`)).json).toMatchObject(given)
    expect((await karim.delete(`/api/blocs/${id}`)).json).toEqual({ message: 'Bloc supprimé avec succès !' })
    expect((await rows()).some((row) => row.id === id)).toBe(false)
    const journal = await t.db
      .selectFrom('journal')
      .select('action')
      .where('objet', '=', 'bloc')
      .where('objet_id', '=', id)
      .orderBy('id')
      .execute()
    expect(journal.map(({ action }) => action)).toEqual(['ajouter', 'modifier', 'supprimer'])
  })

  // spec: BLOC-35, BLOC-36, API-11, API-12
  it('are listed six to a page, the newest first, each exactly once, or all at once without paging', async () => {
    for (let n = 0; n < 13; n++) await buildBloc(t.db, { residence_id, nomloc: 'Même nom' })
    const all = (await rows()).map(({ id }) => id).toReversed()
    expect(await walk('/api/blocs?per_page=6')).toEqual(all)
    const everything = (await karim.get('/api/blocs')).json as Page
    expect(everything).toMatchObject({ current_page: 1, last_page: 1, total: all.length })
    expect(everything.data.map(({ id }) => id)).toEqual(all)
  })

  it('are listed for one residence in the order of their names', async () => {
    const mine = (await buildResidence(t.db)).id
    for (const nomloc of ['C', 'a', 'B', 'a', 'a', 'a', 'a'])
      await buildBloc(t.db, { residence_id: mine, nomloc })
    const expected = (await rows())
      .filter((row) => row.residence_id === mine)
      .toSorted((a, b) => a.nomloc.localeCompare(b.nomloc) || a.id - b.id)
    expect(await walk(`/api/blocs?residence_id=${mine}&per_page=2`)).toEqual(expected.map(({ id }) => id))
  })

  // spec: API-05, API-06, API-07
  it('are offered to select boxes with their residence', async () => {
    const { id, nom } = await buildResidence(t.db, { nom: 'Aux Amandiers' })
    for (const nomloc of ['Bloc 10', 'Bloc 2']) await buildBloc(t.db, { residence_id: id, nomloc })
    const expected = ['Bloc 2', 'Bloc 10'].map((nomloc) => ({
      nomloc,
      residence_id: id,
      residence: { id, nom },
    }))
    for (const path of [
      `/api/residence/${id}/blocs`,
      `/api/residences/${id}/blocs`,
      `/api/blocs/residence/${id}`,
    ])
      expect((await karim.get(path)).json).toMatchObject(expected)
    const all = (await karim.get('/api/all-blocs')).json as { id: number }[]
    expect(all.slice(0, 2)).toMatchObject(expected)
    expect(all.map((bloc) => bloc.id).toSorted((a, b) => a - b)).toEqual(
      (await rows()).map((bloc) => bloc.id),
    )
  })

  // spec: BLOC-29, BLOC-30, BLOC-31
  it.each([
    [{ nomloc: ' ' }, 'nomloc', 'Le nom du bloc est obligatoire.'],
    [{ description: '' }, 'description', 'La description est obligatoire.'],
    [{ description: 'x'.repeat(2001) }, 'description', 'Ce texte dépasse 2000 caractères.'],
    [{ residence_id: undefined }, 'residence_id', 'Veuillez sélectionner une résidence.'],
    [{ residence_id: 999_999 }, 'residence_id', 'Veuillez sélectionner une résidence.'],
    [{ residence_id: 'abc' }, 'residence_id', 'Veuillez sélectionner une résidence.'],
  ])('refuses %j at its field and writes nothing', async (wrong, field, text) => {
    const { id } = await buildBloc(t.db)
    const before = await rows()
    for (const refused of [
      await karim.post('/api/blocs', { ...fields(), ...wrong }),
      await karim.put(`/api/blocs/${id}`, { ...fields(), ...wrong }),
    ]) {
      expect(refused.statusCode).toBe(422)
      expect(refused.json).toEqual({ message: text, errors: { [field]: [text] } })
    }
    expect(await rows()).toEqual(before)
  })

  it('are not deleted while they hold something, and say what', async () => {
    const { id } = await buildBloc(t.db)
    await buildEtage(t.db, { bloc_id: id })
    await buildLocal(t.db, { bloc_id: id })
    await buildLocal(t.db, { bloc_id: id })
    const before = await rows()
    const refused = await karim.delete(`/api/blocs/${id}`)
    expect([refused.statusCode, refused.json]).toEqual([
      409,
      { message: 'Impossible de supprimer ce bloc : il contient 1 étage et 2 locaux.' },
    ])
    expect(await rows()).toEqual(before)
  })

  // spec: BLOC-40, BLOC-41, BLOC-42, BLOC-43, BLOC-11
  it('say how full they are, floor by floor, and who bought what', async () => {
    const bloc = await buildBloc(t.db, { residence_id, nomloc: 'Plein' })
    const first = await buildEtage(t.db, { bloc_id: bloc.id, niveau: 1, designation: 'Premier' })
    const ground = await buildEtage(t.db, { bloc_id: bloc.id, niveau: 0, designation: 'RDC' })
    const sold = await buildAppartement(t.db, { etage_id: first.id, num_lot: '11', type_logement: 'F5' })
    const free = await buildAppartement(t.db, { etage_id: first.id, num_lot: '12', type_logement: 'F2' })
    const client = await buildClient(t.db)
    await sell(t.db, sold, client.id)
    expect((await karim.get(`/api/blocs/${bloc.id}`)).json).toMatchObject({
      etages_count: 2,
      appartementCount: 2,
      availableCount: 1,
      occupiedCount: 1,
      tauxOccupation: 50,
    })
    const who = { id: client.id, nomComplet: client.nom_complet, tel: client.tel, email: client.email }
    expect((await karim.get(`/api/blocs/${bloc.id}/report`)).json).toMatchObject({
      nomloc: 'Plein',
      residence: { id: residence_id },
      stats: {
        etageCount: 2,
        appartementCount: 2,
        occupiedCount: 1,
        availableCount: 1,
        tauxOccupation: 50,
        typeDistribution: { F2: 1, F5: 1 },
      },
      etages: [
        { id: ground.id, designation: 'RDC', appartements: [] },
        {
          id: first.id,
          designation: 'Premier',
          appartements: [
            { id: sold, numLot: '11', client: who },
            { id: free, typeLogement: 'F2', client: null },
          ],
        },
      ],
      clients: [
        {
          ...who,
          appartement: {
            id: sold,
            numLot: '11',
            typeLogement: 'F5',
            etage: { id: first.id, designation: 'Premier' },
          },
        },
      ],
    })
  })

  it('are never added to a residence while it is being deleted', async () => {
    for (let round = 0; round < 10; round++) {
      const parent = await buildResidence(t.db)
      const [added, deleted] = await Promise.all([
        karim.post('/api/blocs', { ...fields(), residence_id: parent.id }),
        karim.delete(`/api/residences/${parent.id}`),
      ])
      expect([
        [201, 409],
        [422, 200],
      ]).toContainEqual([added.statusCode, deleted.statusCode])
      expect((await rows()).filter((row) => row.residence_id === parent.id)).toHaveLength(
        added.statusCode === 201 ? 1 : 0,
      )
    }
  })

  it('answer 404 to an unknown id, 401 without a session', async () => {
    const { id } = await buildBloc(t.db)
    for (const unknown of ['999999', '0', 'abc'])
      for (const path of [
        `/api/blocs/${unknown}`,
        `/api/blocs/${unknown}/report`,
        `/api/residence/${unknown}/blocs`,
        `/api/blocs/residence/${unknown}`,
      ])
        expect((await karim.get(path)).statusCode).toBe(404)
    expect((await karim.put('/api/blocs/999999', fields())).statusCode).toBe(404)
    expect((await karim.delete('/api/blocs/999999')).statusCode).toBe(404)
    const before = await rows()
    const stranger = t.visitor()
    for (const path of [
      '/api/blocs',
      '/api/all-blocs',
      `/api/blocs/${id}`,
      `/api/blocs/${id}/report`,
      `/api/residence/${residence_id}/blocs`,
    ])
      expect((await stranger.get(path)).statusCode).toBe(401)
    expect((await stranger.post('/api/blocs', fields())).statusCode).toBe(401)
    expect((await stranger.put(`/api/blocs/${id}`, fields())).statusCode).toBe(401)
    expect((await stranger.delete(`/api/blocs/${id}`)).statusCode).toBe(401)
    expect(await rows()).toEqual(before)
  })
})

interface Page {
  data: { id: number }[]
  last_page: number
}

/** The ids of every page, in order. */
async function walk(path: string): Promise<number[]> {
  const seen: number[] = []
  for (let page = 1; ; page++) {
    const { data, last_page } = (await karim.get(`${path}&page=${page}`)).json as Page
    seen.push(...data.map(({ id }) => id))
    if (page >= last_page) return seen
  }
}
