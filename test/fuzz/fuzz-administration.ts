import type { Db } from '#server/database/db.ts'
import type { Visitor } from '#test/harness/app.ts'
import { aujourdhui } from '#shared/dates.ts'
import { between, oneOf, type Random } from '#db/random.ts'
import { buildAppartement, buildBloc, buildClient, buildOption, sell } from '#test/harness/builders.ts'

/** The records that made-up requests about the firm, its papers and its clients' files speak of. */
export interface PoolsAdministratifs {
  /** The last clients of one name: of those before, some have bought since. */
  effacables: number[]
  /** Clients who have a link to their page. */
  lies: number[]
  /** Options that are closed, of people who are no clients, all of one name. */
  closes: number[]
  /** Papers that can be cancelled. */
  papiers: number[]
  /** Sales that papers are made of. */
  ouvertes: number[]
  /** Blocs whose works have come to a stade. */
  avances: number[]
  /** The clients who may buy with another. */
  clients: number[]
}

const A_EFFACER = 'Client à effacer'
const TITULAIRE = 'Titulaire à effacer'
const PEU = 6

/** Reads them, after putting there what has become rare. */
export async function readPoolsAdministratifs(db: Db, karim: Visitor): Promise<PoolsAdministratifs> {
  const pools = await read(db)
  for (let n = 0; n < PEU; n++) await buildClient(db, { nom_complet: A_EFFACER })
  const close = { nom: TITULAIRE, tel: null, fin: 'liberee', fin_le: new Date() }
  for (let n = pools.closes.length; n < PEU; n++) await buildOption(db, await buildAppartement(db), close)
  for (const id of pools.effacables.slice(pools.lies.length)) await karim.post(`/api/clients/${id}/lien`, {})
  if (pools.avances.length < PEU) await advance(db)
  if (pools.papiers.length < PEU) {
    const vente = await sell(db, await buildAppartement(db), (await buildClient(db)).id)
    for (let n = 0; n < PEU; n++) await karim.post(`/api/ventes/${vente}/documents`, { type: 'decompte' })
  }
  return read(db)
}

async function read(db: Db): Promise<PoolsAdministratifs> {
  const idsOf = async (rows: Promise<{ id: number }[]>) => (await rows).map(({ id }) => id)
  const clients = db.selectFrom('clients').select('id').orderBy('id', 'desc').limit(100)
  return {
    effacables: await idsOf(
      clients
        .where('nom_complet', '=', A_EFFACER)
        .limit(2 * PEU)
        .execute(),
    ),
    lies: (
      await db
        .selectFrom('liens_clients')
        .select('client_id')
        .where('revoque_le', 'is', null)
        .orderBy('id', 'desc')
        .limit(100)
        .execute()
    ).map(({ client_id }) => client_id),
    closes: await idsOf(
      db.selectFrom('options').select('id').where('nom', '=', TITULAIRE).limit(100).execute(),
    ),
    papiers: await idsOf(
      db.selectFrom('documents').select('id').where('annule_le', 'is', null).limit(100).execute(),
    ),
    ouvertes: await idsOf(
      db
        .selectFrom('ventes')
        .select('id')
        .where('terminee_le', 'is', null)
        .orderBy('id', 'desc')
        .limit(100)
        .execute(),
    ),
    avances: await idsOf(
      db
        .selectFrom('stades_atteints')
        .select('bloc_id as id')
        .distinct()
        .orderBy('id', 'desc')
        .limit(100)
        .execute(),
    ),
    clients: await idsOf(clients.execute()),
  }
}

/** The works of some blocs come to a stade; of one that is there, or of a new one. */
async function advance(db: Db): Promise<void> {
  const stade =
    (await db.selectFrom('stades').select('id').orderBy('id').executeTakeFirst()) ??
    (await db
      .insertInto('stades')
      .values({ nom: 'Toiture', rang: 1 })
      .returning('id')
      .executeTakeFirstOrThrow())
  for (let n = 0; n < PEU; n++)
    await db
      .insertInto('stades_atteints')
      .values({
        bloc_id: (await buildBloc(db)).id,
        stade_id: stade.id,
        atteint_le: '2026-01-10',
        note_par: 'Essai',
      })
      .execute()
}

interface Kit {
  pools: PoolsAdministratifs
  random: Random
}

/** The record of such an address; undefined when any of its table will do. */
export function idAdministratif(method: string, path: string, { pools, random }: Kit): number | undefined {
  if (method === 'DELETE' && path === '/api/clients/{id}/lien') return oneOf(random, pools.lies)
  if (path === '/api/clients/{id}/effacer') return oneOf(random, pools.effacables)
  if (path === '/api/options/{id}/effacer') return oneOf(random, pools.closes)
  if (path.startsWith('/api/blocs/{id}/documents')) return oneOf(random, pools.avances)
  if (path === '/api/documents/{id}/annuler') return oneOf(random, pools.papiers)
  return undefined
}

/** Returns the fields of a body about the firm whose values their names alone do not give. */
export function corpsAdministratif(
  call: string,
  { pools, random }: Kit,
): Record<string, unknown> | undefined {
  const promoteur = { capital: between(random, 0, 1000), couleur: oneOf(random, ['#0f6e84', null, '']) }
  const bodies: Record<string, () => Record<string, unknown>> = {
    'POST /api/promoteurs': () => promoteur,
    'PUT /api/promoteurs/{id}': () => promoteur,
    'PUT /api/clients/{id}/dossier': () => ({
      nin: '1234 A',
      piece_numero: 'AB 12',
    }),
    'POST /api/clients/{id}/effacer': () => ({ confirmation: A_EFFACER }),
    'POST /api/options/{id}/effacer': () => ({ confirmation: TITULAIRE }),
    'POST /api/ventes/{id}/documents': () => ({
      type: oneOf(random, ['decompte', 'pv_remise']),
      date: random() < 0.7 ? aujourdhui() : '2026-01-10',
      destinataire: null,
      echeance_id: null,
      delai_jours: null,
      limite_le: null,
      heure: oneOf(random, ['10:30', null]),
    }),
    'POST /api/blocs/{id}/documents': () => ({ date: aujourdhui(), destinataire: null, vente_id: null }),
    'PUT /api/residences/{id}/dossier-legal': () => ({
      blocs: [],
      etages: [],
      parkings: [],
    }),
    'PUT /api/ventes/{id}/co-acquereurs': () => ({
      acquereurs: [{ client_id: oneOf(random, pools.clients), part: between(random, 1, 9999) / 100 }],
    }),
  }
  return bodies[call]?.()
}
