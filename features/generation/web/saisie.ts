import type { PlanLu } from '#features/plan-de-vente/web/plan.queries.ts'
import { TYPES_PLACE } from '#features/biens/parkings.contract.ts'

type Nombre = number | string

export interface Saisie {
  blocs: {
    sorte: 'nouveaux' | 'existants'
    nombre: Nombre
    nom: string
    premier: Nombre
    description: string
    ids: string[]
  }
  appartements: {
    actif: boolean
    plages: PlageSaisie[]
    numero: string
    prix: 'montant' | 'prixM2'
    pas: 'montant' | 'pourcent'
    valeur: Nombre
    des: Nombre
    arrondi: string
  }
  locaux: {
    actif: boolean
    nombre: Nombre
    numero: string
    surface: Nombre
    montant: Nombre
    description: string
  }
  parking: {
    actif: boolean
    sorte: 'nouveau' | 'existant'
    id: string | null
    parking_nom: string
    nombre: Nombre
    premier: Nombre
    type_place: string
    montant: Nombre
    superficie: Nombre
    position: string
  }
}
/** `cle` identifies a row while others are added and removed. */
export interface PlageSaisie {
  cle: number
  de: Nombre
  a: Nombre
  designation: string
  palier: LogementSaisi[]
}
export interface LogementSaisi {
  cle: number
  typeLogement: string
  surfaceHabitable: Nombre
  surfaceUtile: Nombre
  prix: Nombre
}

let derniere = Date.now()
/** The clock keeps new keys apart from those that a sign-in restores. */
const nouvelleCle = () => ++derniere

export const nouveauLogement = (): LogementSaisi => ({
  cle: nouvelleCle(),
  typeLogement: '',
  surfaceHabitable: '',
  surfaceUtile: '',
  prix: '',
})
export const copyLogement = (logement: LogementSaisi): LogementSaisi => ({ ...logement, cle: nouvelleCle() })

/** A range above another one, with the same palier. */
export function plageSuivante(avant: PlageSaisie | undefined): PlageSaisie {
  const haut = avant && avant.a !== '' ? Number(avant.a) + 1 : ''
  return {
    cle: nouvelleCle(),
    de: avant ? haut : 0,
    a: haut,
    designation: avant?.designation ?? '{etage}',
    palier: avant ? avant.palier.map(copyLogement) : [nouveauLogement()],
  }
}

/** Start of the form; new blocs are numbered after those of the residence. */
export function debut({ blocs }: Pick<PlanLu, 'blocs'>): Saisie {
  return {
    blocs: {
      sorte: 'nouveaux',
      nombre: 1,
      nom: 'Bloc {A}',
      premier: blocs.length + 1,
      description: '',
      ids: [],
    },
    appartements: {
      actif: true,
      plages: [plageSuivante(undefined)],
      numero: '{bloc}{niveau}{rang:2}',
      prix: 'montant',
      pas: 'montant',
      valeur: '',
      des: 0,
      arrondi: '0',
    },
    locaux: { actif: false, nombre: 1, numero: 'L{bloc}{rang}', surface: '', montant: '', description: '' },
    parking: {
      actif: false,
      sorte: 'nouveau',
      id: null,
      parking_nom: '',
      nombre: '',
      premier: 1,
      type_place: TYPES_PLACE[0],
      montant: '',
      superficie: '',
      position: '',
    },
  }
}

/** The request of a form. Number fields are sent as typed, because the contract says their faults. */
export function toDemande({ blocs, appartements, locaux, parking }: Saisie) {
  const inBlocs = appartements.actif || locaux.actif
  const { sorte, ids, ...nouveaux } = blocs
  const { actif: _garer, sorte: quel, id, parking_nom, ...places } = parking
  return {
    blocs: sorte === 'nouveaux' ? nouveaux : ids.length > 0 || inBlocs ? { ids: ids.map(Number) } : null,
    niveaux: appartements.actif
      ? appartements.plages.map(({ cle: _plage, palier, ...plage }) => ({
          ...plage,
          palier: palier.map(({ cle: _logement, prix, ...logement }) => ({
            ...logement,
            [appartements.prix]: prix,
          })),
        }))
      : [],
    numero: appartements.actif ? appartements.numero : null,
    pas:
      appartements.actif && appartements.valeur !== ''
        ? { sorte: appartements.pas, valeur: appartements.valeur, des: appartements.des }
        : null,
    arrondi: Number(appartements.arrondi),
    locaux: locaux.actif
      ? {
          nombre: locaux.nombre,
          numero: locaux.numero,
          surface: locaux.surface,
          montant: locaux.montant,
          description: locaux.description,
        }
      : null,
    parking: parking.actif
      ? { ...places, ...(quel === 'nouveau' ? { parking_nom } : { id: id ?? '' }) }
      : null,
  }
}
export type Demande = ReturnType<typeof toDemande>

/** True when the request has no value at a path. A field that the member has not reached yet shows no error. */
export function estVide(demande: Demande, chemin: string): boolean {
  const lu = chemin
    .split('.')
    .reduce<unknown>((dans, cle) => (Object(dans) as Record<string, unknown>)[cle], demande)
  return lu === undefined || lu === null || lu === '' || (Array.isArray(lu) && lu.length === 0)
}
