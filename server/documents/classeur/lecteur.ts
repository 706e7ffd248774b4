import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import type { Cellule } from '#shared/cellule.ts'

export type { Cellule }

export interface LigneLue {
  /** As Excel shows it, from 1. */
  ligne: number
  /** By column, the first at 0; nulls at the end are dropped. */
  cellules: readonly Cellule[]
}

/** At most 1,000 lines of one sheet, in order: the header (line 1) comes first. Blank lines are left out; a sheet with nothing gives one without lines. */
export interface Lot {
  feuille: string
  lignes: readonly LigneLue[]
}

export interface LectureOptions {
  signal?: AbortSignal | undefined
  /** Which sheets to read, by their name; another one gives a Lot without lines, and its lines are not counted. All without it. */
  lire?: ((feuille: string) => boolean) | undefined
}

/** Why a workbook as a whole is not read: its sentence is the motif of the import. */
export const REFUS_CLASSEUR = {
  abime: 'Ce fichier est abîmé : il ne peut pas être lu.',
  tropGrand: 'Ce classeur est trop grand une fois ouvert (200 Mo au plus).',
  tropDeLignes: 'Ce classeur a plus de 150 000 lignes.',
  tropLent: 'La lecture a pris plus de deux minutes.',
  interrompu: 'La lecture du classeur a été interrompue. Envoyez-le de nouveau.',
} as const

/** A workbook that cannot be read as a whole; `message` is the French sentence of its code. */
export class ClasseurRefuse extends Error {
  override readonly name = 'ClasseurRefuse'
  readonly code: keyof typeof REFUS_CLASSEUR

  constructor(code: keyof typeof REFUS_CLASSEUR) {
    super(REFUS_CLASSEUR[code])
    this.code = code
  }
}

/**
 * Reads a workbook sheet after sheet, in the order of its tabs.
 * @param source its bytes, or the path of the file
 * @throws ClasseurRefuse; the signal's reason when it aborts
 */
export async function* lireClasseur(
  source: Uint8Array | string,
  { signal, lire = () => true }: LectureOptions = {},
): AsyncGenerator<Lot> {
  const bytes = typeof source === 'string' ? await readFile(source) : source
  const { sheets } = await readXlsx(bytes).catch(() => {
    throw new ClasseurRefuse('abime')
  })
  for (const { name, rows } of sheets) {
    signal?.throwIfAborted()
    const lignes = rows
      .map((row, index) => ({
        ligne: index + 1,
        cellules: row.slice(0, row.findLastIndex((cell) => cell !== null) + 1).map(brut),
      }))
      .filter(({ cellules }) => cellules.length > 0)
    yield { feuille: name, lignes: lire(name) ? lignes.slice(0, 1000) : [] }
    for (let at = 1000; lire(name) && at < lignes.length; at += 1000)
      yield { feuille: name, lignes: lignes.slice(at, at + 1000) }
  }
}

const brut = (cell: unknown): Cellule =>
  typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' || cell instanceof Date
    ? cell
    : null
