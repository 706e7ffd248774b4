import type { Moyen } from '#features/paiements/paiements.rules.ts'
import type { Centimes } from '#shared/argent.ts'
import type { Jour } from '#shared/dates.ts'
import type { Langue } from '#shared/papiers.ts'
import {
  type BienImprime,
  type ClientImprime,
  type PromoteurImprime,
  sumCentimes,
} from '#server/documents/papier.ts'

/** One payment of a statement, under the number of its receipt. */
export interface PaiementReleve extends Pick<Moyen, 'mode' | 'banque' | 'reference'> {
  date: Jour
  recu: string
  details: string | null
  versement: Centimes
  /** The day of the cheque's rejection; a rejected cheque counts in no sum. */
  rejete_le: Jour | null
  /** The former holder of the dossier who made it; null for the present one. */
  versePar: string | null
}

export interface DesistementReleve {
  le: Jour
  retenue: Centimes
  rembourse: Centimes
  reste: Centimes
}

/** One sale with its payments by date then id, the order of the running remainder (Q158). `termineeLe` is null while it is open. */
export interface VenteRelevee {
  bien: BienImprime
  prix: Centimes
  termineeLe: Jour | null
  dossier: string
  /** The former clients of the dossier, in the order of the cessions. */
  repris: readonly { de: string; le: Jour }[]
  desistement: DesistementReleve | null
  paiements: readonly PaiementReleve[]
}

/** A sale in which the client has a part, and another client holds the dossier; `part` in hundredths of a percent. */
export interface BienEnCommun {
  bien: BienImprime
  dossier: string
  part: number
  titulaire: string
}

/** A dossier that the client has ceded, for the last time on `le`; `verse` sums what he paid that counts. */
export interface DossierCede {
  bien: BienImprime
  dossier: string
  le: Jour
  a: string
  verse: Centimes
}

/** The statement of a bien, a client or all clients (D3 §7 print-bien, print-client, print-all). Amounts in centimes, names in its language. */
export interface ModeleReleve {
  langue: Langue
  promoteur: PromoteurImprime | null
  etabliLe: Jour
  portee: 'bien' | 'client' | 'tous'
  groupes: readonly {
    client: ClientImprime
    ventes: readonly VenteRelevee[]
    communs?: readonly BienEnCommun[]
    cedes?: readonly DossierCede[]
  }[]
}

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
