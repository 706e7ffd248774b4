import { sql } from 'kysely'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { byId } from '#server/database/records.ts'
import { changeManyVersioned } from '#server/database/bulk.ts'
import type { Db } from '#server/database/db.ts'
import type { Actor } from '#server/http/session.ts'

const COLONNES = [
  'tel',
  'email',
  'adresse',
  'nom_ar',
  'tel2',
  'genre',
  'nin',
  'piece_type',
  'piece_numero',
  'naissance_le',
  'naissance_lieu',
] as const
type Complement = { id: number } & { [K in (typeof COLONNES)[number]]?: string }

const readThem = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('clients')
    .select(['id', 'nom_complet as nomComplet', 'version', ...COLONNES])
    .where(sql<boolean>`id = any(${ids})`)
    .execute()

/** Fills columns of clients that the caller has locked or made and has checked; each has a line in the journal. */
export async function completeClients(
  db: Db,
  actor: Actor,
  complements: readonly Complement[],
): Promise<void> {
  const ids = complements.map(({ id }) => id)
  const lus = await readThem(db, ids)
  const avant = byId(lus)
  await changeManyVersioned(
    db,
    'clients',
    complements.map((complement) => {
      const connu = avant.get(complement.id)
      return {
        id: complement.id,
        ...Object.fromEntries(COLONNES.map((un) => [un, complement[un] ?? connu?.[un] ?? null])),
      }
    }),
  )
  const apres = byId(await readThem(db, ids))
  await writeJournal(
    db,
    actor,
    ids.map((id) => ({
      action: 'modifier',
      objet: 'client',
      id,
      avant: avant.get(id),
      apres: apres.get(id),
    })),
  )
}
