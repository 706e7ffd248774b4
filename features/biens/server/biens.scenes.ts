import { buildAppartement } from '#test/harness/builders.ts'
import type { Scenes } from '#test/scenes/scene.ts'

export const scenes: Scenes = () => ({
  'PUT /api/biens/{id}/blocage': async (db) => ({
    path: `/api/biens/${await buildAppartement(db)}/blocage`,
    body: { motif: 'Logement témoin' },
  }),
})
