import { numeroDossier, numeroRecu, numeroRemboursement } from '#shared/numero.ts'
import { formatNombre } from '#shared/argent.ts'
import { anneeEnCours, type Numero } from '#server/database/numeros.ts'

/** Largest allowed gap after the previous number; the numbers in the gap would stay unused for ever. */
const ECART_MAX = 10_000

interface Serie {
  /** Name of the numbered thing in sentences. */
  nom: string
  exemple: string
  forme: RegExp
  write: (annee: number, numero: number) => string
  /** End of the sentence about a number that is taken. */
  autre: string
}

const toSerie = ({ nom, exemple, autre, ...ecriture }: Serie) => ({
  ...ecriture,
  illisible: `Un numéro de ${nom} s'écrit ${exemple}, d'une année passée ou en cours.`,
  pris: (numero: string) => `Le ${nom} ${numero} est déjà ${autre}.`,
  deja: (numero: string, ligne: number) => `Le ${nom} ${numero} est déjà à la ligne ${ligne}.`,
  annule: (numero: string) => `Le ${nom} ${numero} a été annulé : son numéro ne resservira pas.`,
  loin: (numero: string) =>
    `Le ${nom} ${numero} dépasse de plus de ${formatNombre(ECART_MAX)} le numéro qui le précède.`,
})

export const SERIES = {
  recu: toSerie({
    nom: 'reçu',
    exemple: 'AAAA-NNNNNN',
    forme: /^(\d{4})-(\d{6,9})$/,
    write: numeroRecu,
    autre: "celui d'un autre paiement",
  }),
  dossier: toSerie({
    nom: 'dossier',
    exemple: 'AAAA-D-NNNN',
    forme: /^(\d{4})-D-(\d{4,9})$/,
    write: numeroDossier,
    autre: "celui d'une autre vente",
  }),
  remboursement: toSerie({
    nom: 'remboursement',
    exemple: 'AAAA-R-NNNN',
    forme: /^(\d{4})-R-(\d{4,9})$/,
    write: numeroRemboursement,
    autre: "enregistré avec d'autres valeurs",
  }),
}
type NomDeSerie = keyof typeof SERIES

const PREMIERE_ANNEE = 2000

/** Reads a printed number of a year that has begun; null for anything else. */
export function readNumero(serie: NomDeSerie, texte: string): Numero | null {
  const { forme, write } = SERIES[serie]
  const ecrit = texte.trim().toUpperCase()
  const lu = forme.exec(ecrit)
  if (!lu) return null
  const [annee, numero] = [Number(lu[1]), Number(lu[2])]
  if (numero < 1 || annee < PREMIERE_ANNEE || annee > anneeEnCours()) return null
  return write(annee, numero) === ecrit ? { annee, numero } : null
}

export const writeNumero = (serie: NomDeSerie, { annee, numero }: Numero): string =>
  SERIES[serie].write(annee, numero)

/** Finds items numbered too far beyond the previous number; `dernierDe` gives the last number of a year in the database. */
export function findTropLoin<T>(
  tous: readonly T[],
  numeroDe: (un: T) => Numero | null,
  dernierDe: (annee: number) => number,
): T[] {
  const precedents = new Map<number, number>()
  return tous
    .flatMap((un) => {
      const numero = numeroDe(un)
      return numero ? [{ un, ...numero }] : []
    })
    .toSorted((a, b) => a.numero - b.numero)
    .flatMap(({ un, annee, numero }) => {
      const precedent = precedents.get(annee) ?? dernierDe(annee)
      if (numero > precedent + ECART_MAX) return [un]
      precedents.set(annee, Math.max(precedent, numero))
      return []
    })
}

const PLAGES_NOMMEES = 5

/** Names the receipt numbers between `dernier` and the workbook's largest that no line gives; null when there are none. */
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
