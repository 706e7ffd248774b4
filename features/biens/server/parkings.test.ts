import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildClient,
  buildParking,
  buildPlace,
  buildResidence,
  idOf,
  pay,
  sell,
} from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
let residence: { id: number; nom: string }
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  residence = await buildResidence(t.db, { nom: 'Les Jardins' })
})
afterAll(() => t.close())

const rows = () => t.db.selectFrom('parkings').selectAll().orderBy('id').execute()
const input = (given: object = {}) => ({
  parking_nom: 'Parking Nord',
  residence_id: residence.id,
  nb_places: 4,
  ...given,
})

describe('parkings', () => {
  // spec: PRK-20, PRK-28, PRK-29, PRK-31
  it('are added, read back and changed, with a line in the journal each time', async () => {
    const added = await karim.post('/api/parkings', input())
    expect(added.statusCode).toBe(201)
    expect(added.json).toMatchObject({
      ...input(),
      places_count: 0,
      residence: { id: residence.id, nom: 'Les Jardins' },
      version: 1,
    })
    expect(added.json).toHaveProperty('message', 'Parking ajouté avec succès !')
    const id = idOf(added)
    const changed = await karim.put(`/api/parkings/${id}`, {
      ...input({ parking_nom: 'Parking Sud', nb_places: '6' }),
      version: 1,
    })
    expect(changed.statusCode).toBe(200)
    expect(changed.json).toMatchObject({
      parking_nom: 'Parking Sud',
      nb_places: 6,
      version: 2,
      message: 'Parking modifié avec succès !',
    })
    const read = await karim.get(`/api/parkings/${id}`)
    expect(read.json).toMatchObject({ id, parking_nom: 'Parking Sud', places: [] })
    const journal = await t.db
      .selectFrom('journal')
      .select('action')
      .where('objet', '=', 'parking')
      .where('objet_id', '=', id)
      .orderBy('id')
      .execute()
    expect(journal.map(({ action }) => action)).toEqual(['ajouter', 'modifier'])
  })

  // spec: PRK-20, PRK-27
  it('are listed six by six by name, and found by part of a name, accents and case aside', async () => {
    for (const n of [1, 2, 3, 4, 5, 6, 7])
      await buildParking(t.db, { parking_nom: `Sous-sol Été ${n}%`, residence_id: residence.id })
    const first = await karim.get('/api/parkings?page=1&per_page=6&search=sous-sol ETE')
    expect(first.json).toMatchObject({ current_page: 1, last_page: 2, per_page: 6, total: 7 })
    const second = await karim.get('/api/parkings?page=2&search=sous-sol ETE')
    expect(second.json).toMatchObject({
      current_page: 2,
      per_page: 6,
      data: [
        {
          id: expect.any(Number),
          parking_nom: 'Sous-sol Été 7%',
          residence_id: residence.id,
          residence: { nom: 'Les Jardins' },
          nb_places: 10,
          places_count: 0,
        },
      ],
    })
    expect((await karim.get('/api/parkings?search=7%25')).json).toMatchObject({ total: 1 })
    expect((await karim.get('/api/parkings?search=_')).json).toMatchObject({
      total: 0,
      data: [],
      last_page: 1,
    })
    expect((await karim.get('/api/parkings')).json).toMatchObject({
      per_page: 6,
      total: (await rows()).length,
    })
  })

  // spec: PRK-22, PRK-23, PRK-24, LIM-22
  it.each([
    [{ parking_nom: '  ' }, 'parking_nom', 'Le nom du parking est obligatoire.'],
    [{ parking_nom: 'x'.repeat(256) }, 'parking_nom', 'Ce texte dépasse 255 caractères.'],
    [{ residence_id: undefined }, 'residence_id', 'Veuillez sélectionner une résidence.'],
    [{ residence_id: 999_999 }, 'residence_id', 'Veuillez sélectionner une résidence.'],
    [{ nb_places: 0 }, 'nb_places', 'Le nombre de places doit être un nombre entier, 1 au moins.'],
    [{ nb_places: 1.5 }, 'nb_places', 'Le nombre de places doit être un nombre entier, 1 au moins.'],
    [{ nb_places: '' }, 'nb_places', 'Le nombre de places est obligatoire.'],
    [{ nb_places: undefined }, 'nb_places', 'Le nombre de places est obligatoire.'],
  ])('refuse %j at its field and write nothing', async (wrong, field, text) => {
    const parking = await buildParking(t.db, { residence_id: residence.id })
    const before = await rows()
    for (const refused of [
      await karim.post('/api/parkings', input(wrong)),
      await karim.put(`/api/parkings/${parking.id}`, input(wrong)),
    ]) {
      expect(refused.statusCode).toBe(422)
      expect(refused.json).toEqual({ message: text, errors: { [field]: [text] } })
    }
    expect(await rows()).toEqual(before)
  })

  it('keep the capacity above the places created, and refuse a stale version', async () => {
    const { id } = await buildParking(t.db, { residence_id: residence.id, nb_places: 3 })
    for (const numero_place of [1, 2]) await buildPlace(t.db, { parking_id: id, numero_place })
    const before = await rows()
    const refused = await karim.put(`/api/parkings/${id}`, input({ nb_places: 1 }))
    expect(refused.statusCode).toBe(422)
    expect(refused.json).toHaveProperty(
      'message',
      'La capacité ne peut pas être inférieure au nombre de places créées.',
    )
    const stale = await karim.put(`/api/parkings/${id}`, { ...input(), version: 7 })
    expect(stale.statusCode).toBe(409)
    expect(await rows()).toEqual(before)
    expect((await karim.put(`/api/parkings/${id}`, input({ nb_places: 2 }))).statusCode).toBe(200)
  })

  it('are nobody’s without a session, and unknown beyond the known ones', async () => {
    const { id } = await buildParking(t.db, { residence_id: residence.id })
    const before = await rows()
    const stranger = t.visitor()
    for (const path of ['/api/parkings', `/api/parkings/${id}`, `/api/parkings/${id}/occupation`])
      expect((await stranger.get(path)).statusCode).toBe(401)
    expect((await stranger.post('/api/parkings', input())).statusCode).toBe(401)
    expect((await stranger.put(`/api/parkings/${id}`, input())).statusCode).toBe(401)
    expect((await stranger.delete(`/api/parkings/${id}`)).statusCode).toBe(401)
    for (const path of ['/api/parkings/999999', '/api/parkings/abc', '/api/parkings/999999/occupation'])
      expect((await karim.get(path)).statusCode).toBe(404)
    expect((await karim.put('/api/parkings/999999', input())).statusCode).toBe(404)
    expect((await karim.delete('/api/parkings/999999')).statusCode).toBe(404)
    expect(await rows()).toEqual(before)
  })
})

