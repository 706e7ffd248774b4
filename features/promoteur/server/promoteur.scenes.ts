import type { Db } from '#server/database/db.ts'
import { next, type Scenes } from '#test/scenes/scene.ts'

const promoteur = () => ({
  nom: 'Promo',
  email: 'promo@exemple.dz',
  telephone: '021 00 00 00',
  adresse: 'Alger',
})

const onlyPromoteur = async (db: Db) => {
  await db.deleteFrom('promoteurs').execute()
  return db.insertInto('promoteurs').values(promoteur()).returning('id').executeTakeFirstOrThrow()
}

export const scenes: Scenes = () => ({
  'POST /api/promoteurs': async (db) => {
    await db.deleteFrom('promoteurs').execute()
    return { path: '/api/promoteurs', body: promoteur() }
  },
  'PUT /api/promoteurs/{id}': async (db) => ({
    path: `/api/promoteurs/${(await onlyPromoteur(db)).id}`,
    body: { ...promoteur(), nom: `Promo ${next()}` },
  }),
  'DELETE /api/promoteurs/{id}': async (db) => ({
    path: `/api/promoteurs/${(await onlyPromoteur(db)).id}`,
  }),
})
