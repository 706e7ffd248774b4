import { appartementForm } from '#features/appartements/appartements.contract.ts'
import { blocInput } from '#features/blocs/blocs.contract.ts'
import { etageForm } from '#features/etages/etages.contract.ts'
import type { Collision, Compte } from '#features/generation/apercu.contract.ts'
import type { GenererInput, Logement } from '#features/generation/generation.contract.ts'
import { LOTS_MAX } from '#features/generation/generation.erreurs.ts'
import {
  ecrireModele,
  lettre,
  motDuBloc,
  nomDeLEtage,
  prixDuLot,
  type Pas,
  type Valeurs,
} from '#features/generation/generation.rules.ts'
import { localForm } from '#features/locaux/locaux.contract.ts'
import { prixAuMetreCarre } from '#features/ventes/ventes.rules.ts'
import type { Centimes } from '#shared/argent.ts'
import { AppError, fieldErrors } from '#server/http/errors.ts'
import * as z from 'zod/mini'

/** What is in the residence already, as far as a generation has to know it. */
export interface Existant {
  /** The names of all its blocs, when new ones are asked for. */
  noms: string[]
  /** The blocs that are asked for by id, by name. */
  blocs: BlocExistant[]
  /** The names of its parkings, when a new one is asked for. */
  parkings: string[]
  /** The parking that is asked for by id. */
  parking: { id: number; parking_nom: string; nb_places: number; numeros: number[] } | null
}
export interface BlocExistant {
  id: number
  nomloc: string
  etages: EtageExistant[]
  /** The numbers of its locaux. */
  locaux: string[]
}
export interface EtageExistant {
  id: number
  designation: string
  niveau: number
  logement_par_palier: number
  /** The numbers of its lots. */
  lots: string[]
}

/** What would be written, piece by piece; `id` is null of what is new. Amounts in centimes, areas in hundredths of m². */
export interface Plan {
  blocs: BlocPlanifie[]
  parking: ParkingPlanifie | null
  totaux: Compte
}
export interface BlocPlanifie {
  id: number | null
  nomloc: string
  description: string
  nouveau: boolean
  collision: Collision
  existant: BlocExistant | null
  /** From top to bottom, as on the plan. */
  etages: EtagePlanifie[]
  locaux: LocalPlanifie[]
}
export interface EtagePlanifie {
  id: number | null
  designation: string
  niveau: number
  logement_par_palier: number
  nouveau: boolean
  collision: Collision
  existant: EtageExistant | null
  lots: LotPlanifie[]
}
interface LotPlanifie extends Pick<Logement, 'typeLogement' | 'surfaceHabitable' | 'surfaceUtile'> {
  numero: string
  montant: Centimes | null
  prixM2: Centimes | null
  collision: Collision
}
interface LocalPlanifie {
  numero: string
  surface: number
  description: string | null
  montant: Centimes | null
  collision: Collision
}
export interface ParkingPlanifie {
  id: number | null
  parking_nom: string
  nb_places: number
  nouveau: boolean
  collision: Collision
  places: PlacePlanifiee[]
}
interface PlacePlanifiee {
  numero_place: number
  type_place: string
  montant: Centimes
  superficie: number | null
  position: string | null
  collision: Collision
}

/** What a generation asks for can be done at once, and is something. @throws rienACreer, tropDeLots (422) */
export function verifierTaille({ blocs, niveaux, locaux, parking }: GenererInput): void {
  const nombre = !blocs ? 0 : 'ids' in blocs ? blocs.ids.length : blocs.nombre
  const parBloc = (niveaux ?? []).reduce((lots, { de, a, palier }) => lots + (a - de + 1) * palier.length, 0)
  const lots = nombre * (parBloc + (locaux?.nombre ?? 0)) + (parking?.nombre ?? 0)
  if (lots === 0 && (!blocs || 'ids' in blocs)) throw new AppError('rienACreer')
  if (lots > LOTS_MAX) throw new AppError('tropDeLots', { lots })
}

/**
 * Every record that a generation asks for, with its name and price, whether it can be written or not.
 * @throws invalide (422) on the pattern that makes a name that the forms would refuse
 */
export function planifier(demande: GenererInput, existant: Existant): Plan {
  const blocs = blocsDe(demande, existant).map((bloc) => ({
    ...bloc,
    etages: etagesDe(demande, bloc),
    locaux: locauxDe(demande, bloc),
  }))
  const parking = parkingDe(demande, existant)
  return { blocs, parking, totaux: compter(blocs, parking) }
}

type SansContenu = Omit<BlocPlanifie, 'etages' | 'locaux'>

function blocsDe({ blocs }: GenererInput, existant: Existant): SansContenu[] {
  if (!blocs || 'ids' in blocs)
    return existant.blocs.map((bloc) => ({
      id: bloc.id,
      nomloc: bloc.nomloc,
      description: '',
      nouveau: false,
      collision: null,
      existant: bloc,
    }))
  const { nombre, nom, description } = blocs
  const nommer = nommerPar(nom, blocInput.shape.nomloc, 'blocs.nom')
  return Array.from({ length: nombre }, (_, i) => {
    const n = (blocs.premier ?? 1) + i
    const nomloc = nommer({ A: lettre(n), n })
    return { id: null, nomloc, description, nouveau: true, collision: null, existant: null }
  })
}

