import { sql } from 'kysely'
import { readClient } from '#features/clients/server/clients.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { Centimes } from '#shared/argent.ts'
import type { ErrorCode } from '#shared/erreurs.ts'
import type { Db } from '#server/database/db.ts'
import { changeVersioned } from '#server/database/records.ts'
import { AppError } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'
import type { TypeBien } from '#shared/biens.ts'

/** A bien under its row lock: whatever sells, pays, prices or deletes it waits for the holder. Amounts in centimes. */
export interface Bien {
  id: number
  type: TypeBien
  prix: Centimes
  version: number
}

/** The current sale of a bien, under its row lock. Amounts in centimes. */
export interface VenteOuverte {
  id: number
  bien_id: number
  client_id: number
  prix: Centimes
  total_paye: Centimes
}

const DEJA_VENDU = {
  appartement: 'appartementDejaVendu',
  local: 'localDejaVendu',
  place_parking: 'placeDejaAttribuee',
} as const satisfies Record<TypeBien, ErrorCode>

/** Adds what can be sold; the caller adds the appartement, local or place under the same id. */
export async function createBien(db: Db, type: TypeBien, prix: Centimes): Promise<number> {
  const { id } = await db.insertInto('biens').values({ type, prix }).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Locks a bien of the given kind: second in the lock order client → bien → vente → paiement. @throws introuvable */
export async function lockBien(db: Db, id: number, type: TypeBien): Promise<Bien> {
  const bien = await db
    .selectFrom('biens')
    .select(['id', 'prix', 'version'])
    .where('id', '=', id)
    .where('type', '=', type)
    .forUpdate()
    .executeTakeFirst()
  if (!bien) throw new AppError('introuvable')
  return { ...bien, type }
}

/** The open vente of a locked bien, locked too; undefined when it is free. */
export function venteOuverte(db: Db, bienId: number): Promise<VenteOuverte | undefined> {
  return db
    .selectFrom('ventes')
    .select(['id', 'bien_id', 'client_id', 'prix', 'total_paye'])
    .where('bien_id', '=', bienId)
    .where('terminee_le', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Keeps a client from being deleted while he is being sold something; taken before the bien's lock.
 * @throws clientInconnu (422) on the field client_id
 */
export async function holdClient(db: Db, clientId: number): Promise<void> {
  const client = await db
    .selectFrom('clients')
    .select('id')
    .where('id', '=', clientId)
    .forKeyShare()
    .executeTakeFirst()
  if (!client) throw new AppError('clientInconnu').on('client_id')
}

/**
 * Sells a locked bien to a held client (`assigner-client`, `attribuer`): opens its vente at the current price.
 * Of several at once exactly one wins (D2 §4, Q126, Q127, Q149).
 * @throws appartementDejaVendu, localDejaVendu, placeDejaAttribuee (409)
 */
export async function ouvrirVente(db: Db, actor: Actor, bien: Bien, clientId: number): Promise<void> {
  if (await venteOuverte(db, bien.id)) throw new AppError(DEJA_VENDU[bien.type])
  const vente = await db
    .insertInto('ventes')
    .values({ bien_id: bien.id, client_id: clientId, prix: bien.prix })
    .returning(['id', 'bien_id', 'client_id', 'prix'])
    .executeTakeFirstOrThrow()
  const { nomComplet } = await readClient(db, clientId)
  await writeJournal(db, actor, {
    action: 'assigner',
    objet: 'vente',
    id: vente.id,
    apres: { ...vente, type: bien.type, client: nomComplet },
  })
}

/** `client_id` of an assign call: holds the client, locks the bien, sells it. @throws introuvable, clientInconnu, …DejaVendu */
export async function assignerClient(
  db: Db,
  actor: Actor,
  type: TypeBien,
  bienId: number,
  clientId: number,
): Promise<void> {
  await holdClient(db, clientId)
  await ouvrirVente(db, actor, await lockBien(db, bienId, type), clientId)
}

/**
 * Ends the sale of a bien (`retirer-client`, `liberer`). The payments stay with the ended vente as the former client's
 * history (Q128), except a local's, which are deleted and remain readable in the journal (D2 §4, Q129).
 * A vente that leaves no payment behind leaves nothing behind: its row goes, the journal keeps it.
 * @throws introuvable, bienSansClient (409)
 */
export async function retirerClient(db: Db, actor: Actor, type: TypeBien, bienId: number): Promise<void> {
  const bien = await lockBien(db, bienId, type)
  const vente = await venteOuverte(db, bien.id)
  if (!vente) throw new AppError('bienSansClient')
  if (type === 'local') await deletePayments(db, actor, vente)
  const kept = await db
    .selectFrom('paiements')
    .select('id')
    .where('vente_id', '=', vente.id)
    .limit(1)
    .executeTakeFirst()
  if (kept)
    await db
      .updateTable('ventes')
      .set({ terminee_le: sql`now()` })
      .where('id', '=', vente.id)
      .execute()
  else await db.deleteFrom('ventes').where('id', '=', vente.id).execute()
  const { nomComplet } = await readClient(db, vente.client_id)
  await writeJournal(db, actor, {
    action: 'retirer',
    objet: 'vente',
    id: vente.id,
    avant: { ...vente, type, client: nomComplet },
  })
}

async function deletePayments(db: Db, actor: Actor, vente: VenteOuverte): Promise<void> {
  const deleted = await db.deleteFrom('paiements').where('vente_id', '=', vente.id).returningAll().execute()
  await db.updateTable('ventes').set({ total_paye: 0 }).where('id', '=', vente.id).execute()
  await writeJournal(
    db,
    actor,
    deleted.map((paiement) => ({
      action: 'supprimer',
      objet: 'paiement',
      id: paiement.id,
      avant: { ...paiement, client_id: vente.client_id },
    })),
  )
}

/**
 * Saves a locked bien's price (centimes) and moves its version on; the open vente follows, an ended one keeps its own.
 * Call it on every edit of an appartement, local or place, changed price or not: it is what checks the version.
 * @throws versionPerimee (409), montantSousPaye (422) on the field montant (Q155)
 */
export async function changerPrix(
  db: Db,
  bien: Bien,
  prix: Centimes,
  version: number | null | undefined,
): Promise<void> {
  const vente = await venteOuverte(db, bien.id)
  if (vente && prix < vente.total_paye)
    throw new AppError('montantSousPaye', { paye: vente.total_paye }).on('montant')
  await changeVersioned(db, 'biens', bien, version, { prix })
  if (vente && prix !== vente.prix)
    await db.updateTable('ventes').set({ prix }).where('id', '=', vente.id).execute()
}

/**
 * The client field of an edit form: a client on a free bien sells it; the same client, or none, changes nothing;
 * another one is refused, since removing has its own call (Q130). `undefined` means the field was not sent.
 * When a client is named, {@link holdClient} comes before the lock of the bien.
 * @throws bienVenduAutreClient (409), clientInconnu (422)
 */
export async function changerClient(
  db: Db,
  actor: Actor,
  bien: Bien,
  clientId: number | null | undefined,
): Promise<void> {
  if (clientId === undefined) return
  const vente = await venteOuverte(db, bien.id)
  if (vente?.client_id === clientId || (!vente && clientId === null)) return
  if (vente || clientId === null) throw new AppError('bienVenduAutreClient')
  await ouvrirVente(db, actor, bien, clientId)
}

/**
 * Deletes a locked bien with its appartement, local or place. What was sold or paid for stays (Q137, Q206).
 * @throws bienVendu (409) with a client, bienAvecHistorique (409) with payments of ended ventes
 */
export async function deleteBien(db: Db, bien: Bien): Promise<void> {
  if (await venteOuverte(db, bien.id)) throw new AppError('bienVendu', { type: bien.type })
  const { n } = await db
    .selectFrom('paiements as p')
    .innerJoin('ventes as v', 'v.id', 'p.vente_id')
    .where('v.bien_id', '=', bien.id)
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow()
  if (n > 0) throw new AppError('bienAvecHistorique', { type: bien.type, paiements: n })
  await db.deleteFrom('biens').where('id', '=', bien.id).execute()
}
