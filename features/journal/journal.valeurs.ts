import { formatMontant, formatNombre, formatPourcent, formatSurface } from '#shared/argent.ts'
import { formatInstant, formatJourLong, isJour } from '#shared/dates.ts'

/** A value as it was written down, made readable; null where there is none. */
export type Dire = (valeur: unknown) => string | null

/** A field, and how its values read: as one text, or each of a list by its place. */
export type Champ =
  | { libelle: string; dire: Dire; remplace?: string | undefined }
  | { libelle: string; chaque: Dire }
  | { champs: Champs }
/** The fields of a kind of record. Null: nobody is shown it, as an id, a version or what follows from something else. */
export type Champs = Readonly<Record<string, Champ | null>>

/** A field that reads as one text. @param remplace what another value reads that would read the same: a file in the place of a file */
export const dit = (libelle: string, dire: Dire = texte, remplace?: string): Champ => ({
  libelle,
  dire,
  remplace,
})
/** A list of which each line is told with its place, « Échéance 2 ». */
export const chacun = (libelle: string, chaque: Dire): Champ => ({ libelle, chaque })
/** A record in the record, whose fields stand among the others. */
export const dans = (champs: Champs): Champ => ({ champs })

/** An object of the journal by its keys; empty for anything else. */
export const lireObjet = (valeur: unknown): Readonly<Record<string, unknown>> =>
  typeof valeur === 'object' && valeur !== null && !Array.isArray(valeur)
    ? (valeur as Record<string, unknown>)
    : {}

const isVide = (valeur: unknown): boolean => valeur === null || valeur === undefined || valeur === ''
const dire =
  (sorte: (valeur: unknown) => string): Dire =>
  (valeur) =>
    isVide(valeur) ? null : sorte(valeur)

/** What somebody typed, or a number that is a name. What is no text is never shown as one. */
export const texte = dire((valeur) =>
  typeof valeur === 'string' || typeof valeur === 'number' ? String(valeur) : '…',
)
/** Integer centimes: « 1 250 000,00 DA ». */
export const montant = dire((valeur) => formatMontant(Number(valeur)))
/** Integer hundredths of m²: « 80 m² ». */
export const surface = dire((valeur) => formatSurface(Number(valeur)))
/** Integer hundredths of a percent: « 33,33 % ». */
export const pourcent = dire((valeur) => formatPourcent(Number(valeur) / 100))
export const entier = dire((valeur) => formatNombre(Number(valeur)))
/** A civil day, « 21 novembre 2025 », or an instant, « 21/11/2025 à 14:05 ». */
export const jour = dire((valeur) => {
  const lu = String(valeur)
  if (isJour(lu)) return formatJourLong(lu)
  const instant = new Date(lu)
  return Number.isNaN(instant.getTime()) ? lu : formatInstant(instant)
})
export const ouiOuNon = dire((valeur) => (valeur === true ? 'Oui' : 'Non'))
/** A file, of which it is said that it is there. */
export const joint = dire((valeur) => (valeur === false ? 'Aucun' : 'Joint'))
/** A secret, of which it is said that it is another one. */
export const change: Dire = (valeur) => (valeur === true ? 'Changé' : null)
/** The number of a record that has no other name: « N° 12 ». */
export const numero = dire((valeur) => `N° ${String(valeur)}`)

/** A code by its word; one that is not known any more stands for itself. */
export const mot = (mots: Readonly<Record<string, string>>): Dire =>
  dire((valeur) => (Object.hasOwn(mots, String(valeur)) ? (mots[String(valeur)] ?? '') : String(valeur)))

/** A record in the record, by the first of its names that it has; a text is that name itself. */
export const nomme = (...cles: readonly string[]): Dire =>
  dire((valeur) => {
    if (typeof valeur === 'string' || typeof valeur === 'number') return String(valeur)
    const lu = lireObjet(valeur)
    const nom = cles.map((cle) => lu[cle]).find((one) => !isVide(one))
    return texte(nom) ?? '…'
  })

/** Texts side by side, those that say nothing left out. */
export const joindre = (...parts: readonly (string | null | undefined | false)[]): string =>
  parts.filter(Boolean).join(', ')

/** A list in one text. */
export const liste = (chaque: Dire = texte): Dire =>
  dire((valeur) => {
    const lus = (Array.isArray(valeur) ? valeur : [valeur]).map(chaque)
    return joindre(...lus)
  })

/** How many there are. */
export const compte = dire((valeur) => formatNombre(Array.isArray(valeur) ? valeur.length : Number(valeur)))
