import type { Db } from '#server/database/db.ts'
import type { Visitor } from '#test/harness/app.ts'
import { buildResidence, buildBloc, buildEtage } from '#test/harness/builders.ts'
import { next, withPlan, plan, type Scenes } from '#test/scenes/scene.ts'

/** A residence whose plan was kept by the route that edits it. */
export async function residenceWithPlan(db: Db, visitor: Visitor) {
  const { id } = await buildResidence(db)
  const fields = { nom: `Les Pins ${next()}`, adresse: 'Alger' }
  await withPlan(visitor, `/api/residences/${id}`, fields)
  return { id, fields }
}

export const scenes: Scenes = (visitor) => ({
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
})
