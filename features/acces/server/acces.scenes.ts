import { hashPassword } from '#features/acces/server/password.ts'
import { personne, type Scenes } from '#test/scenes/scene.ts'

let kept: Promise<string> | undefined
const hashed = (password: string) => (kept ??= hashPassword(password))

export const scenes: Scenes = () => ({
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
})
