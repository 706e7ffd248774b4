import type { Colonne } from '#features/imports/colonnes.ts'
import {
  COLONNE_DES_MESSAGES,
  colonnesDe,
  plierTitre,
  type NomDeFeuille,
} from '#features/imports/feuilles.ts'
import type { Message } from '#features/imports/server/controle/contexte.ts'
import { toColonne } from '#features/imports/server/modele.ts'
import type {
  CelluleEcrite,
  ColonneEcrite,
  Format,
  LigneEcrite,
  Valeur,
} from '#server/documents/classeur/ecriture.ts'
import type { LigneLue } from '#server/documents/classeur/lecteur.ts'
import { letter } from '#server/documents/xlsx.ts'

/** Of the column of messages, in characters. */
const LARGEUR = 70
const LIBELLES = { erreur: 'Erreur', avertissement: 'Attention', modification: 'Modifié' } as const
/** What is wrong goes before what will change; of what is left as it is the cell says nothing. */
const TEINTES = { erreur: 'Rouge', modification: 'Ambre', avertissement: null } as const

/** What is said of one sheet, by line. */
export type MessagesDeFeuille = ReadonlyMap<number, readonly Message[]>

/**
 * A sheet of the model as it was sent, its cells coloured where something is said of them, what is said in its last column. Its columns are
 * known once all of its lines have been written.
 */
export class FeuilleAnnotee {
  readonly colonnes: ColonneEcrite[] = []
  readonly #messages: MessagesDeFeuille
  readonly #connues: ReadonlyMap<string, Colonne>
  /** What Diyar said of the workbook before, which is not said again. */
  readonly #anciennes = new Set<number>()
  #largeur = 0

  constructor(nom: NomDeFeuille, messages: MessagesDeFeuille) {
    this.#messages = messages
    this.#connues = new Map(colonnesDe(nom).map((colonne) => [plierTitre(colonne.titre), colonne]))
  }

  /** The lines of a part of the sheet; the header is kept for {@link end}. */
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
          cellules: cellules.map((cellule, at) => this.#annotateCell(cellule, at, teintes.get(letter(at)))),
          ...(messages.length > 0 && {
            fin: { valeur: messages.map(dire).join('\n'), style: 'lignes' as const },
            hauteur: hauteurDe(messages),
          }),
        },
      ]
    })
  }

  /** Adds the column of the messages. */
  end(): void {
    while (this.colonnes.length < this.#largeur) this.colonnes.push({ format: 'general', largeur: 14 })
    while (this.#anciennes.has(this.colonnes.length - 1)) this.colonnes.pop()
    this.colonnes.push({ format: 'lignes', largeur: LARGEUR, titre: COLONNE_DES_MESSAGES })
  }

  #readHeader(cellules: readonly Valeur[]): void {
    const teintes = teintesDe(this.#messages.get(1) ?? [])
    for (const [at, cellule] of cellules.entries()) {
      const titre = cellule === null ? undefined : String(cellule)
      const plie = plierTitre(titre ?? '')
      if (plie === plierTitre(COLONNE_DES_MESSAGES)) this.#anciennes.add(at)
      const connue = this.#connues.get(plie)
      const teinte = teintes.get(letter(at))
      this.colonnes.push({
        ...(connue ? toColonne(connue) : { format: 'general', largeur: 16 }),
        titre: this.#anciennes.has(at) ? undefined : titre,
        entete: teinte && `entete${teinte}`,
      })
    }
  }

  #annotateCell(valeur: Valeur, at: number, teinte: 'Rouge' | 'Ambre' | undefined): CelluleEcrite {
    if (this.#anciennes.has(at)) return null
    const format = formatDe(valeur, this.colonnes[at]?.format)
    if (teinte) return { valeur, style: `${format}${teinte}` }
    return valeur === null ? null : { valeur, style: format }
  }
}

/**
 * How a value is shown so that it is read again as what it is: a number is no day where days are, and a day is one everywhere. A text is set
 * as its column, so that what is typed over it becomes what belongs there.
 */
function formatDe(valeur: Valeur, colonne: Format = 'general'): Exclude<Format, 'lignes'> {
  if (valeur instanceof Date) return 'jour'
  if (typeof valeur === 'string') return colonne === 'jour' || colonne === 'montant' ? colonne : 'texte'
  if (colonne === 'lignes' || (colonne === 'jour' && valeur !== null)) return 'general'
  return colonne
}

export const dire = ({ gravite, texte }: Message): string => `${LIBELLES[gravite]} — ${texte}`

/** Lines that messages take, each as many as its column is short of it. */
const hauteurDe = (messages: readonly Message[]) =>
  messages.reduce((lignes, message) => lignes + Math.ceil(dire(message).length / LARGEUR), 0)

/** The colour of each cell by the letter of its column. */
function teintesDe(messages: readonly Message[]): Map<string, 'Rouge' | 'Ambre'> {
  const teintes = new Map<string, 'Rouge' | 'Ambre'>()
  for (const { gravite, cellule } of messages) {
    const teinte = TEINTES[gravite]
    const at = /^[A-Z]+/.exec(cellule ?? '')?.[0]
    if (teinte && at && teintes.get(at) !== 'Rouge') teintes.set(at, teinte)
  }
  return teintes
}
