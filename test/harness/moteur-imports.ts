import {
  proposeCorrespondance,
  type Correspondance,
  type FeuilleLue,
} from '#features/imports/server/reprise/correspondance.ts'
import { surveySheets } from '#features/imports/server/reprise/releve.ts'
import { examine, write, type Controle, type Verdict } from '#features/imports/server/workbook.ts'
import type { Db } from '#server/database/db.ts'
import type { Tranche } from '#server/documents/classeur/lecteur.ts'

export type Rangee = Tranche['lignes'][number]['cellules']
/** Sheets by their name, each with its header first. */
export type Feuilles = Record<string, readonly Rangee[]>

/** Sheets as the reader of workbooks hands them over. */
export async function* tranchesDe(feuilles: Feuilles): AsyncGenerator<Tranche> {
  for (const [feuille, rangees] of Object.entries(feuilles))
    yield await Promise.resolve({
      feuille,
      lignes: rangees.map((cellules, at) => ({ ligne: at + 1, cellules })),
    })
}

const reglages = (modifier = false, locking = false) => ({
  modifier,
  locking,
  signal: new AbortController().signal,
  avance: () => {},
})

export const verifier = (db: Db, feuilles: Feuilles, modifier = false): Promise<Controle> =>
  examine(db, tranchesDe(feuilles), reglages(modifier))

/** Returns the meanings of the columns of somebody's own lists: as they are proposed, or as `autrement` says. @throws Error when none is a list */
async function listesDe(db: Db, feuilles: Feuilles, autrement: Partial<FeuilleLue>): Promise<Correspondance> {
  const releve = await surveySheets(tranchesDe(feuilles))
  const proposition = await proposeCorrespondance(db, releve.feuilles, false)
  if (!proposition) throw new Error('no sheet is a list')
  const lues = proposition.correspondance.feuilles.map((une) => ({ ...une, ...autrement }))
  return { feuilles: lues }
}

/** Imports lists of one's own once their columns are confirmed: as they are proposed, or as `autrement` says. */
export async function importerListes(
  db: Db,
  feuilles: Feuilles,
  autrement: Partial<FeuilleLue> = {},
): Promise<Verdict> {
  return importer(db, feuilles, false, 1, await listesDe(db, feuilles, autrement))
}

/** Checks under locks and writes, as an import does once it is confirmed. @returns what the check said: with errors nothing is written */
export function importer(
  db: Db,
  feuilles: Feuilles,
  modifier = false,
  importId = 1,
  listes: Correspondance | null = null,
): Promise<Verdict> {
  return db.transaction().execute(async (trx) => {
    const controle = await examine(trx, tranchesDe(feuilles), reglages(modifier, true), listes)
    const { erreurs, motif } = controle.verdict
    const actor = { id: 0, name: 'Karim', email: '' }
    if (erreurs === 0 && motif === null) await write(controle, { ...reglages(), db: trx, actor, importId })
    return controle.verdict
  })
}
