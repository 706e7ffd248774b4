import { changementsDe } from '#features/journal/journal.lignes.ts'
import type { JournalFiltres } from '#features/journal/journal.contract.ts'
import { LIGNES_MAX, journalErreurs } from '#features/journal/journal.erreurs.ts'
import { describeAction, describeObjet } from '#features/journal/journal.mots.ts'
import {
  readLieux,
  readIdsOf,
  readLignes,
  titreOf,
  type Ligne,
  inLongSearch,
} from '#features/journal/server/journal.read.ts'
import { readBornes } from '#features/journal/server/journal.requete.ts'
import { heureOf, jourOf } from '#shared/dates.ts'
import { FORMATS } from '#shared/exports.ts'
import type { Db } from '#server/database/db.ts'
import { readAuteur } from '#server/documents/auteur.ts'
import { contentDisposition } from '#server/documents/download.ts'
import { renderXlsx, type XlsxColumn, type XlsxValue } from '#server/documents/xlsx.ts'
import { refuse } from '#server/http/errors.ts'
import type { FileAnswer, FileContext } from '#server/http/route.ts'

/** Lines read and put into words between two checks of the abort signal. */
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

/** The journal as a workbook, a row per changed field. @throws journalTropLong (422) above 20,000 lines, documentsOccupes (503) */
export function exportJournal(
  filtres: JournalFiltres,
  { pool, read, signal, actor, inTurn }: Pick<FileContext, 'pool' | 'read' | 'signal' | 'actor' | 'inTurn'>,
): Promise<FileAnswer> {
  return inTurn(async () => {
    const readIds = (db: Db) => readFound(db, filtres)
    // The search queue is left once the ids are known: journal lines never change, so they can be read later.
    const found = filtres.q === '' ? null : await inLongSearch(pool, { signal, owner: actor.id }, readIds)
    const { rows, auteur } = await read(async (db) => ({
      rows: await readRows(db, found ?? (await readIds(db)), signal),
      auteur: await readAuteur(db),
    }))
    return {
      content: await renderXlsx({ auteur, sheet: 'Journal', columns: COLONNES, rows }, { signal }),
      type: FORMATS.xlsx,
      disposition: contentDisposition('journal.xlsx'),
    }
  })
}

/** The ids of the lines to export. @throws journalTropLong (422) */
async function readFound(db: Db, filtres: JournalFiltres): Promise<number[]> {
  const ids = await readIdsOf(db, filtres, await readBornes(db, filtres), LIGNES_MAX + 1)
  if (ids.length > LIGNES_MAX) throw refuse(journalErreurs.journalTropLong)
  return ids
}

async function readRows(db: Db, ids: readonly number[], signal: AbortSignal | undefined) {
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
    describeAction(objet, action),
    describeObjet(objet),
    titreOf(ligne, maintenant),
  ]
  const changements = changementsDe(ligne, { entier: true })
  if (changements.length === 0) return [[...tete, null, null, null]]
  return changements.map(({ champ, avant, apres }) => [...tete, champ, avant, apres])
}
