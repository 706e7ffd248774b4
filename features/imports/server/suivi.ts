import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { MESSAGES_MAX } from '#features/imports/imports.codes.ts'
import type { Message, Verdict } from '#features/imports/server/moteur.ts'
import { insertMany } from '#server/database/bulk.ts'
import type { Db } from '#server/database/db.ts'

/** How often a work says how far it is, and looks whether it is to stop. */
const BEAT = 2_000
/** A connection that says nothing for longer is given up, on either side. */
const AWAKE = 8_000
const COLONNES = {
  import_id: 'bigint',
  rang: 'integer',
  gravite: 'text',
  feuille: 'text',
  ligne: 'integer',
  colonne: 'text',
  cellule: 'text',
  texte: 'text',
}

/** What a work is about: the checking of a workbook, or its writing. */
export type Etape = 'lecture' | 'ecriture'

/** Somebody asked to stop. */
export class Annulation extends Error {}
/** The import is no longer ours: another process has closed it, or it is gone. */
export class Perdu extends Error {}

/** How far a work is, in lines. */
export interface Avance {
  fait: number
  total: number
}

/**
 * Says every two seconds how far a work is, over a connection of its own, until `over`.
 * @param stop is told why the work must end: {@link Annulation} or {@link Perdu}
 */
export async function followImport(
  pool: Db,
  { id, etape, avance }: { id: number; etape: Etape; avance: Avance },
  over: AbortSignal,
  stop: (why: Error) => void,
): Promise<void> {
  while (!over.aborted) {
    try {
      const { rows } = await sql<{ annulation: boolean }>`
        update imports set fait = ${avance.fait}, total = ${avance.total}, vu_le = clock_timestamp()
        where id = ${id} and statut = ${etape} returning annulation`.execute(pool)
      if (!rows[0]) return stop(new Perdu())
      if (rows[0].annulation) return stop(new Annulation())
    } catch {
      // A database that is away for a moment: the work meets it too, or the next beat says so.
    }
    await delay(BEAT, null, { signal: over }).catch(() => {})
  }
}

/** Puts what a check has found in the place of what was found before. */
export async function keepMessages(db: Db, id: number, messages: readonly Message[]): Promise<void> {
  await db.deleteFrom('imports_messages').where('import_id', '=', id).execute()
  await insertMany(
    db,
    'imports_messages',
    COLONNES,
    messages
      .slice(0, MESSAGES_MAX)
      .map(({ gravite, feuille, ligne, colonne, cellule, texte }, rang) => [
        id,
        rang + 1,
        gravite,
        feuille,
        ligne,
        colonne,
        cellule,
        texte,
      ]),
  )
}

/** Of all sheets. */
export const countLignes = ({ feuilles }: Verdict): number =>
  feuilles.reduce((somme, { lignes }) => somme + lignes, 0)

/**
 * Says how a work ended, if it is still ours and nobody has asked to stop meanwhile.
 * @returns whether it was
 */
export async function settleImport(
  db: Db,
  id: number,
  etape: Etape,
  fin: { statut: 'pret' | 'refuse' | 'termine'; verdict: Verdict; motif?: string },
): Promise<boolean> {
  const lignes = countLignes(fin.verdict)
  const { feuilles, erreurs, avertissements, modifications, recusANumeroter } = fin.verdict
  const { rows } = await sql`
    update imports set statut = ${fin.statut}, motif = ${fin.motif ?? fin.verdict.motif}, feuilles = ${JSON.stringify(feuilles)}::jsonb,
      nombre_erreurs = ${erreurs}, nombre_avertissements = ${avertissements}, nombre_modifications = ${modifications},
      recus_a_numeroter = ${recusANumeroter}, fait = ${lignes}, total = ${lignes}, vu_le = clock_timestamp(),
      fini_le = case when ${fin.statut} = 'pret' then null else clock_timestamp() end
    where id = ${id} and statut = ${etape} and not annulation returning id`.execute(db)
  return rows.length > 0
}

/** Closes a work that wrote nothing, if nobody else has. */
export async function closeImport(
  pool: Db,
  id: number,
  etape: Etape,
  statut: 'annule' | 'echec',
  motif: string | null,
): Promise<void> {
  await sql`update imports set statut = ${statut}, motif = ${motif}, fini_le = clock_timestamp()
    where id = ${id} and statut = ${etape}`.execute(pool)
}

/**
 * Says something over the connection of a transaction now and then: while a workbook is read its silence would be taken for the end
 * of one side by the other.
 */
export async function keepAwake<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const over = new AbortController()
  const speak = async () => {
    for (;;) {
      await delay(AWAKE, null, { signal: over.signal }).catch(() => {})
      if (over.signal.aborted) return
      await sql`select 1`.execute(db).catch(() => {})
    }
  }
  const spoken = speak()
  try {
    return await work()
  } finally {
    over.abort()
    await spoken
  }
}
