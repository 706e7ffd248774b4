import { aujourdhui } from '#shared/dates.ts'
import { numeroDossier, numeroRecu, numeroRemboursement } from '#shared/numero.ts'
import { formatNombre } from '#shared/argent.ts'

/** A number of a year: a receipt's, a dossier's, a refund's. */
export interface Numero {
  annee: number
  numero: number
}

interface SerieDeNumeros {
  forme: RegExp
  /** As it is printed. */
  ecrire: (annee: number, numero: number) => string
  illisible: string
  pris: (numero: string) => string
  deja: (numero: string, ligne: number) => string
  annule: (numero: string) => string
}

/** The numbers that a workbook may give, as they are printed, and what refuses one. */
export const SERIES = {
  recu: {
    forme: /^(\d{4})-(\d{6})$/,
    ecrire: numeroRecu,
    illisible: "Un numéro de reçu s'écrit AAAA-NNNNNN, d'une année passée ou en cours.",
    pris: (numero) => `Le reçu ${numero} est déjà celui d'un autre paiement.`,
    deja: (numero, ligne) => `Le reçu ${numero} est déjà à la ligne ${ligne}.`,
    annule: (numero) => `Le reçu ${numero} a été annulé : son numéro ne resservira pas.`,
  },
  dossier: {
    forme: /^(\d{4})-D-(\d{4,6})$/,
    ecrire: numeroDossier,
    illisible: "Un numéro de dossier s'écrit AAAA-D-NNNN, d'une année passée ou en cours.",
    pris: (numero) => `Le dossier ${numero} est déjà celui d'une autre vente.`,
    deja: (numero, ligne) => `Le dossier ${numero} est déjà à la ligne ${ligne}.`,
    annule: (numero) => `Le dossier ${numero} a été annulé : son numéro ne resservira pas.`,
  },
  remboursement: {
    forme: /^(\d{4})-R-(\d{4,6})$/,
    ecrire: numeroRemboursement,
    illisible: "Un numéro de remboursement s'écrit AAAA-R-NNNN, d'une année passée ou en cours.",
    pris: (numero) => `Le remboursement ${numero} est déjà enregistré avec d'autres valeurs.`,
    deja: (numero, ligne) => `Le remboursement ${numero} est déjà à la ligne ${ligne}.`,
    annule: (numero) => `Le remboursement ${numero} a été annulé : son numéro ne resservira pas.`,
  },
} as const satisfies Record<string, SerieDeNumeros>
export type NomDeSerie = keyof typeof SERIES

const PREMIERE_ANNEE = 2000

/** A number as it is printed, of a year that has begun; null when it is none. */
export function lireNumero(serie: NomDeSerie, texte: string): Numero | null {
  const { forme, ecrire } = SERIES[serie]
  const ecrit = texte.trim().toUpperCase()
  const lu = forme.exec(ecrit)
  if (!lu) return null
  const [annee, numero] = [Number(lu[1]), Number(lu[2])]
  const enCours = Number(aujourdhui().slice(0, 4))
  if (numero < 1 || annee < PREMIERE_ANNEE || annee > enCours) return null
  return ecrire(annee, numero) === ecrit ? { annee, numero } : null
}

export const ecrireNumero = (serie: NomDeSerie, { annee, numero }: Numero): string =>
  SERIES[serie].ecrire(annee, numero)

/** So many stretches are named; how many numbers they are is always told. */
const PLAGES_NOMMEES = 5

/**
 * The receipts of a year that nobody will have: what lies between the last one given and the largest of the workbook and stands on
 * none of its lines; null when there are none.
 */
export function phraseDesAbsents(annee: number, dernier: number, donnes: readonly number[]): string | null {
  const plages: string[] = []
  let absents = 0
  let precedent = dernier
  for (const numero of donnes.toSorted((a, b) => a - b)) {
    if (numero > precedent + 1) {
      const [de, a] = [precedent + 1, numero - 1]
      absents += a - de + 1
      plages.push(de === a ? String(de) : `${de} à ${a}`)
    }
    precedent = Math.max(precedent, numero)
  }
  if (absents === 0) return null
  const noms = plages.length > PLAGES_NOMMEES ? [...plages.slice(0, PLAGES_NOMMEES), '…'] : plages
  const combien = absents === 1 ? "1 numéro n'est donné" : `${formatNombre(absents)} numéros ne sont donnés`
  return `Reçus ${annee} : ${combien} à personne (${noms.join(', ')}).`
}
