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

/** Checks under locks and writes, as an import does once it is confirmed. @returns what the check said: with errors nothing is written */
export function importer(db: Db, feuilles: Feuilles, modifier = false, importId = 1): Promise<Verdict> {
  return db.transaction().execute(async (trx) => {
    const controle = await examine(trx, tranchesDe(feuilles), reglages(modifier, true))
    const { erreurs, motif } = controle.verdict
    const actor = { id: 0, name: 'Karim', email: '' }
    if (erreurs === 0 && motif === null) await write(controle, { ...reglages(), db: trx, actor, importId })
    return controle.verdict
  })
}
