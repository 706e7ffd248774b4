import type { Scenes } from '#test/scenes/scene.ts'

export const scenes: Scenes = () => ({
  'POST /api/clotures': async () => ({
    path: '/api/clotures',
    body: { trouve: 250, note: 'Fonds de caisse resté du matin' },
  }),
})
