import type { Db } from '#server/database/db.ts'
import { unPng } from '#test/harness/images.ts'
import { next, type Scenes } from '#test/scenes/scene.ts'

const promoteur = () => ({
  nom: 'Promo',
  email: 'promo@exemple.dz',
  telephone: '021 00 00 00',
  adresse: 'Alger',
})

const noPromoteur = async (db: Db) => {
  const gone = await db.deleteFrom('promoteurs').returning('logo_id').execute()
  const logos = gone.flatMap(({ logo_id }) => (logo_id === null ? [] : [logo_id]))
  if (logos.length > 0) await db.deleteFrom('fichiers').where('id', 'in', logos).execute()
}

const onlyPromoteur = async (db: Db) => {
  await noPromoteur(db)
  return db.insertInto('promoteurs').values(promoteur()).returning('id').executeTakeFirstOrThrow()
}

const logo = () => ({ part: 'logo', name: `logo ${next()}.png`, content: unPng() })

export const scenes: Scenes = (visitor) => ({
  'POST /api/promoteurs': async (db) => {
    await noPromoteur(db)
    return { path: '/api/promoteurs', body: promoteur() }
  },
  'PUT /api/promoteurs/{id}': async (db) => ({
    path: `/api/promoteurs/${(await onlyPromoteur(db)).id}`,
    body: { ...promoteur(), nom: `Promo ${next()}` },
  }),
  'DELETE /api/promoteurs/{id}': async (db) => {
    const path = `/api/promoteurs/${(await onlyPromoteur(db)).id}`
    await visitor.form(`${path}/logo`, { _method: 'PUT' }, logo())
    return { path }
  },
  'PUT /api/promoteurs/{id}/logo': async (db) => ({
    path: `/api/promoteurs/${(await onlyPromoteur(db)).id}/logo`,
    body: { _method: 'PUT' },
    file: logo(),
  }),
  'DELETE /api/promoteurs/{id}/logo': async (db) => {
    const path = `/api/promoteurs/${(await onlyPromoteur(db)).id}/logo`
    await visitor.form(path, { _method: 'PUT' }, logo())
    return { path }
  },
})
