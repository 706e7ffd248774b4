import type { Db } from '#server/database/db.ts'
import { next, personne, withPassword, type Scenes } from '#test/scenes/scene.ts'

async function membre(db: Db): Promise<number> {
  const { id } = await db
    .insertInto('membres')
    .values({ name: 'Samir', email: `samir${next()}@diyar.dz`, mot_de_passe: '-', actif: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const scenes: Scenes = (visitor) => ({
  'POST /api/members': async () => ({ path: '/api/members', body: { ...personne(), role: 'lecture' } }),
  'PUT /api/members/{id}': async (db) => ({
    path: `/api/members/${await membre(db)}`,
    body: { ...personne(), role: 'caisse' },
  }),
  'DELETE /api/members/{id}': async (db) => ({ path: `/api/members/${await membre(db)}` }),
  'POST /api/members/{id}/disable': async (db) => ({ path: `/api/members/${await membre(db)}/disable` }),
  'POST /api/members/{id}/second-facteur/retirer': async (db) => {
    const id = await membre(db)
    await db
      .updateTable('membres')
      .set({ otp_secret: Buffer.alloc(20, 1), otp_actif_le: new Date() })
      .where('id', '=', id)
      .execute()
    const { mot_de_passe } = await withPassword(db, visitor)
    return { path: `/api/members/${id}/second-facteur/retirer`, body: { mot_de_passe } }
  },
  'POST /api/members/{id}/activate': async (db) => {
    const id = await membre(db)
    await db.updateTable('membres').set({ actif: false }).where('id', '=', id).execute()
    return { path: `/api/members/${id}/activate`, body: { role: 'comptable' } }
  },
})
