import { sql } from 'kysely'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { dossierOf } from '#features/ventes/server/dossiers.service.ts'
import { byId } from '#server/database/records.ts'
import { changeManyVersioned } from '#server/database/bulk.ts'
import type { Db } from '#server/database/db.ts'
import type { Actor } from '#server/http/session.ts'
import type { Jour } from '#shared/dates.ts'

interface Complement {
  id: number
  contrat_le?: Jour
  livraison_le?: Jour
  note?: string
}

const readThem = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('ventes')
    .selectAll()
    .where(sql<boolean>`id = any(${ids})`)
    .execute()

/** Fills steps and the note of sales that the caller has locked and checked; each has a line in the journal. */
export async function completeDossiers(
  db: Db,
  actor: Actor,
  complements: readonly Complement[],
): Promise<void> {
  const ids = complements.map(({ id }) => id)
  const avant = byId(await readThem(db, ids))
  await changeManyVersioned(
    db,
    'ventes',
    complements.map(({ id, contrat_le, livraison_le, note }) => {
      const connue = avant.get(id)
      return {
        id,
        contrat_le: contrat_le ?? connue?.contrat_le ?? null,
        livraison_le: livraison_le ?? connue?.livraison_le ?? null,
        note: note ?? connue?.note ?? null,
      }
    }),
  )
  const apres = byId(await readThem(db, ids))
  await writeJournal(
    db,
    actor,
    ids.flatMap((id) => {
      const [ancienne, nouvelle] = [avant.get(id), apres.get(id)]
      if (!ancienne || !nouvelle) return []
      return [
        {
          action: 'modifier',
          objet: 'vente',
          id,
          avant: dossierOf(ancienne),
          apres: dossierOf(nouvelle),
        } as const,
      ]
    }),
  )
}
