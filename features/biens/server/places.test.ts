import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildClient, buildParking, buildPlace, idOf, pay, sell } from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
let parking: { id: number; parking_nom: string }
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())
beforeEach(async () => {
  parking = await buildParking(t.db)
})

const input = (given: object = {}) => ({
  parking_id: parking.id,
  numero_place: 1,
  type_place: 'Box',
  position: 'Niveau -1',
  montant: 1_500_000.5,
  ...given,
})
const places = () =>
  t.db
    .selectFrom('places_parking as p')
    .innerJoin('biens as b', 'b.id', 'p.id')
    .selectAll()
    .orderBy('p.id')
    .execute()
const ventes = () => t.db.selectFrom('ventes').selectAll().orderBy('id').execute()

describe('places', () => {
  // spec: PLC-14, PLC-15, PLC-30, PLC-31, PLC-35
  it('are created, read at both spellings, and changed', async () => {
    const added = await karim.post('/api/places-parking', input({ superficie: 12.5 }))
    expect(added.statusCode).toBe(201)
    expect(added.json).toMatchObject({
      ...input(),
      superficie: 12.5,
      client_id: null,
      client: null,
      message: 'Place ajoutée avec succès !',
    })
    const id = idOf(added)
    for (const path of [`/api/place-parking/${id}`, `/api/places-parking/${id}`])
      expect((await karim.get(path)).json).toMatchObject({
        id,
        ...input(),
        superficie: 12.5,
        estDispo: true,
        resteAPayer: 1_500_000.5,
        pourcentagePaiement: 0,
        version: 1,
        parking: { id: parking.id, parking_nom: parking.parking_nom },
      })
    const other = await buildParking(t.db)
    const changed = await karim.put(`/api/places-parking/${id}`, {
      numero_place: '7',
      type_place: 'Couvert',
      position: '',
      montant: '900.05',
      superficie: null,
      parking_id: other.id,
      client_id: 5,
      version: 1,
    })
    expect(changed.statusCode).toBe(200)
    expect(changed.json).toMatchObject({
      numero_place: 7,
      type_place: 'Couvert',
      position: null,
      montant: 900.05,
      superficie: null,
      parking_id: parking.id,
      client_id: null,
      version: 2,
    })
  })

  // spec: PLC-16, PLC-24, PLC-25, PLC-26, PLC-27
  it.each([
    [{ numero_place: 0 }, 'numero_place', 'Le numéro de la place doit être un nombre entier, 1 au moins.'],
    [{ numero_place: 1_000_001 }, 'numero_place', 'Ce nombre ne peut pas dépasser 1\u202F000\u202F000.'],
    [{ numero_place: undefined }, 'numero_place', 'Le numéro de la place est obligatoire.'],
    [{ type_place: 'Garage' }, 'type_place', 'Veuillez choisir un type : Plein Air, Box ou Couvert.'],
    [{ type_place: undefined }, 'type_place', 'Veuillez choisir un type : Plein Air, Box ou Couvert.'],
    [{ position: 'x'.repeat(101) }, 'position', 'Ce texte dépasse 100 caractères.'],
    [{ montant: '' }, 'montant', 'Le montant est obligatoire.'],
    [{ montant: undefined }, 'montant', 'Le montant est obligatoire.'],
    [{ montant: -1 }, 'montant', "Ce montant n'est pas valide : un nombre positif, deux décimales au plus."],
    [
      { montant: 1.005 },
      'montant',
      "Ce montant n'est pas valide : un nombre positif, deux décimales au plus.",
    ],
    [
      { montant: '1e3' },
      'montant',
      "Ce montant n'est pas valide : un nombre positif, deux décimales au plus.",
    ],
  ])('refuse %j at its field and write nothing', async (wrong, field, text) => {
    const id = await buildPlace(t.db, { parking_id: parking.id, numero_place: 9 })
    const before = await places()
    for (const refused of [
      await karim.post('/api/places-parking', input(wrong)),
      await karim.put(`/api/places-parking/${id}`, input(wrong)),
    ]) {
      expect(refused.statusCode).toBe(422)
      expect(refused.json).toEqual({ message: text, errors: { [field]: [text] } })
    }
    expect(await places()).toEqual(before)
  })

  // spec: PLC-16
  it('keep the position and the superficie that an edit does not mention', async () => {
    const id = idOf(await karim.post('/api/places-parking', input({ superficie: '10' })))
    await karim.put(`/api/places-parking/${id}`, { numero_place: 1, type_place: 'Plein Air', montant: 5 })
    expect((await karim.get(`/api/place-parking/${id}`)).json).toMatchObject({
      type_place: 'Plein Air',
      position: 'Niveau -1',
      superficie: 10,
      montant: 5,
    })
  })

  // spec: PLC-29
  it('have one number each in their parking, on adding and on changing', async () => {
    await buildPlace(t.db, { parking_id: parking.id, numero_place: 1 })
    const second = await buildPlace(t.db, { parking_id: parking.id, numero_place: 2 })
    const before = await places()
    const twice = await karim.post('/api/places-parking', input())
    const sentence = "Erreur lors de la création de la place. Vérifiez que le numéro n'est pas déjà utilisé."
    expect(twice.statusCode).toBe(422)
    expect(twice.json).toEqual({ message: sentence, errors: { numero_place: [sentence] } })
    const moved = await karim.put(`/api/places-parking/${second}`, input({ numero_place: 1 }))
    expect(moved.statusCode).toBe(422)
    expect(moved.json).toHaveProperty('errors.numero_place', [
      'Ce numéro de place est déjà utilisé dans ce parking.',
    ])
    expect(await places()).toEqual(before)
    const elsewhere = await buildParking(t.db)
    expect((await karim.post('/api/places-parking', input({ parking_id: elsewhere.id }))).statusCode).toBe(
      201,
    )
  })

  it('stop at the capacity of the parking, eight at once included', async () => {
    const small = await buildParking(t.db, { nb_places: 3 })
    const answers = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map((numero_place) =>
        karim.post('/api/places-parking', input({ parking_id: small.id, numero_place })),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      201, 201, 201, 422, 422, 422, 422, 422,
    ])
    const refused = answers.find(({ statusCode }) => statusCode === 422)
    expect(refused?.json).toEqual({ message: 'La capacité du parking est atteinte.' })
    expect(
      await t.db.selectFrom('places_parking').select('id').where('parking_id', '=', small.id).execute(),
    ).toHaveLength(3)
  })

  it('are refused in an unknown parking, without a session, with a stale version, below what is paid', async () => {
    const id = await buildPlace(t.db, { parking_id: parking.id, numero_place: 1, prix: 100_000 })
    const client = await buildClient(t.db)
    await pay(t.db, await sell(t.db, id, client.id), 60_000)
    const [before, sold] = [await places(), await ventes()]
    expect((await karim.post('/api/places-parking', input({ parking_id: 999_999 }))).json).toHaveProperty(
      'errors.parking_id',
    )
    const stranger = t.visitor()
    expect((await stranger.post('/api/places-parking', input())).statusCode).toBe(401)
    expect((await stranger.put(`/api/places-parking/${id}`, input())).statusCode).toBe(401)
    expect((await stranger.delete(`/api/places-parking/${id}`)).statusCode).toBe(401)
    expect(
      (await stranger.post(`/api/places-parking/${id}/attribuer`, { client_id: client.id })).statusCode,
    ).toBe(401)
    expect((await stranger.post(`/api/places-parking/${id}/liberer`)).statusCode).toBe(401)
    expect((await stranger.get(`/api/place-parking/${id}`)).statusCode).toBe(401)
    expect((await stranger.get(`/api/place-parking-client/${client.id}`)).statusCode).toBe(401)
    expect((await karim.put(`/api/places-parking/${id}`, input({ version: 9 }))).statusCode).toBe(409)
    const lowered = await karim.put(`/api/places-parking/${id}`, input({ montant: 599.99 }))
    expect(lowered.statusCode).toBe(422)
    expect(lowered.json).toHaveProperty('errors.montant')
    for (const path of ['/api/place-parking/999999', '/api/place-parking-client/999999'])
      expect((await karim.get(path)).statusCode).toBe(404)
    expect((await karim.put('/api/places-parking/999999', input())).statusCode).toBe(404)
    expect((await karim.delete('/api/places-parking/999999')).statusCode).toBe(404)
    expect((await karim.post('/api/places-parking/999999/liberer')).statusCode).toBe(404)
    expect([await places(), await ventes()]).toEqual([before, sold])
    const raised = await karim.put(`/api/places-parking/${id}`, input({ montant: 1200 }))
    expect(raised.json).toMatchObject({ montant: 1200, resteAPayer: 600, pourcentagePaiement: 50 })
  })
})

