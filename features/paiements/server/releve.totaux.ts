import type { VenteRelevee } from '#features/paiements/server/releve.modele.ts'
import type { Centimes } from '#shared/argent.ts'
import { sumCentimes } from '#server/documents/papier.ts'

/** Sums over open sales; ended ones, which owe nothing, stand in `terminees`. `rendre` is the sum to refund, null without a désistement. */
export interface Totaux {
  prix: Centimes
  paye: Centimes
  biens: number
  terminees: { paye: Centimes; rendre: Centimes | null } | null
}

const verse = ({ paiements }: VenteRelevee): Centimes =>
  sumCentimes(paiements.map(({ versement, rejete_le }) => (rejete_le === null ? versement : 0)))

/** Sums of these sales. */
export function totauxVentes(ventes: readonly VenteRelevee[]): Totaux {
  const ouvertes = ventes.filter(({ termineeLe }) => termineeLe === null)
  const terminees = ventes.filter(({ termineeLe }) => termineeLe !== null)
  return {
    prix: sumCentimes(ouvertes.map(({ prix }) => prix)),
    paye: sumCentimes(ouvertes.map(verse)),
    biens: ouvertes.length,
    terminees:
      terminees.length === 0
        ? null
        : {
            paye: sumCentimes(terminees.map(verse)),
            rendre: sumOrNull(terminees.map(({ desistement }) => desistement && desistement.reste)),
          },
  }
}

function sumOrNull(montants: readonly (Centimes | null)[]): Centimes | null {
  const dits = montants.filter((montant) => montant !== null)
  return dits.length === 0 ? null : sumCentimes(dits)
}

/** Sums of several clients. */
export function additionner(totaux: readonly Totaux[]): Totaux {
  const terminees = totaux.flatMap((total) => total.terminees ?? [])
  return {
    prix: sumCentimes(totaux.map(({ prix }) => prix)),
    paye: sumCentimes(totaux.map(({ paye }) => paye)),
    biens: sumCentimes(totaux.map(({ biens }) => biens)),
    terminees:
      terminees.length === 0
        ? null
        : {
            paye: sumCentimes(terminees.map(({ paye }) => paye)),
            rendre: sumOrNull(terminees.map(({ rendre }) => rendre)),
          },
  }
}
