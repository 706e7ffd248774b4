import { sql } from 'kysely'
import type { Supprime } from '#features/biens/biens.erreurs.ts'
import { redistributeLignes } from '#features/echeancier/server/lignes.service.ts'
import type { Centimes } from '#shared/argent.ts'
import { TYPES_DE_BIEN, type TypeBien } from '#shared/biens.ts'
import { aujourdhui, type Jour } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import { changeVersioned } from '#server/database/records.ts'
import { AppError } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/** A bien under its row lock: whatever sells, pays, prices or deletes it waits for the holder. Amounts in centimes. */
export interface Bien {
  id: number
  type: TypeBien
  prix: Centimes
  version: number
  /** Why it is off sale, null when it is not. */
  bloque_motif: string | null
}

/** The current sale of a bien, under its row lock. Amounts in centimes. */
export interface VenteOuverte {
  id: number
  bien_id: number
  client_id: number
  prix: Centimes
  total_paye: Centimes
}

/** Adds what can be sold; the caller adds the appartement, local or place under the same id. */
export async function createBien(db: Db, type: TypeBien, prix: Centimes): Promise<number> {
  const { id } = await db.insertInto('biens').values({ type, prix }).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Locks a bien of the given kind: second in the lock order client → bien → vente → paiement. @throws introuvable */
export async function lockBien(db: Db, id: number, type: TypeBien): Promise<Bien> {
  const bien = await db
    .selectFrom('biens')
    .select(['id', 'prix', 'version', 'bloque_motif'])
    .where('id', '=', id)
    .where('type', '=', type)
    .forUpdate()
    .executeTakeFirst()
  if (!bien) throw new AppError('introuvable')
  return { ...bien, type }
}

/** Locks a bien of any kind; undefined when there is none. */
export async function lockAnyBien(db: Db, id: number): Promise<Bien | undefined> {
  const bien = await db
    .selectFrom('biens')
    .select(['id', 'type', 'prix', 'version', 'bloque_motif'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  const type = TYPES_DE_BIEN.find((known) => known === bien?.type)
  return bien && type && { ...bien, type }
}

/** The open vente of a locked bien, locked too: what makes it sold. Undefined when it is free. */
export function lockVenteOuverte(db: Db, bienId: number): Promise<VenteOuverte | undefined> {
  return db
    .selectFrom('ventes')
    .select(['id', 'bien_id', 'client_id', 'prix', 'total_paye'])
    .where('bien_id', '=', bienId)
    .where('terminee_le', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Saves a locked bien's price (centimes) and moves its version on; the open vente follows with its échéancier, an ended one keeps its own.
 * Call it on every edit of an appartement, local or place, changed price or not: it is what checks the version.
 * @throws versionPerimee (409), montantSousPaye (422) on the field montant (Q155)
 */
export async function changePrix(
  db: Db,
  actor: Actor,
  bien: Bien,
  prix: Centimes,
  version: number | null | undefined,
): Promise<void> {
  const vente = await lockVenteOuverte(db, bien.id)
  if (vente && prix < vente.total_paye)
    throw new AppError('montantSousPaye', { paye: vente.total_paye }).on('montant')
  await changeVersioned(db, 'biens', bien, version, { prix })
  if (!vente || prix === vente.prix) return
  await db.updateTable('ventes').set({ prix }).where('id', '=', vente.id).execute()
  await redistributeLignes(db, actor, { ...vente, prix })
}

/**
 * Deletes a locked bien with its appartement, local or place. What was sold or paid for stays (Q137, Q206).
 * @throws bienVendu (409) with a client, bienAvecHistorique (409) with payments of ended ventes, bienSousOptionSuppression,
 *   bienAvecDossier (409)
 */
export async function deleteBien(db: Db, bien: Bien): Promise<void> {
  if (await lockVenteOuverte(db, bien.id)) throw new AppError('bienVendu', { type: bien.type })
  const { n } = await db
    .selectFrom('paiements as p')
    .innerJoin('ventes as v', 'v.id', 'p.vente_id')
    .where('v.bien_id', '=', bien.id)
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow()
  if (n > 0) throw new AppError('bienAvecHistorique', { type: bien.type, paiements: n })
  await assertNothingHeld(db, bien.type, [bien.id])
  await db.deleteFrom('biens').where('id', '=', bien.id).execute()
}

/**
 * Locked biens are held for nobody, and no dossier that ended or went to another bien speaks of them. Past options go with them.
 * @throws bienSousOptionSuppression, bienAvecDossier (409)
 */
export async function assertNothingHeld(db: Db, type: Supprime, ids: number[]): Promise<void> {
  const { rows } = await sql<{ jour: Jour | null; dossiers: number }>`select
    (select max(expire_le) from options
      where bien_id = any(${ids}) and fin is null and expire_le >= ${aujourdhui()}::date) as jour,
    (select count(*) from (
      select id from ventes where bien_id = any(${ids}) and terminee_le is not null
      union select vente_id from transferts where ancien_bien_id = any(${ids})) d) as dossiers`.execute(db)
  const { jour = null, dossiers = 0 } = rows[0] ?? {}
  if (jour !== null) throw new AppError('bienSousOptionSuppression', { type, jour })
  if (dossiers > 0) throw new AppError('bienAvecDossier', { type, dossiers })
}
