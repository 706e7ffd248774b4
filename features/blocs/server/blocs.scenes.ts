import { buildResidence, buildBloc } from '#test/harness/builders.ts'
import type { Scenes } from '#test/scenes/scene.ts'

export const scenes: Scenes = () => ({
  'POST /api/blocs': async (db) => ({
    path: '/api/blocs',
    body: { nomloc: 'Bloc', description: 'Neuf', residence_id: (await buildResidence(db)).id },
  }),
  'PUT /api/blocs/{id}': async (db) => {
    const { id, residence_id } = await buildBloc(db)
    return { path: `/api/blocs/${id}`, body: { nomloc: 'Bloc B', description: 'Neuf', residence_id } }
  },
  'DELETE /api/blocs/{id}': async (db) => ({ path: `/api/blocs/${(await buildBloc(db)).id}` }),
})
