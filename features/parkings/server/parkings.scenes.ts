import { buildClient, buildResidence, buildParking, buildPlace } from '#test/harness/builders.ts'
import { next, vendu, type Scenes } from '#test/scenes/scene.ts'

const place = () => ({ numero_place: 1000 + next(), type_place: 'Box', montant: 500_000 })

export const scenes: Scenes = () => ({
  'POST /api/parkings': async (db) => ({
    path: '/api/parkings',
    body: {
      parking_nom: `Sous-sol ${next()}`,
      residence_id: (await buildResidence(db)).id,
      nb_places: 20,
    },
  }),
  'PUT /api/parkings/{id}': async (db) => {
    const { id, residence_id } = await buildParking(db)
    return {
      path: `/api/parkings/${id}`,
      body: { parking_nom: `Sous-sol ${next()}`, residence_id, nb_places: 30 },
    }
  },
  'DELETE /api/parkings/{id}': async (db) => {
    const { id } = await buildParking(db)
    await buildPlace(db, { parking_id: id })
    return { path: `/api/parkings/${id}` }
  },
  'POST /api/places-parking': async (db) => ({
    path: '/api/places-parking',
    body: { ...place(), parking_id: (await buildParking(db)).id },
  }),
  'PUT /api/places-parking/{id}': async (db) => ({
    path: `/api/places-parking/${await buildPlace(db)}`,
    body: place(),
  }),
  'DELETE /api/places-parking/{id}': async (db) => ({ path: `/api/places-parking/${await buildPlace(db)}` }),
  'POST /api/places-parking/{id}/attribuer': async (db) => ({
    path: `/api/places-parking/${await buildPlace(db)}/attribuer`,
    body: { client_id: (await buildClient(db)).id },
  }),
  'POST /api/places-parking/{id}/liberer': async (db) => ({
    path: `/api/places-parking/${(await vendu(db, buildPlace, 1000)).bien}/liberer`,
  }),
})