describe('occupation', () => {
  // spec: PRK-25
  it('counts the places created, whatever the capacity', async () => {
    const { id } = await buildParking(t.db, { residence_id: residence.id, nb_places: 50 })
    expect((await karim.get(`/api/parkings/${id}/occupation`)).json).toEqual({
      occupation_rate: 0,
      total_places: 0,
      occupied_places: 0,
      available_places: 0,
    })
    const client = await buildClient(t.db)
    const [first = 0] = await Promise.all(
      [1, 2, 3].map((numero_place) => buildPlace(t.db, { parking_id: id, numero_place })),
    )
    await sell(t.db, first, client.id)
    const answer = await karim.get(`/api/parkings/${id}/occupation`)
    expect(answer.json).toEqual({
      occupation_rate: 33.33,
      total_places: 3,
      occupied_places: 1,
      available_places: 2,
    })
    expect((await karim.get(`/api/parkings/${id}`)).json).toMatchObject({
      nb_places: 50,
      places_count: 3,
      occupied_places: 1,
    })
  })
})

describe('deleting a parking', () => {
  let id: number
  let placeId: number
  beforeEach(async () => {
    ;({ id } = await buildParking(t.db, { residence_id: residence.id }))
    placeId = await buildPlace(t.db, { parking_id: id, numero_place: 1 })
  })

  // spec: PRK-30
  it('takes its free places along', async () => {
    const deleted = await karim.delete(`/api/parkings/${id}`)
    expect(deleted.statusCode).toBe(200)
    expect(deleted.json).toEqual({ message: 'Parking supprimé avec succès !' })
    expect((await rows()).map((row) => row.id)).not.toContain(id)
    expect(await t.db.selectFrom('biens').selectAll().where('id', '=', placeId).execute()).toEqual([])
  })

  // spec: PRK-32
  it('is refused while a place is occupied, and while former clients have paid', async () => {
    const client = await buildClient(t.db)
    const vente = await sell(t.db, placeId, client.id)
    await pay(t.db, vente, 10_000)
    const occupied = await karim.delete(`/api/parkings/${id}`)
    expect(occupied.statusCode).toBe(409)
    expect(occupied.json).toEqual({
      message: "Erreur lors de la suppression du parking. Vérifiez qu'il ne contient pas de places occupées.",
    })
    await karim.post(`/api/places-parking/${placeId}/liberer`)
    const withHistory = await karim.delete(`/api/parkings/${id}`)
    expect(withHistory.statusCode).toBe(409)
    expect(withHistory.json).toEqual({
      message: "Impossible de supprimer ce parking : 1 paiement d'anciens clients y est rattaché.",
    })
    expect((await rows()).map((row) => row.id)).toContain(id)
    expect(await t.db.selectFrom('biens').select('id').where('id', '=', placeId).execute()).toHaveLength(1)
  })
})
