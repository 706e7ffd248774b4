import type { EcheanceImprimee, Emetteur, Lieu, Faits } from '#features/papiers/server/facts/faits.ts'
import type { Centimes } from '#shared/argent.ts'
import type { Jour } from '#shared/dates.ts'
import type { Envoi, Langue, TypeDePapier, Variante } from '#shared/papiers.ts'

/** Fields of a request that its paper prints. */
export interface Saisie {
  langue?: Langue | undefined
  destinataire?: string | null | undefined
  limite_le?: Jour | null | undefined
  envoi?: Envoi | null | undefined
  heure?: string | null | undefined
  delai_reserves?: number | null | undefined
  a_remplir?: boolean | null | undefined
  compteur_electricite?: string | null | undefined
  compteur_gaz?: string | null | undefined
  compteur_eau?: string | null | undefined
  nombre_cles?: number | null | undefined
  reserves?: string | null | undefined
}

/** Subject of one paper. Amounts in centimes. */
export interface Sujet {
  type: TypeDePapier
  input: Saisie
  jour: Jour
  montant: Centimes | null
  /** The échéance of an appel de fonds, or all late échéances of a mise en demeure. */
  echeances: readonly EcheanceImprimee[]
  delai: number | null
  variante: Variante | null
  /** The paper that this one cancels and replaces. */
  remplace?: { numero: string; le: Jour } | undefined
}

/** A stade of the settings; `atteintLe` is null while the bloc has not reached it, `prevuLe` while no day is foreseen. */
export interface StadeDuBloc {
  id: number
  nom: string
  nom_ar: string | null
  atteintLe: Jour | null
  prevuLe: Jour | null
}

/** All that papers say of one bloc. `vente` is the sale of it that the paper names. */
export interface FaitsDuBloc extends Emetteur {
  lieu: Pick<Lieu, 'residence'> & { bloc: NonNullable<Lieu['bloc']> }
  /** In the order of the works. */
  stades: readonly StadeDuBloc[]
  vente: Faits | null
}
