import { appartementForm } from '#features/biens/appartements.contract.ts'
import { blocInput } from '#features/structure/blocs.contract.ts'
import { etageForm } from '#features/structure/etages.contract.ts'
import type { Collision, Compte } from '#features/generation/apercu.contract.ts'
import type { GenererInput, Logement } from '#features/generation/generation.contract.ts'
import { LOTS_MAX, generationErreurs } from '#features/generation/generation.erreurs.ts'
import {
  writeModele,
  lettre,
  motDuBloc,
  nomDeLEtage,
  prixDuLot,
  type Pas,
  type Valeurs,
} from '#features/generation/generation.rules.ts'
import { localForm } from '#features/biens/locaux.contract.ts'
import type { PlaceInput } from '#features/biens/parkings.contract.ts'
import { prixAuMetreCarre, surfaceTotale } from '#shared/biens.ts'
import type { Centimes } from '#shared/argent.ts'
import { fieldErrors, refuse } from '#server/http/errors.ts'
import * as z from 'zod/mini'

export interface Existant {
  /** Names of all blocs, read when new blocs are asked for. */
  noms: string[]
  /** The blocs asked for by id, ordered by name. */
  blocs: BlocExistant[]
  /** Names of all parkings, read when a new one is asked for. */
  parkings: string[]
  parking: { id: number; parking_nom: string; nb_places: number; numeros: number[] } | null
}
export interface BlocExistant {
  id: number
  nomloc: string
  etages: EtageExistant[]
  /** Numbers of the locaux. */
  locaux: string[]
}
export interface EtageExistant {
  id: number
  designation: string
  niveau: number
  logement_par_palier: number
  /** Numbers of the lots. */
  lots: string[]
}

/** The records to write; `id` is null for a new one. Amounts in centimes, areas in hundredths of m². */
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
  type_place: PlaceInput['type_place']
  montant: Centimes
  superficie: number | null
  position: string | null
  collision: Collision
}

/** Refuses a generation that creates nothing or too much. @throws rienACreer, tropDeLots (422) */
export function checkSize({ blocs, niveaux, locaux, parking }: GenererInput): void {
  const nombre = !blocs ? 0 : 'ids' in blocs ? blocs.ids.length : blocs.nombre
  const parBloc = (niveaux ?? []).reduce((lots, { de, a, palier }) => lots + (a - de + 1) * palier.length, 0)
  const lots = nombre * (parBloc + (locaux?.nombre ?? 0)) + (parking?.nombre ?? 0)
  if (lots === 0 && (!blocs || 'ids' in blocs)) throw refuse(generationErreurs.rienACreer)
  if (lots > LOTS_MAX) throw refuse(generationErreurs.tropDeLots, { lots })
}

/**
 * Plans every record of a generation with its name and price, allowed or not.
 * @throws invalide (422) on a pattern that makes a name which the forms would refuse
 */
export function planGeneration(demande: GenererInput, existant: Existant): Plan {
  const blocs = blocsDe(demande, existant).map((bloc) => ({
    ...bloc,
    etages: etagesDe(demande, bloc),
    locaux: locauxDe(demande, bloc),
  }))
  const parking = parkingDe(demande, existant)
  return { blocs, parking, totaux: countOf(blocs, parking) }
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
  const nommer = nameBy(nom, blocInput.shape.nomloc, 'blocs.nom')
  return Array.from({ length: nombre }, (_, i) => {
    const n = (blocs.premier ?? 1) + i
    const nomloc = nommer({ A: lettre(n), n })
    return {
      id: null,
      nomloc,
      description: description ?? nomloc,
      nouveau: true,
      collision: null,
      existant: null,
    }
  })
}

function etagesDe({ niveaux, numero, pas, arrondi }: GenererInput, bloc: SansContenu): EtagePlanifie[] {
  const nommerLot = nameBy(numero ?? '', appartementForm.shape.numLot, 'numero')
  const parNiveau = (niveaux ?? [])
    .flatMap(({ de, a, designation, palier }, i) => {
      const nommer = nameBy(designation, etageForm.shape.designation, `niveaux.${i}.designation`)
      return Array.from({ length: a - de + 1 }, (_, rang) => ({ niveau: de + rang, nommer, palier }))
    })
    .toSorted((a, b) => a.niveau - b.niveau)
  let suite = 0
  const etages = parNiveau.map(({ niveau, nommer, palier }): EtagePlanifie => {
    const existant = bloc.existant?.etages.find((etage) => etage.niveau === niveau) ?? null
    const lots = palier.map((logement, i) => {
      suite += 1
      const mots = { bloc: motDuBloc(bloc.nomloc), niveau, rang: i + 1, suite }
      return lotDe(nommerLot(mots), logement, niveau, pasDe(pas), arrondi ?? 0)
    })
    return {
      id: existant?.id ?? null,
      designation: existant?.designation ?? nommer({ etage: nomDeLEtage(niveau), niveau }),
      niveau,
      logement_par_palier: existant?.logement_par_palier ?? palier.length,
      nouveau: existant === null,
      collision: null,
      existant,
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
  const surface = surfaceTotale(logement)
  const montant = prixDuLot(logement, surface, niveau, pas, arrondi)
  const prixM2 = montant === null ? null : prixAuMetreCarre(montant, surface)
  return { numero, typeLogement, surfaceHabitable, surfaceUtile, montant, prixM2, collision: null }
}

function locauxDe({ locaux, arrondi }: GenererInput, { nomloc }: SansContenu): LocalPlanifie[] {
  if (!locaux) return []
  const { nombre, numero, surface, description = null } = locaux
  const nommer = nameBy(numero, localForm.shape.num, 'locaux.numero')
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

function nameBy(modele: string, champ: z.ZodMiniType<string, string>, nomDuChamp: string) {
  return (valeurs: Valeurs): string => {
    const lu = z.safeParse(champ, writeModele(modele, valeurs))
    if (!lu.success) throw fieldErrors({ [nomDuChamp]: 'Ce modèle donne un nom vide ou trop long.' })
    return lu.data
  }
}

function countOf(blocs: readonly BlocPlanifie[], parking: ParkingPlanifie | null): Compte {
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
