import { buildClient, buildBloc, buildLocal } from '#test/harness/builders.ts'
import { next, vendu, type Scenes } from '#test/scenes/scene.ts'

const local = () => ({ num: `M${next()}`, surface: 45, montant: 1_000_000 })

export const scenes: Scenes = () => ({
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
})
