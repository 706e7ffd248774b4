import type { Ligne } from '#features/imports/server/controle/contexte.ts'
import { normaliser } from '#shared/texte.ts'

/**
 * A record that a workbook speaks of: one that is there, or one to be written. What its children point to, whether it has an id yet
 * or not.
 */
export interface Fiche<V extends object> {
  /** Its place among all records of the check: part of its children's keys. */
  readonly rang: number
  /** Null until it is drawn. */
  id: number | null
  /** As it is in the database, null for a new one. */
  avant: V | null
  /** As it will be. */
  apres: V
  /** The line that named it first, and what that line says. */
  ligne: Ligne | null
  lues: V | null
  /** Is what is there to be changed? */
  change: boolean
  version: number
}

export interface Residence {
  nom: string
  adresse: string
}
export interface Bloc {
  residence: Fiche<Residence>
  nomloc: string
  description: string
}
export interface Etage {
  bloc: Fiche<Bloc>
  designation: string
  niveau: number
  logement_par_palier: number
}
export interface Parking {
  residence: Fiche<Residence>
  parking_nom: string
  nb_places: number
}

interface Vendable {
  /** In centimes. */
  montant: number
  bloque_motif: string | null
}
/** Surfaces in hundredths of m². */
export interface Appartement extends Vendable {
  type: 'appartement'
  etage: Fiche<Etage>
  numLot: string
  typeLogement: string
  surfaceHabitable: number
  surfaceUtile: number
  montant1: number | null
  montant2: number | null
}
export interface Local extends Vendable {
  type: 'local'
  bloc: Fiche<Bloc>
  num: string
  surface: number
  description: string | null
}
export interface Place extends Vendable {
  type: 'place_parking'
  parking: Fiche<Parking>
  numero_place: number
  type_place: string
  position: string | null
  superficie: number | null
}
export type Bien = Appartement | Local | Place

export interface Client {
  nomComplet: string
  tel: string
  email: string
  adresse: string | null
}

/** Records by their key: compared exactly first, then without case, accents and doubled spaces. */
export class Registre<V extends object> {
  /** In the order in which they came. */
  readonly fiches: Fiche<V>[] = []
  readonly #exactes = new Map<string, Fiche<V>[]>()
  readonly #pliees = new Map<string, Fiche<V>[]>()
  readonly #compter: () => number

  constructor(compter: () => number) {
    this.#compter = compter
  }

  /** @param cle its texts and the `rang` of what it stands in */
  ajouter(cle: Cle, fiche: Omit<Fiche<V>, 'rang'>): Fiche<V> {
    const nouvelle = { ...fiche, rang: this.#compter() }
    this.fiches.push(nouvelle)
    inscrire(this.#exactes, exacte(cle), nouvelle)
    inscrire(this.#pliees, pliee(cle), nouvelle)
    return nouvelle
  }

  /** None, one, or several that nothing tells apart. */
  trouver(cle: Cle): readonly Fiche<V>[] {
    return this.#exactes.get(exacte(cle)) ?? this.#pliees.get(pliee(cle)) ?? []
  }
}

export type Cle = readonly (string | number)[]
const exacte = (cle: Cle) => cle.join('\u0000')
const pliee = (cle: Cle) =>
  cle.map((part) => (typeof part === 'string' ? normaliser(part) : part)).join('\u0000')
const inscrire = <V extends object>(table: Map<string, Fiche<V>[]>, cle: string, fiche: Fiche<V>) => {
  const connues = table.get(cle)
  if (connues) connues.push(fiche)
  else table.set(cle, [fiche])
}

export function creerRegistres() {
  let compte = 0
  const compter = () => (compte += 1)
  return {
    residences: new Registre<Residence>(compter),
    blocs: new Registre<Bloc>(compter),
    etages: new Registre<Etage>(compter),
    appartements: new Registre<Appartement>(compter),
    locaux: new Registre<Local>(compter),
    parkings: new Registre<Parking>(compter),
    places: new Registre<Place>(compter),
    clients: new Registre<Client>(compter),
  }
}
export type Registres = ReturnType<typeof creerRegistres>
