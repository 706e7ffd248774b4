import { hashPassword } from '#features/acces/server/password.ts'
import type { Db } from '#server/database/db.ts'
import { buildClient } from '#test/harness/builders.ts'
import { ESSAI, valeurEssai } from '#test/harness/section-essai.ts'
import { next, type Scenes } from '#test/scenes/scene.ts'

const personne = () => ({
  name: 'Amina Saïdi',
  email: `amina${next()}@diyar.dz`,
  password: 'Motdepasse1!',
  password_confirmation: 'Motdepasse1!',
})

const client = () => ({
  nomComplet: 'Élodie Benaïssa',
  tel: '0555 12 34 56',
  email: 'elodie@exemple.dz',
  adresse: 'Oran',
})

const promoteur = () => ({
  nom: 'Promo',
  email: 'promo@exemple.dz',
  telephone: '021 00 00 00',
  adresse: 'Alger',
})

async function membre(db: Db): Promise<number> {
  const { id } = await db
    .insertInto('membres')
    .values({ name: 'Samir', email: `samir${next()}@diyar.dz`, mot_de_passe: '-', actif: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

let kept: Promise<string> | undefined
const hashed = (password: string) => (kept ??= hashPassword(password))

const onlyPromoteur = async (db: Db) => {
  await db.deleteFrom('promoteurs').execute()
  return db.insertInto('promoteurs').values(promoteur()).returning('id').executeTakeFirstOrThrow()
}

/** What changes members, clients, the promoter and the settings. */
export const peopleScenes: Scenes = () => ({
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
  'POST /api/clients': async () => ({ path: '/api/clients', body: client() }),
  'PUT /api/clients/{id}': async (db) => ({
    path: `/api/clients/${(await buildClient(db)).id}`,
    body: client(),
  }),
  'DELETE /api/clients/{id}': async (db) => ({ path: `/api/clients/${(await buildClient(db)).id}` }),
  'POST /api/members': async () => ({ path: '/api/members', body: personne() }),
  'PUT /api/members/{id}': async (db) => ({
    path: `/api/members/${await membre(db)}`,
    body: personne(),
  }),
  'DELETE /api/members/{id}': async (db) => ({ path: `/api/members/${await membre(db)}` }),
  'POST /api/members/{id}/disable': async (db) => ({ path: `/api/members/${await membre(db)}/disable` }),
  'POST /api/members/{id}/activate': async (db) => {
    const id = await membre(db)
    await db.updateTable('membres').set({ actif: false }).where('id', '=', id).execute()
    return { path: `/api/members/${id}/activate` }
  },
  'PUT /api/profile': async () => ({
    path: '/api/profile',
    body: { name: 'Karim', email: `karim${next()}@diyar.dz`, password: '', password_confirmation: '' },
  }),
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
  'PUT /api/parametres/{section}': async (db) => {
    await db.deleteFrom('parametres').execute()
    return { path: `/api/parametres/${ESSAI}`, body: { valeur: valeurEssai() } }
  },
})
