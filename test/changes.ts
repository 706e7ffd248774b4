import type { FastifyInstance } from 'fastify'
import { hashPassword } from '#features/acces/server/password.ts'
import type { Db } from '#server/database/db.ts'
import {
  buildAppartement,
  buildBloc,
  buildBon,
  buildCategorie,
  buildClient,
  buildEtage,
  buildLigne,
  buildLocal,
  buildParking,
  buildPlace,
  buildResidence,
  pay,
  sell,
} from '#test/builders.ts'
import type { Visitor } from '#test/app.ts'

/** A change that its route accepts, on records made for it. */
export interface Change {
  method: string
  path: string
  body?: Record<string, unknown>
  /** Sent as a form with this file, when there is one. */
  file?: { part: string; name: string; content: Buffer }
}
type Scene = (db: Db) => Promise<Omit<Change, 'method'>>

export const PLAN = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
const plan = { part: 'plan_pdf', name: 'plan.pdf', content: PLAN }

let serial = 0
const next = () => ++serial

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
const lot = () => ({
  numLot: `N${next()}`,
  typeLogement: 'F3',
  surfaceHabitable: '80.5',
  surfaceUtile: '12.2',
  montant: '1000000',
})
const local = () => ({ num: `M${next()}`, surface: 45, montant: 1_000_000 })
const place = () => ({ numero_place: 1000 + next(), type_place: 'Box', montant: 500_000 })
const promoteur = () => ({
  nom: 'Promo',
  email: 'promo@exemple.dz',
  telephone: '021 00 00 00',
  adresse: 'Alger',
})
const ligne = () => ({ designation: 'Ciment', prix_unitaire: 12.5, quantite: 3 })

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

/** A bien with its client, and a payment if asked. */
async function vendu(db: Db, build: (db: Db) => Promise<number>, versement = 0) {
  const { id: acheteur } = await buildClient(db)
  const bien = await build(db)
  const vente = await sell(db, bien, acheteur)
  return { bien, acheteur, paiement: versement > 0 ? await pay(db, vente, versement) : 0 }
}

/** The same record with a plan, kept by the route that edits it. */
async function withPlan(visitor: Visitor, path: string, fields: Record<string, string>): Promise<void> {
  const { statusCode, body } = await visitor.form(path, { ...fields, _method: 'PUT' }, plan)
  if (statusCode !== 200) throw new Error(`no plan: ${statusCode} ${body}`)
}

const strings = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))

async function lotWithPlan(db: Db, visitor: Visitor) {
  const { id: etage_id } = await buildEtage(db)
  const id = await buildAppartement(db, { etage_id })
  await withPlan(visitor, `/api/appartements/${id}`, strings({ ...lot(), etage_id }))
  return { id, fields: { ...lot(), etage_id } }
}

async function residenceWithPlan(db: Db, visitor: Visitor) {
  const { id } = await buildResidence(db)
  const fields = { nom: `Les Pins ${next()}`, adresse: 'Alger' }
  await withPlan(visitor, `/api/residences/${id}`, fields)
  return { id, fields }
}

const onlyPromoteur = async (db: Db) => {
  await db.deleteFrom('promoteurs').execute()
  return db.insertInto('promoteurs').values(promoteur()).returning('id').executeTakeFirstOrThrow()
}

/**
 * By method and path, a request that is accepted: every kind of record the call can touch is there (a plan to be replaced,
 * payments to go with a local …).
 */
