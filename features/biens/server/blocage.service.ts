import { sql } from 'kysely'
import type { EtatDuBien } from '#features/biens/biens.codes.ts'
import { lockAnyBien, lockVenteOuverte } from '#features/biens/server/biens.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { aujourdhui, type Jour } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import { changeVersioned } from '#server/database/records.ts'
import { AppError } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/** What the journal calls each kind of bien. */
export const OBJETS = { appartement: 'appartement', local: 'local', place_parking: 'place' } as const

interface Blocage {
  id: number
  etat_bien: EtatDuBien
  bloque_motif: string | null
}

/**
 * Takes a free bien off sale with the reason why, or puts it back on sale (null). Another reason replaces the one there; what is on
 * sale and stays so is no change.
 * @throws introuvable (404), bienDejaVendu, bienSousOption, versionPerimee (409)
 */
export async function blockBien(
  db: Db,
  actor: Actor,
  id: number,
  { motif = null, version }: { motif?: string | null | undefined; version?: number | null | undefined },
): Promise<Blocage> {
  const bien = await lockAnyBien(db, id)
  if (!bien) throw new AppError('introuvable')
  if (motif !== null) await assertFree(db, id)
  if (motif !== bien.bloque_motif) {
    const bloque = { bloque_motif: motif, bloque_le: motif === null ? null : new Date() }
    await changeVersioned(db, 'biens', bien, version, bloque)
    await writeJournal(db, actor, {
      action: motif === null ? 'debloquer' : 'bloquer',
      objet: OBJETS[bien.type],
      id,
      avant: { bloque_motif: bien.bloque_motif },
      apres: { bloque_motif: motif },
    })
  }
  return { id, etat_bien: await readEtat(db, id), bloque_motif: motif }
}

async function assertFree(db: Db, id: number): Promise<void> {
  if (await lockVenteOuverte(db, id)) throw new AppError('bienDejaVendu')
  const { rows } = await sql<{ nom: string; expire_le: Jour }>`
    select nom, expire_le from options where bien_id = ${id} and fin is null and expire_le >= ${aujourdhui()}::date`.execute(
    db,
  )
  if (rows[0]) throw new AppError('bienSousOption', { nom: rows[0].nom, jour: rows[0].expire_le })
}

async function readEtat(db: Db, id: number): Promise<EtatDuBien> {
  const { rows } = await sql<{ etat: EtatDuBien }>`
    select etat_du_bien(${id}::bigint, ${aujourdhui()}::date) as etat`.execute(db)
  return rows[0]?.etat ?? 'libre'
}
