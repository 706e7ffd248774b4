import {
  buildAppartement,
  buildClient,
  buildEtage,
  buildBloc,
  buildLocal,
  buildResidence,
  buildParking,
  buildPlace,
} from '#test/harness/builders.ts'
import { type Scenes, next, vendu, asForm, withPlan, plan } from '#test/scenes/scene.ts'
import type { Db } from '#server/database/db.ts'
import type { Visitor } from '#test/harness/app.ts'

const lot = () => ({
  numLot: `N${next()}`,
  typeLogement: 'F3',
  surfaceHabitable: '80.5',
  surfaceUtile: '12.2',
  montant: '1000000',
})

/** An appartement whose plan was kept by the route that edits it. */
export async function lotWithPlan(db: Db, visitor: Visitor) {
  const { id: etage_id } = await buildEtage(db)
  const id = await buildAppartement(db, { etage_id })
  await withPlan(visitor, `/api/appartements/${id}`, asForm({ ...lot(), etage_id }))
  return { id, fields: { ...lot(), etage_id } }
}

const local = () => ({ num: `M${next()}`, surface: 45, montant: 1_000_000 })

const place = () => ({ numero_place: 1000 + next(), type_place: 'Box', montant: 500_000 })

export const scenes: Scenes = (visitor) => ({
  'PUT /api/biens/{id}/blocage': async (db) => ({
    path: `/api/biens/${await buildAppartement(db)}/blocage`,
    body: { motif: 'Logement témoin' },
  }),
  'POST /api/appartements': async (db) => ({
    path: '/api/appartements',
    body: { ...lot(), etage_id: (await buildEtage(db)).id, client_id: (await buildClient(db)).id },
    file: plan,
  }),
  'PUT /api/appartements/{id}': async (db) => {
    const { id, fields } = await lotWithPlan(db, visitor)
    const body = { ...fields, client_id: (await buildClient(db)).id, _method: 'PUT' }
    return { path: `/api/appartements/${id}`, body, file: plan }
  },
  'DELETE /api/appartements/{id}': async (db) => ({
    path: `/api/appartements/${(await lotWithPlan(db, visitor)).id}`,
  }),
  'PUT /api/appartements/{id}/assigner-client': async (db) => ({
    path: `/api/appartements/${await buildAppartement(db)}/assigner-client`,
    body: { client_id: (await buildClient(db)).id },
  }),
  'PUT /api/appartements/{id}/retirer-client': async (db) => ({
    path: `/api/appartements/${(await vendu(db, buildAppartement, 1000)).bien}/retirer-client`,
  }),
  'POST /api/locaux': async (db) => ({
    path: '/api/locaux',
    body: { ...local(), bloc_id: (await buildBloc(db)).id, client_id: (await buildClient(db)).id },
  }),
  'PUT /api/locaux/{id}': async (db) => {
    const { id: bloc_id } = await buildBloc(db)
    const { bien } = await vendu(db, () => buildLocal(db, { bloc_id }), 1000)
    return { path: `/api/locaux/${bien}`, body: { ...local(), bloc_id } }
  },
  'DELETE /api/locaux/{id}': async (db) => ({ path: `/api/locaux/${await buildLocal(db)}` }),
  'PUT /api/locaux/{id}/assigner-client': async (db) => ({
    path: `/api/locaux/${await buildLocal(db)}/assigner-client`,
    body: { client_id: (await buildClient(db)).id },
  }),
  'PUT /api/locaux/{id}/retirer-client': async (db) => ({
    path: `/api/locaux/${(await vendu(db, buildLocal, 1000)).bien}/retirer-client`,
  }),
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
