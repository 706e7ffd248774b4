import { normaliser } from '#shared/texte.ts'
import { PAPIERS, TYPES_DE_PAPIER, type SerieDePapier, type TypeDePapier } from '#shared/papiers.ts'

export const ETATS_DE_PAPIER = ['valide', 'annulé'] as const
export type EtatDePapier = (typeof ETATS_DE_PAPIER)[number]

/** Number of a paper, "2026-AP-0001": the year it was issued, in Algiers, and its rank in its series. */
export const numeroPapier = (annee: number, serie: SerieDePapier, numero: number): string =>
  `${annee}-${serie}-${String(numero).padStart(4, '0')}`

/** The paper whose numbers are of this series. @throws RangeError for none */
export function typeDeSerie(serie: string): TypeDePapier {
  const type = TYPES_DE_PAPIER.find((one) => PAPIERS[one].serie === serie)
  if (!type) throw new RangeError(`no series of papers: ${serie}`)
  return type
}

/** What a paper is called in French; a décompte of which nothing is left to pay is an attestation. @param montant in centimes, that it keeps */
export const libelleDuPapier = (type: TypeDePapier, montant: number | null): string =>
  type === 'decompte' && montant === 0 ? 'Attestation de solde' : PAPIERS[type].libelle

const LETTRES = Object.values(PAPIERS).map(({ serie }) => serie)

/** What a search says of a paper, « 2026-AP-0012 » or « document 2026-ap-12 »; null when it names none. */
export function lirePapier(
  recherche: string,
): { annee: number; serie: SerieDePapier; numero: number } | null {
  const lu = /^(?:document (?:n ?[°º] ?)?)?(\d{4})-([a-z]{2})-0*([1-9]\d{0,8})$/.exec(normaliser(recherche))
  const serie = LETTRES.find((lettres) => lettres.toLowerCase() === lu?.[2])
  return lu && serie ? { annee: Number(lu[1]), serie, numero: Number(lu[3]) } : null
}
