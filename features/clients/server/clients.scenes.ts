import { buildClient } from '#test/harness/builders.ts'
import type { Scenes } from '#test/scenes/scene.ts'

const client = () => ({
  nomComplet: 'Élodie Benaïssa',
  tel: '0555 12 34 56',
  email: 'elodie@exemple.dz',
  adresse: 'Oran',
})

export const scenes: Scenes = () => ({
  'POST /api/clients': async () => ({ path: '/api/clients', body: client() }),
  'PUT /api/clients/{id}': async (db) => ({
    path: `/api/clients/${(await buildClient(db)).id}`,
    body: client(),
  }),
  'DELETE /api/clients/{id}': async (db) => ({ path: `/api/clients/${(await buildClient(db)).id}` }),
})
