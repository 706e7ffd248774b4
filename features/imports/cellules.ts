/** Workbook cells are read into the values that a form would send. The contract refuses a value that cannot be converted. */
import type { Sorte } from '#features/imports/colonnes.ts'
import type { Cellule } from '#shared/cellule.ts'
import { CARACTERES_INTERDITS, VALEUR_INVALIDE } from '#shared/champs/codecs.ts'
import { isTelephone, TELEPHONE_INVALIDE, TELEPHONE_MAX } from '#shared/coordonnees.ts'
import { formatJourCourt } from '#shared/dates.ts'
import {
  isFormeDeJour,
  JOUR_ILLISIBLE,
  readDecimal,
  readEntier,
  readJour,
  readMontant,
} from '#shared/saisie.ts'
import { cleanTelephone } from '#shared/telephone.ts'
import { cleanTexte, isTextePropre, normaliser, showTexte } from '#shared/texte.ts'

export type { Cellule, Sorte }

export interface CelluleLue {
  /** Input of the contract: an amount as digits (« 1234.50 »), a day as YYYY-MM-DD, a text; null for a blank cell. */
  valeur: string | number | null
  /** A sentence that tells the member how the value was changed. */
  avertissement?: string
  /** A sentence that refuses the cell; the contract is not asked. */
  faute?: string
}

/** Reads one cell by the sorte of its column; `mots` are the accepted words of a `liste`. */
export function readCell(sorte: Sorte, cellule: Cellule, mots: readonly string[] = []): CelluleLue {
  return sorte === 'liste' ? readList(mots)(cellule) : LECTEURS[sorte](cellule)
}

type Lecteur = (cellule: Cellule) => CelluleLue

/** Adds to `turn` the rules that all sortes share: booleans, blanks, forbidden characters, Excel errors. */
const lecteur =
  (turn: (cellule: string | number | Date) => string | CelluleLue | null): Lecteur =>
  (cellule) => {
    if (typeof cellule === 'boolean') return turnBoolean(cellule, turn)
    if (cellule === null) return { valeur: null }
    if (typeof cellule !== 'string') return toLue(turn(cellule))
    if (cellule.length > SAISIE_MAX) return { valeur: showTexte(cellule) }
    // Forbidden characters are refused here, because names are looked up in the database before a contract checks them.
    if (!isTextePropre(cleanTexte(cellule), true)) return { valeur: null, faute: CARACTERES_INTERDITS }
    const erreur = cellule.trim()
    if (erreur === SANS_RESULTAT) return { valeur: null, faute: FORMULE_SANS_RESULTAT }
    if (ERREURS.test(erreur))
      return { valeur: null, faute: `La formule de cette cellule est en erreur (${erreur}).` }
    return cleanTexte(cellule) === '' ? { valeur: null } : toLue(turn(cellule))
  }

const toLue = (turned: string | CelluleLue | null): CelluleLue =>
  turned === null || typeof turned === 'string' ? { valeur: turned } : turned

/** Excel shows a boolean as VRAI or FAUX; a sorte that has no such value lets the contract refuse the word. */
const turnBoolean = (cellule: boolean, turn: (cellule: string) => string | CelluleLue | null) =>
  toLue(turn(cellule ? 'VRAI' : 'FAUX'))

const SANS_RESULTAT = '#SANS_RESULTAT!'
const FORMULE_SANS_RESULTAT =
  "Cette formule n'a pas de résultat enregistré : ouvrez le classeur dans Excel et enregistrez-le."

/** Characters. A contract refuses a longer text by its length alone, so the text is passed on unread. */
const SAISIE_MAX = 10_000
const ERREURS = /^#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/

/** Rounds a number to `parts` per unit, to drop the noise of its binary fraction; a number with more decimals stays as it is. */
const nombre = (lu: number, parts: 1 | 100): string => {
  const net = Math.round(lu * parts) / parts
  // Adding 0 turns -0 into 0.
  return String(Math.abs(lu - net) > 0.000001 || Math.abs(lu) >= 1e15 ? lu : net + 0)
}

const JOUR_EXCEL = Date.UTC(1899, 11, 30)
const jourDe = (date: Date): string => date.toISOString().slice(0, 10)
const jourMontre = (date: Date): string => formatJourCourt(jourDe(date))

/** Reads dinars: « 1 234 567,89 », « 1,234,567.89 DA », ١٬٢٣٤٫٥ → « 1234567.89 ». */
export const lireMontant: Lecteur = lecteur((cellule) => {
  if (cellule instanceof Date) return jourMontre(cellule)
  return typeof cellule === 'number' ? nombre(cellule, 100) : (readMontant(cellule) ?? cellule)
})

