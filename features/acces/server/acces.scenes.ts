import { codeDuPas, pasActuel } from '#features/acces/server/codes.ts'
import type { Db } from '#server/database/db.ts'
import type { Visitor } from '#test/harness/app.ts'
import { hashOf, next, personne, withPassword, type Scenes } from '#test/scenes/scene.ts'
import { openSession } from '#server/http/session.ts'

const SECRET = Buffer.from('12345678901234567890')

/** Gives the visitor the password of {@link personne}, and a code at sign-in that he has begun or has. */
async function withCode(db: Db, visitor: Visitor, etat: 'aucun' | 'commence' | 'actif') {
  const { id, mot_de_passe } = await withPassword(db, visitor)
  await db
    .updateTable('membres')
    .set({
      otp_secret: etat === 'aucun' ? null : SECRET,
      otp_actif_le: etat === 'actif' ? new Date() : null,
      otp_dernier_pas: null,
    })
    .where('id', '=', id)
    .execute()
  return { mot_de_passe, code: codeDuPas(SECRET, pasActuel()) }
}

export const scenes: Scenes = (visitor) => ({
  'POST /register': async () => ({ path: '/register', body: personne() }),
  'POST /login': async (db) => {
    const { email, password } = personne()
    await db
      .insertInto('membres')
      .values({ name: 'Amina', email, actif: true, mot_de_passe: await hashOf(password) })
      .execute()
    return { path: '/login', body: { email, password } }
  },
  'POST /logout': async () => ({ path: '/logout' }),
  'PUT /api/profile': async () => ({
    path: '/api/profile',
    body: { name: 'Karim', email: `karim${next()}@diyar.dz`, password: '', password_confirmation: '' },
  }),
  'POST /api/profile/mot-de-passe': async (db) => {
    const { mot_de_passe } = await withCode(db, visitor, 'aucun')
    const password = `Nouveau${next()}!`
    return {
      path: '/api/profile/mot-de-passe',
      body: { actuel: mot_de_passe, password, password_confirmation: password },
    }
  },
  'POST /api/profile/second-facteur': async (db) => {
    const { mot_de_passe } = await withCode(db, visitor, 'aucun')
    return { path: '/api/profile/second-facteur', body: { mot_de_passe } }
  },
  'POST /api/profile/second-facteur/confirmer': async (db) => {
    const { code } = await withCode(db, visitor, 'commence')
    return { path: '/api/profile/second-facteur/confirmer', body: { code } }
  },
  'POST /api/profile/second-facteur/codes': async (db) => ({
    path: '/api/profile/second-facteur/codes',
    body: await withCode(db, visitor, 'actif'),
  }),
  'POST /api/profile/second-facteur/retirer': async (db) => ({
    path: '/api/profile/second-facteur/retirer',
    body: await withCode(db, visitor, 'actif'),
  }),
  'POST /api/profile/connexions/fermer': async () => ({ path: '/api/profile/connexions/fermer' }),
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
