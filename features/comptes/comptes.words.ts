import { isole } from '#shared/texte.ts'

/** « BNA, Alger Centre, 001 00600 … ». */
export const formatCompteBancaire = ({
  banque,
  agence,
  numero,
}: {
  banque: string
  agence?: string | null
  numero: string
}): string =>
  [banque, agence, numero]
    .filter(Boolean)
    .map((partie) => isole(partie))
    .join(', ')
