import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import {
  proposeCorrespondance,
  type Correspondance,
} from '#features/imports/server/reprise/correspondance.ts'
import { surveySheets } from '#features/imports/server/reprise/releve.ts'
import { countLignes, thisProcess } from '#features/imports/server/imports.state.ts'
import { examine, write, type Verdict } from '#features/imports/server/workbook.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { Db } from '#server/database/db.ts'
import type { Tranche } from '#server/documents/classeur/lecteur.ts'
import type { Actor } from '#server/http/session.ts'
import type { Cellule } from '#shared/cellule.ts'

/** Sheets of a workbook by their titles, each with its own line of titles first. */
export type Feuilles = Readonly<Record<string, readonly (readonly Cellule[])[]>>

/** Sheets as the reader of workbooks hands them over. */
async function* tranchesOf(feuilles: Feuilles): AsyncGenerator<Tranche> {
  for (const [feuille, rangees] of Object.entries(feuilles))
    yield await Promise.resolve({
      feuille,
      lignes: rangees.map((cellules, at) => ({ ligne: at + 1, cellules: [...cellules] })),
    })
}

interface Classeur {
  nom: string
  feuilles: Feuilles
  /** The sheets are a list of one's own, whose columns are confirmed as the product proposes them. */
  liste?: boolean
}

/** Checks a workbook and writes it as the product's import does, and keeps it among the former imports. @throws Error for a workbook with faults */
export async function importClasseur(
  db: Db,
  actor: Actor,
  { nom, feuilles, liste }: Classeur,
): Promise<number> {
  const options = { modifier: false, signal: new AbortController().signal, avance: () => {} }
  const listes = liste ? await listesOf(db, feuilles) : null
  const controle = await examine(db, tranchesOf(feuilles), { ...options, locking: true }, listes)
  const { verdict } = controle
  if (verdict.erreurs > 0 || verdict.motif !== null)
    throw new Error(`the demo's ${nom}: ${verdict.motif ?? JSON.stringify(verdict.messages.slice(0, 5))}`)
  const sha256 = createHash('sha256').update(JSON.stringify(feuilles)).digest()
  const id = await noteImport(db, actor, { nom, sha256, verdict })
  await write(controle, { ...options, db, actor, importId: id })
  const apres = { nom, sha256: sha256.toString('hex'), modifier: false, feuilles: verdict.feuilles }
  await writeJournal(db, actor, { action: 'importer', objet: 'import', id, apres })
  return id
}

async function listesOf(db: Db, feuilles: Feuilles): Promise<Correspondance | null> {
  const releve = await surveySheets(tranchesOf(feuilles))
  const proposition = await proposeCorrespondance(db, releve.feuilles, false)
  return proposition?.correspondance ?? null
}

/** Keeps an import that is over, as one is kept whose workbook has been tidied away. */
async function noteImport(
  db: Db,
  actor: Actor,
  { nom, sha256, verdict }: { nom: string; sha256: Buffer; verdict: Verdict },
): Promise<number> {
  const lignes = countLignes(verdict)
  const { id } = await db
    .insertInto('imports')
    .values({
      nom,
      sha256,
      membre_nom: actor.name,
      modifier: false,
      statut: 'termine',
      fait: lignes,
      total: lignes,
      feuilles: JSON.stringify(verdict.feuilles),
      nombre_avertissements: verdict.avertissements,
      recus_a_numeroter: verdict.recusANumeroter,
      correspondance: verdict.listes === null ? null : JSON.stringify(verdict.listes),
      fini_le: sql<Date>`clock_timestamp()`,
      ...thisProcess,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