describe('attribuer and liberer', () => {
  // spec: PRK-31, PLC-15, PLC-18, PLC-19, PLC-20, PLC-33, PLC-34, PLC-36
  it('move a place between free and occupied', async () => {
    const id = await buildPlace(t.db, { parking_id: parking.id, numero_place: 3 })
    const client = await buildClient(t.db, { nom_complet: 'Benali Ahmed Amine' })
    const sold = await karim.post(`/api/places-parking/${id}/attribuer`, { client_id: client.id })
    expect(sold.statusCode).toBe(200)
    const occupied = {
      id,
      client_id: client.id,
      estDispo: false,
      client: { id: client.id, nom: 'Benali', prenom: 'Ahmed Amine', nomComplet: 'Benali Ahmed Amine' },
    }
    expect(sold.json).toMatchObject({
      ...occupied,
      place: occupied,
      message: 'Place attribuée avec succès !',
    })
    expect((await karim.get(`/api/place-parking-client/${client.id}`)).json).toMatchObject({
      places: [occupied],
    })
    expect((await karim.get(`/api/parkings/${parking.id}`)).json).toMatchObject({ places: [occupied] })
    const freed = await karim.post(`/api/places-parking/${id}/liberer`)
    expect(freed.statusCode).toBe(200)
    const free = { id, client_id: null, client: null, estDispo: true }
    expect(freed.json).toMatchObject({ ...free, place: free, message: 'Place libérée avec succès !' })
    expect((await karim.get(`/api/place-parking-client/${client.id}`)).json).toEqual({ places: [] })
    expect((await karim.get(`/api/parkings/${parking.id}`)).json).toMatchObject({ places: [free] })
  })

  it('refuse a sold place, a free place, no client, an unknown client', async () => {
    const [first, second] = [await buildClient(t.db), await buildClient(t.db)]
    const id = await buildPlace(t.db, { parking_id: parking.id })
    const free = await buildPlace(t.db, { parking_id: parking.id })
    await sell(t.db, id, first.id)
    const before = await ventes()
    const taken = await karim.post(`/api/places-parking/${id}/attribuer`, { client_id: second.id })
    expect(taken.statusCode).toBe(409)
    expect(taken.json).toEqual({ message: 'Cette place est déjà attribuée.' })
    expect((await karim.post(`/api/places-parking/${free}/liberer`)).statusCode).toBe(409)
    for (const body of [{}, { client_id: null }, { client_id: 999_999 }]) {
      const refused = await karim.post(`/api/places-parking/${free}/attribuer`, body)
      expect(refused.statusCode).toBe(422)
      expect(refused.json).toHaveProperty('errors.client_id', ['Veuillez sélectionner un client.'])
    }
    expect(await ventes()).toEqual(before)
  })

  it('sell to one of eight who ask at once, and keep what a former client paid', async () => {
    const id = await buildPlace(t.db, { parking_id: parking.id })
    const clients = await Promise.all(Array.from({ length: 8 }, () => buildClient(t.db)))
    const answers = await Promise.all(
      clients.map((client) => karim.post(`/api/places-parking/${id}/attribuer`, { client_id: client.id })),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const [vente] = await t.db.selectFrom('ventes').selectAll().where('bien_id', '=', id).execute()
    await pay(t.db, vente?.id ?? 0, 5000)
    await karim.post(`/api/places-parking/${id}/liberer`)
    expect(
      await t.db
        .selectFrom('paiements')
        .select('versement')
        .where('vente_id', '=', vente?.id ?? 0)
        .execute(),
    ).toEqual([{ versement: 5000 }])
    const refused = await karim.delete(`/api/places-parking/${id}`)
    expect(refused.statusCode).toBe(409)
    expect(refused.json).toHaveProperty(
      'message',
      "Impossible de supprimer cette place : 1 paiement d'anciens clients y est rattaché.",
    )
  })
})

describe('deleting a place', () => {
  // spec: PLC-21, PLC-32
  it('is for free ones only', async () => {
    const id = await buildPlace(t.db, { parking_id: parking.id, numero_place: 4 })
    const client = await buildClient(t.db)
    await karim.post(`/api/places-parking/${id}/attribuer`, { client_id: client.id })
    const refused = await karim.delete(`/api/places-parking/${id}`)
    expect(refused.statusCode).toBe(409)
    expect(refused.json).toEqual({
      message: "Erreur lors de la suppression de la place. Vérifiez qu'elle n'est pas occupée.",
    })
    expect((await karim.get(`/api/parkings/${parking.id}`)).json).toMatchObject({ places: [{ id }] })
    await karim.post(`/api/places-parking/${id}/liberer`)
    expect((await karim.delete(`/api/places-parking/${id}`)).json).toEqual({
      message: 'Place supprimée avec succès !',
    })
    expect((await karim.get(`/api/parkings/${parking.id}`)).json).toMatchObject({ places: [] })
    expect(await t.db.selectFrom('biens').select('id').where('id', '=', id).execute()).toEqual([])
  })
})
