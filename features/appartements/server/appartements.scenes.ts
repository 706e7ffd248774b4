import type { Db } from '#server/database/db.ts'
import type { Visitor } from '#test/harness/app.ts'
import { buildClient, buildEtage, buildAppartement } from '#test/harness/builders.ts'
import { next, vendu, asForm, withPlan, plan, type Scenes } from '#test/scenes/scene.ts'

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

export const scenes: Scenes = (visitor) => ({
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
})
