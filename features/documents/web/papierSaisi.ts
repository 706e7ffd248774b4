import type { DossierLu, EcheanceLue } from '#features/dossiers/web/dossiers.queries.ts'
import { formatMontant, fromDecimal } from '#shared/argent.ts'
import { aujourdhui } from '#shared/dates.ts'
import type { Langue, TypeDePapier } from '#shared/papiers.ts'

/** The fields of every paper; each type sends its own. */
export interface SaisiePapier extends Record<string, string | number> {
  type: TypeDePapier
  langue: Langue
  date: string
  destinataire: string
  echeance_id: string
  delai_jours: number | string
  compteur_electricite: string
  compteur_gaz: string
  compteur_eau: string
  nombre_cles: number | string
  reserves: string
}

const PROPRES = {
  attestation_paiement: ['destinataire'],
  contrat_reservation: [],
  appel_fonds: ['echeance_id'],
  mise_en_demeure: ['delai_jours'],
  pv_remise: ['compteur_electricite', 'compteur_gaz', 'compteur_eau', 'nombre_cles', 'reserves'],
  decompte: [],
} as const satisfies Record<TypeDePapier, readonly (keyof SaisiePapier & string)[]>

/** What a paper of this type is asked with. */
export function toEnvoi(saisie: SaisiePapier) {
  const { type, langue, date } = saisie
  const propres: readonly string[] = PROPRES[type]
  return { type, langue, date, ...Object.fromEntries(propres.map((champ) => [champ, saisie[champ]])) }
}

/** The lines of a dossier that money can be asked for: their day has come, and something of each is missing. */
export const aAppeler = ({ echeances }: Pick<DossierLu, 'echeances'>): EcheanceLue[] =>
  echeances.filter(
    ({ exigible_le, reste }) => exigible_le !== null && exigible_le <= aujourdhui() && reste > 0,
  )

/** « Échéance 2, 1 000 000,00 DA ». */
export const libelleEcheance = ({ libelle, reste }: Pick<EcheanceLue, 'libelle' | 'reste'>): string =>
  `${libelle}, ${formatMontant(fromDecimal(reste))}`
