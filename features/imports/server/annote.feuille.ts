import type { NomDeFeuille } from '#features/imports/colonnes.ts'
import { COLONNE_DES_MESSAGES, colonnesDe, foldTitre } from '#features/imports/server/sheets.ts'
import type { FeuilleLue } from '#features/imports/server/reprise/correspondance.ts'
import { placeOfLetter } from '#features/imports/server/reprise/titres.feuille.ts'
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

/** Layout of a sheet, known before its lines: where its titles stand, and how the cells of a column are written. */
export interface Modele {
  entete: number
  columnAt: (at: number, titre: string) => Pick<ColonneEcrite, 'format' | 'largeur'> | undefined
}

/** A sheet of the model, with its titles in line 1. */
export function modeleDe(nom: NomDeFeuille): Modele {
  const connues = new Map(colonnesDe(nom).map((colonne) => [foldTitre(colonne.titre), colonne]))
  return {
    entete: 1,
    columnAt(_, titre) {
      const connue = connues.get(foldTitre(titre))
      return connue && toColonne(connue)
    },
  }
}

const JOURS = /^v_date_|_le$|^paye_au$/
const MONTANTS = /^v_montant_|^(?:prix|total|c_reste)$/

/** A list of one's own, as its columns were answered. */
export function modeleDeListe({ entete, colonnes }: Pick<FeuilleLue, 'entete' | 'colonnes'>): Modele {
  const champs = new Map(colonnes.map(({ lettre, champ }) => [placeOfLetter(lettre), champ ?? '']))
  return {
    entete,
    columnAt(at) {
      const champ = champs.get(at) ?? ''
      return {
        format: JOURS.test(champ) ? 'jour' : MONTANTS.test(champ) ? 'montant' : 'general',
        largeur: 16,
      }
    },
  }
}

/**
 * Copies a sheet as it was sent, colours the cells that have a message, and writes the messages in a last column. What stands above the
 * titles is copied too. `colonnes` is complete only after {@link end}.
 */
export class FeuilleAnnotee {
  readonly colonnes: ColonneEcrite[] = []
  readonly #messages: MessagesDeFeuille
  readonly #modele: Modele
  /** Positions of the messages' columns of an earlier annotated workbook, which are not copied. */
  readonly #anciennes = new Set<number>()
  #largeur = 0

  constructor(modele: Modele, messages: MessagesDeFeuille) {
    this.#modele = modele
    this.#messages = messages
  }

  /** Annotates a batch of lines; titles of line 1 go into `colonnes` instead. */
  annotate(lignes: readonly LigneLue[]): LigneEcrite[] {
    const { entete } = this.#modele
    return lignes.flatMap(({ ligne, cellules }): LigneEcrite[] => {
      this.#largeur = Math.max(this.#largeur, cellules.length)
      if (ligne < entete) return [{ ligne, cellules }]
      if (ligne === entete) {
        const titres = this.#readHeader(cellules)
        if (ligne === 1) return []
        return [{ ligne, cellules: titres, fin: { valeur: COLONNE_DES_MESSAGES, style: 'entete' as const } }]
      }
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
    const titre = this.#modele.entete === 1 ? COLONNE_DES_MESSAGES : undefined
    this.colonnes.push({ format: 'lignes', largeur: LARGEUR, titre })
  }

  /** @returns the titles as cells of a line of their own, for a sheet whose titles stand below line 1 */
  #readHeader(cellules: readonly Valeur[]): CelluleEcrite[] {
    const { entete, columnAt } = this.#modele
    const teintes = teintesDe(this.#messages.get(entete) ?? [])
    return cellules.map((cellule, at) => {
      const ecrit = cellule === null ? undefined : String(cellule)
      if (foldTitre(ecrit ?? '') === foldTitre(COLONNE_DES_MESSAGES)) this.#anciennes.add(at)
      const titre = this.#anciennes.has(at) ? undefined : ecrit
      const teinte = teintes.get(letter(at))
      const style = teinte && (`entete${teinte}` as const)
      this.colonnes.push({
        ...(columnAt(at, ecrit ?? '') ?? { format: 'general', largeur: 16 }),
        ...(entete === 1 && { titre, entete: style }),
      })
      return titre === undefined ? null : { valeur: titre, style: style ?? 'entete' }
    })
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
