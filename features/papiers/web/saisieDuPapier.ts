import { aujourdhui } from '#shared/dates.ts'
import { PAPIERS_DU_JOUR, type Langue, type PapierDeVente } from '#shared/papiers.ts'

/** Form fields of all papers of a sale; {@link toEnvoi} keeps the fields of one type. */
export interface SaisiePapier extends Record<string, string | number | boolean> {
  type: PapierDeVente
  langue: Langue
  date: string
  destinataire: string
  echeance_id: string
  limite_le: string
  delai_jours: number | string
  envoi: string
  heure: string
  compteur_electricite: string
  compteur_gaz: string
  compteur_eau: string
  nombre_cles: number | string
  reserves: string
  delai_reserves: number | string
  a_remplir: boolean
}

export const saisieVide = (type: PapierDeVente, echeance_id: string): SaisiePapier => ({
  type,
  langue: 'fr',
  date: aujourdhui(),
  destinataire: '',
  echeance_id,
  limite_le: '',
  delai_jours: '',
  envoi: '',
  heure: '',
  compteur_electricite: '',
  compteur_gaz: '',
  compteur_eau: '',
  nombre_cles: '',
  reserves: '',
  delai_reserves: '',
  a_remplir: false,
})

const COMPTEURS = ['compteur_electricite', 'compteur_gaz', 'compteur_eau'] as const

const PROPRES = {
  attestation_paiement: ['destinataire'],
  contrat_reservation: [],
  appel_fonds: ['echeance_id', 'limite_le'],
  mise_en_demeure: ['delai_jours', 'envoi'],
  pv_remise: ['heure', 'nombre_cles', ...COMPTEURS, 'reserves', 'delai_reserves', 'a_remplir'],
  decompte: [],
  attestation_reservation: ['destinataire'],
} as const satisfies Record<PapierDeVente, readonly (keyof SaisiePapier & string)[]>

/** A paper of sums always bears the day of its issue, so its form has no date. */
export const porteUneDate = (type: PapierDeVente): boolean => !PAPIERS_DU_JOUR.includes(type)

/** Keeps the fields that the type of the paper has. */
export function toEnvoi(saisie: SaisiePapier) {
  const { type, langue, date } = saisie
  const propres: readonly string[] = PROPRES[type]
  return {
    type,
    langue,
    ...(porteUneDate(type) && { date }),
    ...Object.fromEntries(propres.map((champ) => [champ, saisie[champ] ?? ''])),
  }
}
