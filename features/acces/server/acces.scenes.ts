import { hashPassword } from '#features/acces/server/password.ts'
import { personne, type Scenes, next } from '#test/scenes/scene.ts'
import { openSession } from '#server/http/session.ts'

let kept: Promise<string> | undefined
const hashed = (password: string) => (kept ??= hashPassword(password))

export const scenes: Scenes = (visitor) => ({
  'POST /register': async () => ({ path: '/register', body: personne() }),
  'POST /login': async (db) => {
    const { email, password } = personne()
    await db
      .insertInto('membres')
      .values({ name: 'Amina', email, actif: true, mot_de_passe: await hashed(password) })
      .execute()
    return { path: '/login', body: { email, password } }
  },
  'POST /logout': async () => ({ path: '/logout' }),
  'PUT /api/profile': async () => ({
    path: '/api/profile',
    body: { name: 'Karim', email: `karim${next()}@diyar.dz`, password: '', password_confirmation: '' },
  }),
  'DELETE /api/profile/connexions/{id}': async (db) => {
    const { id: membre } = (await visitor.get('/api/user')).json as { id: number }
    await openSession(db, membre)
    const { id } = await db
      .selectFrom('sessions')
      .select('id')
      .where('membre_id', '=', membre)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return { path: `/api/profile/connexions/${id}` }
  },
})
