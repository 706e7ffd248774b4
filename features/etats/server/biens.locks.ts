import { sql } from 'kysely'
import type { Centimes } from '#shared/argent.ts'
import type { TypeBien } from '#shared/biens.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import type { Db } from '#server/database/db.ts'
import { statement } from '#server/database/prepared.ts'
import { refuse } from '#server/http/errors.ts'

/** A bien under its row lock; a sale, payment, price change or deletion of the bien waits for it. Amounts in centimes. */
export interface Bien {
  id: number
  type: TypeBien
  prix: Centimes
  version: number
  /** Reason why the bien is off sale, null when it is on sale. */
  bloque_motif: string | null
}

export interface VenteOuverte {
  id: number
  bien_id: number
  client_id: number
  prix: Centimes
  total_paye: Centimes
}

/** Locks a bien of the given kind, second in the lock order client → bien → vente → paiement. @throws introuvable */
export async function lockBien(db: Db, id: number, type: TypeBien): Promise<Bien> {
  const [bien] = await selectBien(db, id, type)
  if (!bien) throw refuse(communesErreurs.introuvable)
  return bien
}

/** Locks a bien of any kind; undefined when there is none. */
export async function lockAnyBien(db: Db, id: number): Promise<Bien | undefined> {
  const [bien] = await selectBien(db, id, null)
  return bien
}

/** Null stands for any kind; a bien of another kind is not locked. */
const selectBien = statement<[number, TypeBien | null], Bien>(
  (id, type) =>
    sql`select id, type, prix, version, bloque_motif from biens where id = ${id} and type = coalesce(${type}::text, type) for update`,
)

/** Locks the open vente of a locked bien; undefined when the bien is free. Amounts in centimes. */
export async function lockVenteOuverte(db: Db, bienId: number): Promise<VenteOuverte | undefined> {
  const [vente] = await selectVenteOuverte(db, bienId)
  return vente
}

const selectVenteOuverte = statement<[number], VenteOuverte>(
  (bienId) => sql`
    select id, bien_id, client_id, prix, total_paye from ventes where bien_id = ${bienId} and terminee_le is null for update`,
)

/** Objects of the journal, by kind of bien. */
export const OBJETS = { appartement: 'appartement', local: 'local', place_parking: 'place' } as const
