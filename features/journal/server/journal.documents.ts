import { changementsDe } from '#features/journal/journal.changements.ts'
import type { JournalFiltres } from '#features/journal/journal.contract.ts'
import { LIGNES_MAX } from '#features/journal/journal.erreurs.ts'
import { direAction, direObjet } from '#features/journal/journal.mots.ts'
import { readLieux } from '#features/journal/server/journal.lieux.ts'
import { readIdsOf, readLignes, titreOf, type Ligne } from '#features/journal/server/journal.read.ts'
import { readBornes } from '#features/journal/server/journal.requete.ts'
import { heureOf, jourOf } from '#shared/dates.ts'
import { FORMATS } from '#shared/exports.ts'
import type { Db } from '#server/database/db.ts'
import { contentDisposition } from '#server/documents/download.ts'
import { runExport } from '#server/documents/exports.ts'
import { renderXlsx, type XlsxColumn, type XlsxValue } from '#server/documents/xlsx.ts'
import { AppError } from '#server/http/errors.ts'
import type { FileAnswer, FileContext } from '#server/http/route.ts'

/** Lines that are put into words before anybody else has his turn. */
const A_LA_FOIS = 500

const COLONNES: readonly XlsxColumn[] = [
  { title: 'Date', kind: 'jour', width: 12 },
  { title: 'Heure', kind: 'texte', width: 10 },
  { title: 'Membre', kind: 'texte', width: 22 },
  { title: 'Action', kind: 'texte', width: 20 },
  { title: 'Objet', kind: 'texte', width: 18 },
  { title: 'Désignation', kind: 'texte', width: 26 },
  { title: 'Champ', kind: 'texte', width: 26 },
  { title: 'Avant', kind: 'texte', width: 34 },
  { title: 'Après', kind: 'texte', width: 34 },
]

/**
 * The journal as a workbook, a row for each field that changed, values whole.
 * AppErrors: `journalTropLong` (422) above 20,000 lines, `documentsOccupes` (503).
 */
export function exportJournal(
  filtres: JournalFiltres,
  { read, signal }: Pick<FileContext, 'read' | 'signal'>,
): Promise<FileAnswer> {
  return runExport(async () => {
    const rows = await read((db) => readRows(db, filtres, signal))
    return {
      content: await renderXlsx({ sheet: 'Journal', columns: COLONNES, rows }, { signal }),
      type: FORMATS.xlsx,
      disposition: contentDisposition('journal.xlsx'),
    }
  }, signal)
}

async function readRows(db: Db, filtres: JournalFiltres, signal: AbortSignal | undefined) {
  const bornes = await readBornes(db, filtres)
  const ids = await readIdsOf(db, filtres, bornes, LIGNES_MAX + 1)
  if (ids.length > LIGNES_MAX) throw new AppError('journalTropLong')
  const rows: XlsxValue[][] = []
  for (let from = 0; from < ids.length; from += A_LA_FOIS) {
    signal?.throwIfAborted()
    const lignes = await readLignes(db, ids.slice(from, from + A_LA_FOIS))
    const lieux = await readLieux(db, lignes)
    for (const ligne of lignes) rows.push(...rowsOf(ligne, lieux(ligne).titre))
  }
  return rows
}

function rowsOf(ligne: Ligne, maintenant: string | null): XlsxValue[][] {
  const { quand, membre_nom, action, objet } = ligne
  const tete = [
    jourOf(quand),
    `${heureOf(quand)}:${String(quand.getUTCSeconds()).padStart(2, '0')}`,
    membre_nom,
    direAction(objet, action),
    direObjet(objet),
    titreOf(ligne, maintenant),
  ]
  const changements = changementsDe(ligne, { entier: true })
  if (changements.length === 0) return [[...tete, null, null, null]]
  return changements.map(({ champ, avant, apres }) => [...tete, champ, avant, apres])
}
