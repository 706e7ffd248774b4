import type { Colonne, NomDeFeuille } from '#features/imports/colonnes.ts'
import { COLONNE_DES_MESSAGES, colonnesDe, foldTitre } from '#features/imports/server/sheets.ts'
import type { MessageImport } from '#features/imports/imports.contract.ts'
import { toColonne } from '#features/imports/server/modele.ts'
import type {
  CelluleEcrite,
  ColonneEcrite,
  LigneEcrite,
  Valeur,
} from '#server/documents/classeur/ecriture.ts'
import type { Format } from '#server/documents/classeur/styles.ts'
import type { LigneLue } from '#server/documents/classeur/lecteur.ts'
import { letter } from '#server/documents/xlsx.ts'

const LARGEUR = 70
const LIBELLES = { erreur: 'Erreur', avertissement: 'Attention', modification: 'Modifié' } as const
/** Colour of a cell by the gravity of its message; a warning leaves the cell as it is. */
const TEINTES = { erreur: 'Rouge', modification: 'Ambre', avertissement: null } as const

export type MessagesDeFeuille = ReadonlyMap<number, readonly MessageImport[]>

/**
 * Copies a sheet of the model as it was sent, colours the cells that have a message, and writes the messages in a last column. `colonnes`
 * is complete only after {@link end}.
 */
export class FeuilleAnnotee {
  readonly colonnes: ColonneEcrite[] = []
  readonly #messages: MessagesDeFeuille
  readonly #connues: ReadonlyMap<string, Colonne>
  /** Positions of the messages' columns of an earlier annotated workbook, which are not copied. */
  readonly #anciennes = new Set<number>()
  #largeur = 0

  constructor(nom: NomDeFeuille, messages: MessagesDeFeuille) {
    this.#messages = messages
    this.#connues = new Map(colonnesDe(nom).map((colonne) => [foldTitre(colonne.titre), colonne]))
  }

  /** Annotates a batch of lines; the header goes into `colonnes` instead. */
  annotate(lignes: readonly LigneLue[]): LigneEcrite[] {
    return lignes.flatMap(({ ligne, cellules }) => {
      if (ligne === 1) this.#readHeader(cellules)
      this.#largeur = Math.max(this.#largeur, cellules.length)
      if (ligne === 1) return []
      const messages = this.#messages.get(ligne) ?? []
      const teintes = teintesDe(messages)
      return [
        {
          ligne,
          cellules: this.#upTo(cellules, teintes).map((cellule, at) =>
            this.#annotateCell(cellule, at, teintes.get(letter(at))),
          ),
          ...(messages.length > 0 && {
            fin: { valeur: messages.map(describe).join('\n'), style: 'lignes' as const },
            hauteur: hauteurDe(messages),
          }),
        },
      ]
    })
  }

  end(): void {
    while (this.colonnes.length < this.#largeur) this.colonnes.push({ format: 'general', largeur: 14 })
    while (this.#anciennes.has(this.colonnes.length - 1)) this.colonnes.pop()
    this.colonnes.push({ format: 'lignes', largeur: LARGEUR, titre: COLONNE_DES_MESSAGES })
  }

  #readHeader(cellules: readonly Valeur[]): void {
    const teintes = teintesDe(this.#messages.get(1) ?? [])
    for (const [at, cellule] of cellules.entries()) {
      const titre = cellule === null ? undefined : String(cellule)
      const plie = foldTitre(titre ?? '')
      if (plie === foldTitre(COLONNE_DES_MESSAGES)) this.#anciennes.add(at)
      const connue = this.#connues.get(plie)
      const teinte = teintes.get(letter(at))
      this.colonnes.push({
        ...(connue ? toColonne(connue) : { format: 'general', largeur: 16 }),
        titre: this.#anciennes.has(at) ? undefined : titre,
        entete: teinte && `entete${teinte}`,
      })
    }
  }

  /** Adds blank cells to a line, as far as the last cell that has a message. */
  #upTo(cellules: readonly Valeur[], teintes: ReadonlyMap<string, unknown>): readonly Valeur[] {
    const fin = this.colonnes.findLastIndex((_, at) => teintes.has(letter(at)))
    return fin < cellules.length
      ? cellules
      : [...cellules, ...Array<null>(fin + 1 - cellules.length).fill(null)]
  }

  #annotateCell(valeur: Valeur, at: number, teinte: 'Rouge' | 'Ambre' | undefined): CelluleEcrite {
    if (this.#anciennes.has(at)) return null
    const format = formatDe(valeur, this.colonnes[at]?.format)
    if (teinte) return { valeur, style: `${format}${teinte}` }
    return valeur === null ? null : { valeur, style: format }
  }
}

/**
 * Chooses a format that the import reads back as the same value: a number stays a number in a column of days, a date is a day everywhere. A
 * text keeps its column's format, so that a value typed over it gets the right kind.
 */
function formatDe(valeur: Valeur, colonne: Format = 'general'): Exclude<Format, 'lignes'> {
  if (valeur instanceof Date) return 'jour'
  if (typeof valeur === 'string') return colonne === 'jour' || colonne === 'montant' ? colonne : 'texte'
  if (colonne === 'lignes' || (colonne === 'jour' && valeur !== null)) return 'general'
  return colonne
}

export const describe = ({ gravite, texte }: MessageImport): string => `${LIBELLES[gravite]} — ${texte}`

const hauteurDe = (messages: readonly MessageImport[]) =>
  messages.reduce((lignes, message) => lignes + Math.ceil(describe(message).length / LARGEUR), 0)

function teintesDe(messages: readonly MessageImport[]): Map<string, 'Rouge' | 'Ambre'> {
  const teintes = new Map<string, 'Rouge' | 'Ambre'>()
  for (const { gravite, cellule } of messages) {
    const teinte = TEINTES[gravite]
    const at = /^[A-Z]+/.exec(cellule ?? '')?.[0]
    if (teinte && at && teintes.get(at) !== 'Rouge') teintes.set(at, teinte)
  }
  return teintes
}
