import type { Db } from '#server/database/db.ts'
import type { Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEtage,
  buildLocal,
  buildParking,
  buildPlace,
  buildResidence,
} from '#test/harness/builders.ts'
import { asForm, next, vendu, type Scenes } from '#test/scenes/scene.ts'

const PLAN = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
const plan = { part: 'plan_pdf', name: 'plan.pdf', content: PLAN }

const lot = () => ({
  numLot: `N${next()}`,
  typeLogement: 'F3',
  surfaceHabitable: '80.5',
  surfaceUtile: '12.2',
  montant: '1000000',
})

const local = () => ({ num: `M${next()}`, surface: 45, montant: 1_000_000 })

const place = () => ({ numero_place: 1000 + next(), type_place: 'Box', montant: 500_000 })

/** The same record with a plan, kept by the route that edits it. */
async function withPlan(visitor: Visitor, path: string, fields: Record<string, string>): Promise<void> {
  const { statusCode, body } = await visitor.form(path, { ...fields, _method: 'PUT' }, plan)
  if (statusCode !== 200) throw new Error(`no plan: ${statusCode} ${body}`)
}

/** An appartement whose plan was kept by the route that edits it. */
export async function lotWithPlan(db: Db, visitor: Visitor) {
  const { id: etage_id } = await buildEtage(db)
  const id = await buildAppartement(db, { etage_id })
  await withPlan(visitor, `/api/appartements/${id}`, asForm({ ...lot(), etage_id }))
  return { id, fields: { ...lot(), etage_id } }
}

/** The same of a residence. */
export async function residenceWithPlan(db: Db, visitor: Visitor) {
  const { id } = await buildResidence(db)
  const fields = { nom: `Les Pins ${next()}`, adresse: 'Alger' }
  await withPlan(visitor, `/api/residences/${id}`, fields)
  return { id, fields }
}

/** What changes residences, blocs, étages, lots and places. */
export const portfolioScenes: Scenes = (visitor) => ({
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
  'POST /api/blocs': async (db) => ({
    path: '/api/blocs',
    body: { nomloc: 'Bloc', description: 'Neuf', residence_id: (await buildResidence(db)).id },
  }),
  'PUT /api/blocs/{id}': async (db) => {
    const { id, residence_id } = await buildBloc(db)
    return { path: `/api/blocs/${id}`, body: { nomloc: 'Bloc B', description: 'Neuf', residence_id } }
  },
  'DELETE /api/blocs/{id}': async (db) => ({ path: `/api/blocs/${(await buildBloc(db)).id}` }),
  'POST /api/etages': async (db) => ({
    path: '/api/etages',
    body: {
      designation: 'Premier',
      niveau: 1,
      logement_par_palier: 4,
      bloc_id: (await buildBloc(db)).id,
    },
  }),
  'PUT /api/etages/{id}': async (db) => {
    const { id, bloc_id } = await buildEtage(db)
    const body = { designation: 'Deuxième', niveau: 2, logement_par_palier: 4, bloc_id }
    return { path: `/api/etages/${id}`, body }
  },
  'DELETE /api/etages/{id}': async (db) => ({ path: `/api/etages/${(await buildEtage(db)).id}` }),
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
  'POST /api/residences': async () => ({
    path: '/api/residences',
    body: { nom: `Les Pins ${next()}`, adresse: 'Alger' },
    file: plan,
  }),
  'PUT /api/residences/{id}': async (db) => {
    const { id } = await residenceWithPlan(db, visitor)
    const body = { nom: `Les Pins ${next()}`, adresse: 'Oran', _method: 'PUT' }
    return { path: `/api/residences/${id}`, body, file: plan }
  },
  'DELETE /api/residences/{id}': async (db) => ({
    path: `/api/residences/${(await residenceWithPlan(db, visitor)).id}`,
  }),
})
