import { CONTROLE_LOCK } from '#features/sante/server/controle.ts'
import { whenFree } from '#test/harness/locks.ts'
import type { Scenes } from '#test/scenes/scene.ts'

export const scenes: Scenes = () => ({
  'POST /api/sante/verification': async (db) => {
    await whenFree(db, CONTROLE_LOCK)
    return { path: '/api/sante/verification' }
  },
})