function etagesDe({ niveaux, numero, pas, arrondi }: GenererInput, bloc: SansContenu): EtagePlanifie[] {
  const nommerLot = nommerPar(numero ?? '', appartementForm.shape.numLot, 'numero')
  const parNiveau = (niveaux ?? [])
    .flatMap(({ de, a, designation, palier }, i) => {
      const nommer = nommerPar(designation, etageForm.shape.designation, `niveaux.${i}.designation`)
      return Array.from({ length: a - de + 1 }, (_, rang) => ({ niveau: de + rang, nommer, palier }))
    })
    .toSorted((a, b) => a.niveau - b.niveau)
  let suite = 0
  const etages = parNiveau.map(({ niveau, nommer, palier }): EtagePlanifie => {
    const la = bloc.existant?.etages.find((etage) => etage.niveau === niveau) ?? null
    const lots = palier.map((logement, i) => {
      suite += 1
      const mots = { bloc: motDuBloc(bloc.nomloc), niveau, rang: i + 1, suite }
      return lotDe(nommerLot(mots), logement, niveau, pasDe(pas), arrondi ?? 0)
    })
    return {
      id: la?.id ?? null,
      designation: la?.designation ?? nommer({ etage: nomDeLEtage(niveau), niveau }),
      niveau,
      logement_par_palier: la?.logement_par_palier ?? palier.length,
      nouveau: la === null,
      collision: null,
      existant: la,
      lots,
    }
  })
  return etages.toReversed()
}

const pasDe = (pas: GenererInput['pas']): Pas | null => (pas ? { ...pas, des: pas.des ?? 0 } : null)

function lotDe(
  numero: string,
  logement: Logement,
  niveau: number,
  pas: Pas | null,
  arrondi: Centimes,
): LotPlanifie {
  const { typeLogement, surfaceHabitable, surfaceUtile } = logement
  const surface = surfaceHabitable + surfaceUtile
  const montant = prixDuLot(logement, surface, niveau, pas, arrondi)
  const prixM2 = montant === null ? null : prixAuMetreCarre(montant, surface)
  return { numero, typeLogement, surfaceHabitable, surfaceUtile, montant, prixM2, collision: null }
}

function locauxDe({ locaux, arrondi }: GenererInput, { nomloc }: SansContenu): LocalPlanifie[] {
  if (!locaux) return []
  const { nombre, numero, surface, description = null } = locaux
  const nommer = nommerPar(numero, localForm.shape.num, 'locaux.numero')
  return Array.from({ length: nombre }, (_, i) => ({
    numero: nommer({ bloc: motDuBloc(nomloc), rang: i + 1 }),
    surface,
    description,
    montant: prixDuLot(locaux, surface, null, null, arrondi ?? 0),
    collision: null,
  }))
}

function parkingDe({ parking }: GenererInput, existant: Existant): ParkingPlanifie | null {
  if (!parking) return null
  const { nombre, premier, type_place, montant, superficie = null, position = null } = parking
  const places = Array.from({ length: nombre }, (_, i) => ({
    numero_place: (premier ?? 1) + i,
    type_place,
    montant,
    superficie,
    position,
    collision: null,
  }))
  if ('parking_nom' in parking)
    return {
      id: null,
      parking_nom: parking.parking_nom,
      nb_places: nombre,
      nouveau: true,
      collision: null,
      places,
    }
  if (!existant.parking) throw new Error('the parking that is asked for was not read')
  const { id, parking_nom, nb_places } = existant.parking
  return { id, parking_nom, nb_places, nouveau: false, collision: null, places }
}

/** Makes the names of one pattern, each as its field would have it. */
function nommerPar(modele: string, champ: z.ZodMiniType<string, string>, nomDuChamp: string) {
  return (valeurs: Valeurs): string => {
    const lu = z.safeParse(champ, ecrireModele(modele, valeurs))
    if (!lu.success) throw fieldErrors({ [nomDuChamp]: 'Ce modèle donne un nom vide ou trop long.' })
    return lu.data
  }
}

function compter(blocs: readonly BlocPlanifie[], parking: ParkingPlanifie | null): Compte {
  const etages = blocs.flatMap((bloc) => bloc.etages)
  const appartements = etages.flatMap(({ lots }) => lots)
  const locaux = blocs.flatMap((bloc) => bloc.locaux)
  const places = parking?.places ?? []
  return {
    blocs: blocs.filter(({ nouveau }) => nouveau).length,
    etages: etages.filter(({ nouveau }) => nouveau).length,
    appartements: appartements.length,
    locaux: locaux.length,
    places: places.length,
    valeur: [...appartements, ...locaux, ...places].reduce((somme, { montant }) => somme + (montant ?? 0), 0),
  }
}
