import { buildBloc, buildEtage } from '#test/harness/builders.ts'
import type { Scenes } from '#test/scenes/scene.ts'

export const scenes: Scenes = () => ({
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
