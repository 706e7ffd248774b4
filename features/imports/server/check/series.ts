import { numeroDossier, numeroRecu, numeroRemboursement, readNumeroRecu, REPRISE } from '#shared/numero.ts'
import { formatNombre } from '#shared/argent.ts'
import { anneeEnCours, type Numero } from '#server/database/numeros.ts'

/** Largest allowed gap after the previous number; the numbers in the gap would stay unused for ever. */
const ECART_MAX = 10_000

interface Serie {
  /** Name of the numbered thing in sentences. */
  nom: string
  exemple: string
  /** How a number that belongs to no year is written, in the sentence that says how numbers are. */
  horsAnnee?: string
  /** Reads a number as `write` writes it, whatever its year. */
  read: (ecrit: string) => Numero | null
  write: (annee: number, numero: number) => string
  /** End of the sentence about a number that is taken. */
  autre: string
}

const byForme =
  (forme: RegExp, write: Serie['write']): Serie['read'] =>
  (ecrit) => {
    const lu = forme.exec(ecrit)
    const [annee, numero] = [Number(lu?.[1]), Number(lu?.[2])]
    return lu && annee > 0 && numero > 0 && write(annee, numero) === ecrit ? { annee, numero } : null
  }

const toSerie = ({ nom, exemple, autre, horsAnnee = '', ...ecriture }: Serie) => ({
  ...ecriture,
  illisible: `Un numéro de ${nom} s'écrit ${exemple}, d'une année passée ou en cours${horsAnnee}.`,
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
    horsAnnee: ', ou REP-NNNNNN',
    read: readNumeroRecu,
    write: numeroRecu,
    autre: "celui d'un autre paiement",
  }),
  dossier: toSerie({
    nom: 'dossier',
    exemple: 'AAAA-D-NNNN',
    read: byForme(/^(\d{4})-D-(\d{4,9})$/, numeroDossier),
    write: numeroDossier,
    autre: "celui d'une autre vente",
  }),
  remboursement: toSerie({
    nom: 'remboursement',
    exemple: 'AAAA-R-NNNN',
    read: byForme(/^(\d{4})-R-(\d{4,9})$/, numeroRemboursement),
    write: numeroRemboursement,
    autre: "enregistré avec d'autres valeurs",
  }),
}
type NomDeSerie = keyof typeof SERIES

const PREMIERE_ANNEE = 2000

/** Reads a printed number of a year that has begun, or of the series « Reprise »; null for anything else. */
export function readNumero(serie: NomDeSerie, texte: string): Numero | null {
  const lu = SERIES[serie].read(texte.trim().toUpperCase())
  if (!lu || (lu.annee !== REPRISE && lu.annee < PREMIERE_ANNEE) || lu.annee > anneeEnCours()) return null
  return lu
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
  return `Reçus ${annee === REPRISE ? 'de reprise' : annee} : ${combien} à personne (${noms.join(', ')}).`
}
