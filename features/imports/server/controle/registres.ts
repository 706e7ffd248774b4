import type { Ligne } from '#features/imports/server/controle/contexte.ts'
import { RegistreDesVentes } from '#features/imports/server/controle/registres.ventes.ts'
import type { Jour } from '#shared/dates.ts'
import { foldTelephone, normaliser } from '#shared/texte.ts'

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

/** A stage of the works, of the settings. */
export interface Stade {
  nom: string
  rang: number
}
export interface StadeAtteint {
  bloc: Fiche<Bloc>
  stade: Fiche<Stade>
  atteint_le: Jour
  note: string | null
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

/** What holds a bien for somebody. */
export interface OptionLue {
  bien: Fiche<Bien>
  client: Fiche<Client> | null
  nom: string
  tel: string | null
  expire_le: Jour
  note: string | null
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
    this.inscrire(cle, nouvelle)
    return nouvelle
  }

  /** One that is in the database. */
  charger(cle: Cle, { id, version }: { id: number; version: number }, avant: V): Fiche<V> {
    return this.ajouter(cle, { id, version, avant, apres: avant, ligne: null, lues: null, change: false })
  }

  /** What is in another registre under another key. */
  inscrire(cle: Cle, fiche: Fiche<V>): void {
    this.fiches.push(fiche)
    inscrire(this.#exactes, exacte(cle), fiche)
    inscrire(this.#pliees, pliee(cle), fiche)
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

/** A client is known by his name and the digits of his phone, however it is written. */
export const cleDuClient = (nom: string, tel: string): Cle => [nom, foldTelephone(tel)]

/** « 012 » and « 12 » are the same place. */
export const numeroDePlace = (numero: string): string =>
  /^\d{1,15}$/.test(numero) ? String(Number(numero)) : numero

/** Is it known what a record holds? Not while it is only a line that is refused. */
export const estConnue = ({ avant, lues }: Pick<Fiche<object>, 'avant' | 'lues'>): boolean =>
  avant !== null || lues !== null

/** Those that are in the database, by their id. */
export const parId = <V extends object>(fiches: readonly Fiche<V>[]): Map<number, Fiche<V>> =>
  new Map(fiches.flatMap((fiche) => (fiche.id === null ? [] : [[fiche.id, fiche]])))

/** Where a bien that is there stands, for what its forms refuse. */
export interface Suivi {
  /** Its open vente, in centimes. */
  vente: { id: number; client_id: number; total_paye: number } | null
  /** The option that has not ended, live or over. */
  option: OptionOuverte | null
}
export interface OptionOuverte {
  id: number
  client_id: number | null
  nom: string
  tel: string | null
  expire_le: Jour
  note: string | null
}

export function creerRegistres() {
  let compte = 0
  const compter = () => (compte += 1)
  return {
    /** By the id of the bien. */
    suivis: new Map<number, Suivi>(),
    residences: new Registre<Residence>(compter),
    blocs: new Registre<Bloc>(compter),
    etages: new Registre<Etage>(compter),
    appartements: new Registre<Appartement>(compter),
    locaux: new Registre<Local>(compter),
    parkings: new Registre<Parking>(compter),
    places: new Registre<Place>(compter),
    clients: new Registre<Client>(compter),
    /** The same clients by their name alone. */
    clientsParNom: new Registre<Client>(compter),
    stades: new Registre<Stade>(compter),
    stadesAtteints: new Registre<StadeAtteint>(compter),
    options: new Registre<OptionLue>(compter),
    ventes: new RegistreDesVentes(),
  }
}
export type Registres = ReturnType<typeof creerRegistres>
