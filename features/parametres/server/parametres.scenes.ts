import { ESSAI, valeurEssai } from '#test/harness/section-essai.ts'
import type { Scenes } from '#test/scenes/scene.ts'

export const scenes: Scenes = () => ({
  'PUT /api/parametres/{section}': async (db) => {
    await db.deleteFrom('parametres').execute()
    return { path: `/api/parametres/${ESSAI}`, body: { valeur: valeurEssai() } }
  },
})
