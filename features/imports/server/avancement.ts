import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { MessageImport } from '#features/imports/imports.contract.ts'
import type { Verdict } from '#features/imports/server/moteur.ts'
import { insertMany } from '#server/database/bulk.ts'
import type { Db } from '#server/database/db.ts'
import { formatJourCourt, jourOf } from '#shared/dates.ts'

const BEAT = 2_000
/** Milliseconds between two signs of life, below the time-outs of silent connections in server/limits.ts. */
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

export type Etape = 'lecture' | 'ecriture'

export class Annulation extends Error {}
/** Another process has closed the import, or its row is gone. */
export class Perdu extends Error {}

export interface Avance {
  fait: number
  total: number
}

/**
 * Records the progress of a work every two seconds, outside the work's transaction, until `over`.
 * @param stop receives the reason to end the work: {@link Annulation} or {@link Perdu}
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
      // The database may be away for a moment; the work itself, or the next report, meets a lasting failure.
    }
    await delay(BEAT, null, { signal: over }).catch(() => {})
  }
}

/** Replaces the messages of an import. */
export async function keepMessages(db: Db, id: number, messages: readonly MessageImport[]): Promise<void> {
  await db.deleteFrom('imports_messages').where('import_id', '=', id).execute()
  await insertMany(
    db,
    'imports_messages',
    COLONNES,
    messages.map(({ gravite, feuille, ligne, colonne, cellule, texte }, rang) => [
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

export const countLignes = ({ feuilles }: Verdict): number =>
  feuilles.reduce((somme, { lignes }) => somme + lignes, 0)

/** Records the end of a work, if the import is still in this step and nobody has asked to stop. @returns true when recorded */
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

/** Closes a work that wrote nothing, unless another process has closed it. */
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

/** Sends a statement on a transaction's connection now and then, because a silent connection is closed during a long reading. */
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

export const SANS_SAUVEGARDE =
  "La sauvegarde qui précède l'import n'a pas pu être faite : rien n'a été écrit."
export const SANS_FICHIER = "Le fichier de cet import n'a pas pu être lu : rien n'a été écrit."
export const DONNEES_CHANGEES =
  "Les données ont changé pendant l'import : rien n'a été écrit. Envoyez le classeur de nouveau."

/** A failure whose reason the member can read. */
export class Echec extends Error {
  readonly motif: string

  constructor(motif: string, cause?: unknown) {
    super(motif, { cause })
    this.motif = motif
  }
}
/** The database no longer allows the workbook to be written. */
export class Refus extends Error {
  readonly verdict: Verdict

  constructor(verdict: Verdict) {
    super('refused')
    this.verdict = verdict
  }
}
/** The server is shutting down. */
export class Arret extends Error {}

/** Adds the warning that the same file was imported before. @param imported the end of the earlier import, or null */
export function withFormer(verdict: Verdict, imported: Date | null): Verdict {
  if (!imported || verdict.motif !== null) return verdict
  const texte = `Ce fichier a déjà été importé le ${formatJourCourt(jourOf(imported))}.`
  const said = {
    gravite: 'avertissement',
    feuille: '',
    ligne: 0,
    colonne: null,
    cellule: null,
    texte,
  } as const
  return {
    ...verdict,
    messages: [said, ...verdict.messages],
    avertissements: verdict.avertissements + 1,
  }
}
