import { unPng } from '#test/harness/images.ts'
import type { Db } from '#server/database/db.ts'
import type { Visitor } from '#test/harness/app.ts'
import { between, oneOf, type Random } from '#db/random.ts'
import { buildAppartement, buildClient, sell } from '#test/harness/builders.ts'

/** What made-up requests about the firm, its papers and its clients' files speak of. */
export interface PoolsAdministratifs {
  /** Clients who never bought, all of one name. */
  effacables: number[]
  /** Papers that can be cancelled. */
  papiers: number[]
  /** Sales that papers are made of. */
  ouvertes: number[]
  /** Who may buy with another. */
  clients: number[]
}

const A_EFFACER = 'Client à effacer'
const PEU = 6

/** Reads them, after putting there what has become rare. */
export async function readPoolsAdministratifs(db: Db, karim: Visitor): Promise<PoolsAdministratifs> {
  await giveLogo(db, karim)
  const pools = await read(db)
  for (let n = pools.effacables.length; n < PEU; n++) await buildClient(db, { nom_complet: A_EFFACER })
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
    effacables: await idsOf(clients.where('nom_complet', '=', A_EFFACER).execute()),
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
    clients: await idsOf(clients.execute()),
  }
}

/** The promoter, if there is one, has a logo to take away. */
async function giveLogo(db: Db, karim: Visitor): Promise<void> {
  const promoteur = await db
    .selectFrom('promoteurs')
    .select('id')
    .where('logo_id', 'is', null)
    .executeTakeFirst()
  if (!promoteur) return
  const logo = { part: 'logo', name: 'logo.png', content: unPng() }
  await karim.form(`/api/promoteurs/${promoteur.id}/logo`, { _method: 'PUT' }, logo)
}

interface Kit {
  pools: PoolsAdministratifs
  random: Random
}

/** The record of such an address; undefined when any of its table will do. */
export function idAdministratif(path: string, { pools, random }: Kit): number | undefined {
  if (path === '/api/clients/{id}/effacer') return oneOf(random, pools.effacables)
  if (path === '/api/documents/{id}/annuler') return oneOf(random, pools.papiers)
  return undefined
}

/** What such a body says beyond what the names of its fields do. */
export function corpsAdministratif(
  call: string,
  { pools, random }: Kit,
): Record<string, unknown> | undefined {
  const promoteur = { capital: between(random, 0, 1000), couleur: oneOf(random, ['#0f6e84', null, '']) }
  const bodies: Record<string, () => Record<string, unknown>> = {
    'POST /api/promoteurs': () => promoteur,
    'PUT /api/promoteurs/{id}': () => promoteur,
    'PUT /api/clients/{id}/dossier': () => ({
      tel2: oneOf(random, ['0550 12 34 56', null]),
      naissance_le: '1980-01-10',
      nin: '1234 A',
      piece_numero: 'AB 12',
      piece_delivree_le: '2015-06-01',
    }),
    'POST /api/clients/{id}/effacer': () => ({ confirmation: A_EFFACER }),
    'POST /api/ventes/{id}/documents': () => ({
      type: oneOf(random, ['decompte', 'pv_remise']),
      date: '2026-01-10',
      destinataire: null,
      echeance_id: null,
      delai_jours: null,
      nombre_cles: between(random, 0, 99),
    }),
    'PUT /api/ventes/{id}/co-acquereurs': () => ({
      acquereurs: [{ client_id: oneOf(random, pools.clients), part: between(random, 1, 9999) / 100 }],
    }),
  }
  return bodies[call]?.()
}