const scenes = (visitor: Visitor): Record<string, Scene> => ({
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
  'POST /api/appartements': async (db) => ({
    path: '/api/appartements',
    body: { ...lot(), etage_id: (await buildEtage(db)).id, client_id: (await buildClient(db)).id },
    file: plan,
  }),
  'PUT /api/appartements/{id}': async (db) => {
    const { id, fields } = await lotWithPlan(db, visitor)
    const body = { ...fields, client_id: (await buildClient(db)).id, _method: 'PUT' }
    return { path: `/api/appartements/${id}`, body, file: plan }
  },
  'DELETE /api/appartements/{id}': async (db) => ({
    path: `/api/appartements/${(await lotWithPlan(db, visitor)).id}`,
  }),
  'PUT /api/appartements/{id}/assigner-client': async (db) => ({
    path: `/api/appartements/${await buildAppartement(db)}/assigner-client`,
    body: { client_id: (await buildClient(db)).id },
  }),
  'PUT /api/appartements/{id}/retirer-client': async (db) => ({
    path: `/api/appartements/${(await vendu(db, buildAppartement, 1000)).bien}/retirer-client`,
  }),
  'POST /api/blocs': async (db) => ({
    path: '/api/blocs',
    body: { nomloc: 'Bloc', description: 'Neuf', residence_id: (await buildResidence(db)).id },
  }),
  'PUT /api/blocs/{id}': async (db) => {
    const { id, residence_id } = await buildBloc(db)
    return { path: `/api/blocs/${id}`, body: { nomloc: 'Bloc B', description: 'Neuf', residence_id } }
  },
  'DELETE /api/blocs/{id}': async (db) => ({ path: `/api/blocs/${(await buildBloc(db)).id}` }),
  'POST /api/categories': async () => ({ path: '/api/categories', body: { nom: `Gros œuvre ${next()}` } }),
  'PUT /api/categories/{id}': async (db) => ({
    path: `/api/categories/${(await buildCategorie(db)).id}`,
    body: { nom: `Second œuvre ${next()}` },
  }),
  'DELETE /api/categories/{id}': async (db) => ({
    path: `/api/categories/${(await buildCategorie(db)).id}`,
  }),
  'POST /api/bons': async (db) => ({
    path: '/api/bons',
    body: {
      reference: `R${next()}`,
      date_bon: '2026-02-03',
      categorie_bon_id: (await buildCategorie(db)).id,
      lignes: [ligne(), ligne()],
    },
  }),
  'PUT /api/bons/{id}': async (db) => ({
    path: `/api/bons/${(await buildBon(db)).id}`,
    body: { reference: `R${next()}`, date_bon: '2026-02-04' },
  }),
  'DELETE /api/bons/{id}': async (db) => {
    const { id } = await buildBon(db)
    await buildLigne(db, id)
    return { path: `/api/bons/${id}` }
  },
  'POST /api/bons/{id}/lignes': async (db) => ({
    path: `/api/bons/${(await buildBon(db)).id}/lignes`,
    body: ligne(),
  }),
  'PUT /api/bons/{bonId}/lignes/{ligneId}': async (db) => {
    const { id } = await buildBon(db)
    return { path: `/api/bons/${id}/lignes/${(await buildLigne(db, id)).id}`, body: ligne() }
  },
  'DELETE /api/bons/{bonId}/lignes/{ligneId}': async (db) => {
    const { id } = await buildBon(db)
    return { path: `/api/bons/${id}/lignes/${(await buildLigne(db, id)).id}` }
  },
  'POST /api/clients': async () => ({ path: '/api/clients', body: client() }),
  'PUT /api/clients/{id}': async (db) => ({
    path: `/api/clients/${(await buildClient(db)).id}`,
    body: client(),
  }),
  'DELETE /api/clients/{id}': async (db) => ({ path: `/api/clients/${(await buildClient(db)).id}` }),
  'POST /api/etages': async (db) => ({
    path: '/api/etages',
    body: {
      designation: 'Premier',
      niveau: 1,
      logement_par_palier: 4,
      bloc_id: (await buildBloc(db)).id,
    },
  }),
  'PUT /api/etages/{id}': async (db) => {
    const { id, bloc_id } = await buildEtage(db)
    const body = { designation: 'Deuxième', niveau: 2, logement_par_palier: 4, bloc_id }
    return { path: `/api/etages/${id}`, body }
  },
  'DELETE /api/etages/{id}': async (db) => ({ path: `/api/etages/${(await buildEtage(db)).id}` }),
  'POST /api/locaux': async (db) => ({
    path: '/api/locaux',
    body: { ...local(), bloc_id: (await buildBloc(db)).id, client_id: (await buildClient(db)).id },
  }),
  'PUT /api/locaux/{id}': async (db) => {
    const { id: bloc_id } = await buildBloc(db)
    const { bien } = await vendu(db, () => buildLocal(db, { bloc_id }), 1000)
    return { path: `/api/locaux/${bien}`, body: { ...local(), bloc_id } }
  },
  'DELETE /api/locaux/{id}': async (db) => ({ path: `/api/locaux/${await buildLocal(db)}` }),
  'PUT /api/locaux/{id}/assigner-client': async (db) => ({
    path: `/api/locaux/${await buildLocal(db)}/assigner-client`,
    body: { client_id: (await buildClient(db)).id },
  }),
  'PUT /api/locaux/{id}/retirer-client': async (db) => ({
    path: `/api/locaux/${(await vendu(db, buildLocal, 1000)).bien}/retirer-client`,
  }),
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
  'POST /api/paiements': async (db) => {
    const { bien, acheteur } = await vendu(db, buildAppartement)
    return {
      path: '/api/paiements',
      body: { client_id: acheteur, appartement_id: bien, date_paiement: '2026-02-01', versement: 30 },
    }
  },
  'PUT /api/paiements/{id}': async (db) => {
    const { bien, acheteur, paiement } = await vendu(db, buildAppartement, 1000)
    return {
      path: `/api/paiements/${paiement}`,
      body: { client_id: acheteur, appartement_id: bien, date_paiement: '2026-02-01', versement: 30 },
    }
  },
  'DELETE /api/paiements/{id}': async (db) => ({
    path: `/api/paiements/${(await vendu(db, buildPlace, 1000)).paiement}`,
  }),
  'POST /api/parkings': async (db) => ({
    path: '/api/parkings',
    body: {
      parking_nom: `Sous-sol ${next()}`,
      residence_id: (await buildResidence(db)).id,
      nb_places: 20,
    },
  }),
  'PUT /api/parkings/{id}': async (db) => {
    const { id, residence_id } = await buildParking(db)
    return {
      path: `/api/parkings/${id}`,
      body: { parking_nom: `Sous-sol ${next()}`, residence_id, nb_places: 30 },
    }
  },
  'DELETE /api/parkings/{id}': async (db) => {
    const { id } = await buildParking(db)
    await buildPlace(db, { parking_id: id })
    return { path: `/api/parkings/${id}` }
  },
  'POST /api/places-parking': async (db) => ({
    path: '/api/places-parking',
    body: { ...place(), parking_id: (await buildParking(db)).id },
  }),
  'PUT /api/places-parking/{id}': async (db) => ({
    path: `/api/places-parking/${await buildPlace(db)}`,
    body: place(),
  }),
  'DELETE /api/places-parking/{id}': async (db) => ({ path: `/api/places-parking/${await buildPlace(db)}` }),
  'POST /api/places-parking/{id}/attribuer': async (db) => ({
    path: `/api/places-parking/${await buildPlace(db)}/attribuer`,
    body: { client_id: (await buildClient(db)).id },
  }),
  'POST /api/places-parking/{id}/liberer': async (db) => ({
    path: `/api/places-parking/${(await vendu(db, buildPlace, 1000)).bien}/liberer`,
  }),
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
  'POST /api/residences': async () => ({
    path: '/api/residences',
    body: { nom: `Les Pins ${next()}`, adresse: 'Alger' },
    file: plan,
  }),
  'PUT /api/residences/{id}': async (db) => {
    const { id } = await residenceWithPlan(db, visitor)
    const body = { nom: `Les Pins ${next()}`, adresse: 'Oran', _method: 'PUT' }
    return { path: `/api/residences/${id}`, body, file: plan }
  },
  'DELETE /api/residences/{id}': async (db) => ({
    path: `/api/residences/${(await residenceWithPlan(db, visitor)).id}`,
  }),
})

/**
 * A request that `call` (a method and a path of the contracts, as `PUT /api/clients/{id}`) accepts, on records of its own.
 * @param visitor signed in, for what is prepared through the calls themselves
 */
export async function makeChange(call: string, db: Db, visitor: Visitor): Promise<Change> {
  const scene = scenes(visitor)[call]
  if (!scene) throw new Error(`test/changes.ts has no request for ${call}`)
  return { method: call.slice(0, call.indexOf(' ')), ...(await scene(db)) }
}

/** Every call of the contracts that changes something, as {@link makeChange} takes it. */
export const mutatingCalls = (app: FastifyInstance): string[] =>
  app.contracts.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)