/** Reads m²: « 102,50 m² » → « 102.50 ». */
export const lireSurface: Lecteur = lecteur((cellule) => {
  if (cellule instanceof Date) return jourMontre(cellule)
  return typeof cellule === 'number' ? nombre(cellule, 100) : (readDecimal(cellule) ?? cellule)
})

/** Excel keeps « 50 % » as 0.5 without telling it from half a percent. */
const PART_DOUTEUSE =
  "Écrivez la part sans format de pourcentage (50 pour la moitié) ; moins de 1 % s'écrit en texte : « 0,50 % »."

/** Reads a share: « 33,33 % », the number 33.33 → « 33.33 ». A number below 1 is refused: it may be a percentage as Excel keeps it. */
export const lirePart: Lecteur = lecteur((cellule) => {
  if (cellule instanceof Date) return jourMontre(cellule)
  if (typeof cellule === 'number')
    return cellule > 0 && cellule < 1 ? { valeur: null, faute: PART_DOUTEUSE } : nombre(cellule, 100)
  return readDecimal(cellule) ?? cellule
})

/** Reads a day: « 1/3/2024 », « 12 mars 2024 », a date cell or Excel's count of days → YYYY-MM-DD. */
export const lireJour: Lecteur = lecteur((cellule) => {
  if (cellule instanceof Date) return jourDe(cellule)
  if (typeof cellule === 'number')
    return cellule >= 10_000 && cellule < 80_001
      ? jourDe(new Date(JOUR_EXCEL + Math.floor(cellule) * 86_400_000))
      : { valeur: null, faute: JOUR_ILLISIBLE }
  // The contract says of a day in a known form that it does not exist.
  return readJour(cellule) ?? (isFormeDeJour(cellule) ? cellule : { valeur: null, faute: JOUR_ILLISIBLE })
})

/** Reads a whole number: « 1 250 », -1, the number 12.0 → « 1250 », « -1 », « 12 ». */
export const lireEntier: Lecteur = lecteur((cellule) => {
  if (cellule instanceof Date) return jourMontre(cellule)
  if (typeof cellule === 'number') return nombre(cellule, 1)
  return readEntier(cellule) ?? cellule
})

const DEVENU_DATE = 'Excel a changé cette valeur en date : mettez la cellule au format Texte et retapez-la.'

/** Shows a number as Excel does, to fifteen digits: 101 → « 101 », 12.5 → « 12,5 ». */
const montre = (lu: number): string => {
  const net = Number(lu.toPrecision(15))
  return Number.isInteger(net) ? BigInt(net).toString() : String(net).replace('.', ',')
}

/** Reads a text; a number becomes its digits. A date or a boolean is refused, because Excel made it from something else. */
export const lireTexte: Lecteur = (cellule) => {
  if (cellule instanceof Date) return { valeur: null, faute: DEVENU_DATE }
  if (typeof cellule === 'boolean') return { valeur: null, faute: VALEUR_INVALIDE }
  return texteOf(cellule)
}
const texteOf: Lecteur = lecteur((cellule) =>
  typeof cellule === 'number' ? montre(cellule) : cleanTexte(String(cellule)),
)

const TELEPHONE_ILLISIBLE = `${TELEPHONE_INVALIDE} Écrivez 0550 12 34 56.`

/** Reads a phone as a form keeps it. A number cell of nine digits gets its leading zero back, which Excel has dropped. */
export const lireTelephone: Lecteur = (cellule) => {
  const lue = lireTexte(cellule)
  // The contract refuses an overlong text by its length.
  if (typeof lue.valeur !== 'string' || lue.valeur.length > TELEPHONE_MAX) return lue
  const valeur = cleanTelephone(lue.valeur)
  if (!isTelephone(valeur) && /\d/.test(valeur)) return { valeur: null, faute: TELEPHONE_ILLISIBLE }
  if (typeof cellule !== 'number' || !/^\d{9}$/.test(valeur)) return { valeur }
  return { valeur: `0${valeur}`, avertissement: `Le zéro du début a été remis : 0${valeur}.` }
}

/** Reads one of `mots`, whatever its case and accents. */
export const readList = (mots: readonly string[]): Lecteur =>
  lecteur((cellule) => {
    if (cellule instanceof Date) return jourMontre(cellule)
    const texte = typeof cellule === 'number' ? montre(cellule) : cellule
    const plie = normaliser(texte)
    return mots.find((mot) => normaliser(mot) === plie) ?? texte
  })

const LECTEURS: Record<Exclude<Sorte, 'liste'>, Lecteur> = {
  montant: lireMontant,
  surface: lireSurface,
  part: lirePart,
  jour: lireJour,
  entier: lireEntier,
  texte: lireTexte,
  telephone: lireTelephone,
}
