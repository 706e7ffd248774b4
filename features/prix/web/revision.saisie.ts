import { revisionInput, type EtatRevisable, type SorteDeRevision } from '#features/prix/prix.contract.ts'
import type { DemandeDeRevision } from '#features/prix/web/prix.queries.ts'
import type { TypeBien } from '#shared/biens.ts'

type Nombre = number | string

/** Criteria that the dialog starts with; the usual ones where left out. Prices in DA, areas in m². */
export interface CriteresProposes {
  bloc_ids?: readonly number[]
  types?: readonly TypeBien[]
  typeLogement?: string
  prix_min?: Nombre
  prix_max?: Nombre
  surface_min?: Nombre
  surface_max?: Nombre
  etats?: readonly EtatRevisable[]
}

/** The form as typed: ids and rounding as the lists hold them, numbers '' while empty. */
export interface SaisieDeRevision extends Record<string, unknown> {
  residence_id: number
  bloc_ids: string[]
  types: string[]
  typeLogement: string
  niveau_de: Nombre
  niveau_a: Nombre
  prix_min: Nombre
  prix_max: Nombre
  surface_min: Nombre
  surface_max: Nombre
  etats: string[]
  sorte: SorteDeRevision
  valeur: Nombre
  arrondi: string
  motif: string
  essai: true
}

export function toSaisie(residence_id: number, propose: CriteresProposes = {}): SaisieDeRevision {
  const { bloc_ids = [], types = ['appartement', 'local'], etats = ['libre', 'bloque'] } = propose
  return {
    residence_id,
    bloc_ids: bloc_ids.map(String),
    types: [...types],
    typeLogement: propose.typeLogement ?? '',
    niveau_de: '',
    niveau_a: '',
    prix_min: propose.prix_min ?? '',
    prix_max: propose.prix_max ?? '',
    surface_min: propose.surface_min ?? '',
    surface_max: propose.surface_max ?? '',
    etats: [...etats],
    sorte: 'pourcent',
    valeur: '',
    arrondi: '0',
    motif: '',
    essai: true,
  }
}

/** The request of the form; no chosen bloc means every bloc. */
export function toDemande({ motif: _, essai: _essai, ...saisie }: SaisieDeRevision): DemandeDeRevision {
  const { bloc_ids, types, etats, ...rest } = saisie
  return {
    ...rest,
    bloc_ids: bloc_ids.length > 0 ? bloc_ids : null,
    types: types as TypeBien[],
    etats: etats as EtatRevisable[],
  }
}

export const isComplete = (demande: DemandeDeRevision): boolean =>
  revisionInput.safeParse({ ...demande, essai: true }).success
