import type { Ligne } from '#features/imports/server/controle/contexte.ts'
import { RegistreDesVentes } from '#features/imports/server/controle/registres.ventes.ts'
import type { Bien, Content, NounName } from '#features/imports/server/nouns.ts'
import type { Jour } from '#shared/dates.ts'
import { foldTelephone, normaliser } from '#shared/texte.ts'

/** A record as the writing takes it. */
export interface Ecrit<V extends object> {
  /** Null until the writing draws the id. */
  id: number | null
  /** The record that it stands in, which gets its id before. */
  parent: { readonly id: number | null } | null
  /** The record in the database; null for a new one. */
  avant: V | null
  /** The record after the writing. */
  apres: V
  /** True when an existing record changes. */
  change: boolean
}

/** A record of the check. Children refer to the fiche and not to an id, which a new record gets late. */
export interface Fiche<V extends object> extends Ecrit<V> {
  /** Number of the fiche within the check, part of its children's keys. */
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
  bloc: Fiche<Content<'blocs'>>
  stade: Fiche<Stade>
  atteint_le: Jour
  note: string | null
}

export interface OptionLue {
  bien: Fiche<Bien>
  client: Fiche<Client> | null
  nom: string
  tel: string | null
  expire_le: Jour
  note: string | null
}

/** Records by key. A key is compared exactly first, then without case, accents and doubled spaces. */
export class Registre<V extends object> {
  readonly fiches: Fiche<V>[] = []
  readonly #exactes = new Map<string, Fiche<V>[]>()
  readonly #pliees = new Map<string, Fiche<V>[]>()
  readonly #nextRank: () => number

  constructor(nextRank: () => number) {
    this.#nextRank = nextRank
  }

  add(cle: Cle, fiche: Omit<Fiche<V>, 'rang'>): Fiche<V> {
    const nouvelle = { ...fiche, rang: this.#nextRank() }
    this.enter(cle, nouvelle)
    return nouvelle
  }

  /** Enters a record of the database. */
  load(cle: Cle, id: number, avant: V, parent: Fiche<object> | null = null): Fiche<V> {
    return this.add(cle, { id, parent, avant, apres: avant, ligne: null, contenu: null, change: false })
  }

  /** Enters a record that a line adds; `defaut` stands for it when the line is refused. */
  create(
    cle: Cle,
    ligne: Ligne,
    contenu: V | null,
    defaut: V,
    parent: Fiche<object> | null = null,
  ): Fiche<V> {
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

  /** Enters a fiche, also one that another registre holds under another key. */
  enter(cle: Cle, fiche: Fiche<V>): void {
    this.fiches.push(fiche)
    enterAt(this.#exactes, exacte(cle), fiche)
    enterAt(this.#pliees, pliee(cle), fiche)
  }

  /** No record, one, or several that the key cannot tell apart. */
  find(cle: Cle): readonly Fiche<V>[] {
    return this.#exactes.get(exacte(cle)) ?? this.#pliees.get(pliee(cle)) ?? []
  }
}

export type Cle = readonly (string | number)[]
const exacte = (cle: Cle) => cle.join('\u0000')
const pliee = (cle: Cle) =>
  cle.map((part) => (typeof part === 'string' ? normaliser(part) : part)).join('\u0000')
const enterAt = <V extends object>(table: Map<string, Fiche<V>[]>, cle: string, fiche: Fiche<V>) => {
  const connues = table.get(cle)
  if (connues) connues.push(fiche)
  else table.set(cle, [fiche])
}

/** A client's key: the name and the digits of the phone. */
export const cleDuClient = (nom: string, tel: string): Cle => [nom, foldTelephone(tel)]

/** False for a record that only a refused line names: its content is unknown. */
export const estConnue = ({ avant, contenu }: Pick<Fiche<object>, 'avant' | 'contenu'>): boolean =>
  avant !== null || contenu !== null

/** Records of the database by id. */
export const parId = <V extends object>(fiches: readonly Fiche<V>[]): Map<number, Fiche<V>> =>
  new Map(fiches.flatMap((fiche) => (fiche.id === null ? [] : [[fiche.id, fiche]])))

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
type Nouns = { readonly [N in NounName]: Registre<Content<N>> }
export const registreOf = <N extends NounName>(registres: Nouns, nom: N): Registre<Content<N>> =>
  registres[nom]

export function createRegistres() {
  let compte = 0
  const create = <V extends object>() => new Registre<V>(() => (compte += 1))
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
    ventes: new RegistreDesVentes(),
  }
}
export type Registres = ReturnType<typeof createRegistres>
