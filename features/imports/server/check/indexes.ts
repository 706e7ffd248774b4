import type { Ligne } from '#features/imports/server/check/context.ts'
import { IndexDesVentes } from '#features/imports/server/check/indexes.ventes.ts'
import { Reprise } from '#features/imports/server/check/indexes.reprise.ts'
import type { Bien, Content, NounName } from '#features/imports/server/nouns.ts'
import type { Jour } from '#shared/dates.ts'
import { foldTelephone, normaliser } from '#shared/texte.ts'

/** A record of the check and of the writing. Children refer to the record and not to an id, which a new record gets late. */
export interface Enregistrement<V extends object> {
  /** Null until the writing gives the id. */
  id: number | null
  /** The record that it stands in, which gets its id before. */
  parent: { readonly id: number | null } | null
  /** The record in the database; null for a new one. */
  avant: V | null
  /** The record after the writing. */
  apres: V
  /** True when an existing record changes. */
  change: boolean
  /** Number of the record within the check, part of its children's keys. */
  readonly rang: number
  /** The first line that names the record, and that line's content. */
  ligne: Ligne | null
  contenu: V | null
}

export type Client = Content<'clients'>
export interface Stade {
  nom: string
  rang: number
}
export interface StadeAtteint {
  bloc: Enregistrement<Content<'blocs'>>
  stade: Enregistrement<Stade>
  atteint_le: Jour
  note: string | null
}

export interface OptionLue {
  bien: Enregistrement<Bien>
  client: Enregistrement<Client> | null
  nom: string
  tel: string | null
  expire_le: Jour
  note: string | null
}

/** Records by key. A key is compared exactly first, then without case, accents and doubled spaces. */
export class Index<V extends object> {
  readonly enregistrements: Enregistrement<V>[] = []
  readonly #exactes = new Map<string, Enregistrement<V>[]>()
  readonly #pliees = new Map<string, Enregistrement<V>[]>()
  readonly #nextRank: () => number

  constructor(nextRank: () => number) {
    this.#nextRank = nextRank
  }

  add(cle: Cle, enregistrement: Omit<Enregistrement<V>, 'rang'>): Enregistrement<V> {
    const nouvelle = { ...enregistrement, rang: this.#nextRank() }
    this.enter(cle, nouvelle)
    return nouvelle
  }

  /** Enters a record of the database. */
  load(cle: Cle, id: number, avant: V, parent: Enregistrement<object> | null = null): Enregistrement<V> {
    return this.add(cle, { id, parent, avant, apres: avant, ligne: null, contenu: null, change: false })
  }

  /** Enters a record that a line adds; `defaut` stands for it when the line is refused. */
  create(
    cle: Cle,
    ligne: Ligne,
    contenu: V | null,
    defaut: V,
    parent: Enregistrement<object> | null = null,
  ): Enregistrement<V> {
    return this.add(cle, {
      id: null,
      parent,
      avant: null,
      apres: contenu ?? defaut,
      ligne,
      contenu,
      change: false,
    })
  }

  /** Enters a record, also one that another index holds under another key. */
  enter(cle: Cle, enregistrement: Enregistrement<V>): void {
    this.enregistrements.push(enregistrement)
    enterAt(this.#exactes, exacte(cle), enregistrement)
    enterAt(this.#pliees, pliee(cle), enregistrement)
  }

  /** No record, one, or several that the key cannot tell apart. */
  find(cle: Cle): readonly Enregistrement<V>[] {
    return this.#exactes.get(exacte(cle)) ?? this.#pliees.get(pliee(cle)) ?? []
  }
}

export type Cle = readonly (string | number)[]
const exacte = (cle: Cle) => cle.join('\u0000')
const pliee = (cle: Cle) =>
  cle.map((part) => (typeof part === 'string' ? normaliser(part) : part)).join('\u0000')
const enterAt = <V extends object>(
  table: Map<string, Enregistrement<V>[]>,
  cle: string,
  enregistrement: Enregistrement<V>,
) => {
  const connues = table.get(cle)
  if (connues) connues.push(enregistrement)
  else table.set(cle, [enregistrement])
}

/** A client's key: the name and the digits of the phone. */
export const cleDuClient = (nom: string, tel: string): Cle => [nom, foldTelephone(tel)]

/** False for a record that only a refused line names: its content is unknown. */
export const estConnue = ({ avant, contenu }: Pick<Enregistrement<object>, 'avant' | 'contenu'>): boolean =>
  avant !== null || contenu !== null

/** The record's id. @throws Error before it is written */
export function idDe({ id }: { readonly id: number | null }): number {
  if (id === null) throw new Error('what this record stands in is not written yet')
  return id
}

/** Records of the database by id. */
export const parId = <V extends object>(
  enregistrements: readonly Enregistrement<V>[],
): Map<number, Enregistrement<V>> =>
  new Map(
    enregistrements.flatMap((enregistrement) =>
      enregistrement.id === null ? [] : [[enregistrement.id, enregistrement]],
    ),
  )

/** The open vente and option of an existing bien, for the rules of the forms. */
interface Suivi {
  /** The open vente; `total_paye` in centimes. */
  vente: { id: number; client_id: number; total_paye: number } | null
  /** The option that has not ended, live or expired. */
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

/** The records of each simple noun. */
type Nouns = { readonly [N in NounName]: Index<Content<N>> }
export const indexFor = <N extends NounName>(indexes: Nouns, nom: N): Index<Content<N>> => indexes[nom]

export function createIndexes() {
  let compte = 0
  const create = <V extends object>() => new Index<V>(() => (compte += 1))
  const nouns: Nouns = {
    residences: create(),
    blocs: create(),
    etages: create(),
    appartements: create(),
    locaux: create(),
    parkings: create(),
    places: create(),
    clients: create(),
  }
  return {
    ...nouns,
    suivis: new Map<number, Suivi>(),
    clientsParNom: create<Client>(),
    stades: create<Stade>(),
    stadesAtteints: create<StadeAtteint>(),
    options: create<OptionLue>(),
    ventes: new IndexDesVentes(),
    reprise: new Reprise(),
  }
}
export type Indexes = ReturnType<typeof createIndexes>
