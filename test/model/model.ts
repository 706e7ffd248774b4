import { addJours } from '#shared/dates.ts'
import type { Random } from '#db/random.ts'
import type { Answer, Visitor } from '#test/harness/app.ts'
import { idOf } from '#test/harness/builders.ts'

/** The records that the product keeps, in plain objects: nothing derived is stored, amounts are integer centimes. */
export interface World {
  residences: { id: number; nom: string }[]
  blocs: { id: number; parent: number }[]
  etages: { id: number; parent: number }[]
  parkings: { id: number; parent: number; capacite: number }[]
  biens: Bien[]
  clients: { id: number }[]
  categories: { id: number }[]
  bons: { id: number; parent: number }[]
  lignes: { id: number; parent: number; montant: number }[]
  comptes: { id: number }[]
  /** The ranks of the stades that each bloc has reached. */
  stades: { bloc: number; rang: number }[]
  remises: { id: number }[]
  promoteur: number | null
  /** Steps taken so far: what makes a name that no other has. */
  steps: number
}

export interface Bien {
  id: number
  kind: Kind
  parent: number
  numero: string
  prix: number
  client: number | null
  paiements: Paiement[]
  suite: Suite
  /** The payments of former clients (Q128), and the sales that ended by a désistement. */
  anciens: Ancien[]
  /** The client who holds it, null for somebody who is no client. */
  option: { id: number; client: number | null } | null
  bloque: boolean
}
/** The parts of a sale besides its payments. */
export interface Suite {
  /** The clients who held it, and the biens it was of, before. */
  cedants: number[]
  quittes: number[]
  echeancier: boolean
  /** A line may wait for a stade. */
  stades: boolean
  livre: boolean
}
export interface Ancien {
  client: number
  prix: number
  paiements: Paiement[]
  suite: Suite
  desistement?: { vente: number; retenue: number; remboursements: { id: number; montant: number }[] }
}
export interface Paiement {
  id: number
  versement: number
  /** Step at which a cheque is; the next fields tell what it has been through. */
  etat?: 'recu' | 'remis' | 'encaisse' | 'rejete'
  remise?: number | undefined
  cleared?: boolean
  /** The rejected cheque it stands for. */
  represente?: number
}

export const emptySuite = (): Suite => ({
  cedants: [],
  quittes: [],
  echeancier: false,
  stades: false,
  livre: false,
})
export type Kind = 'appartement' | 'local' | 'place_parking'

export const emptyWorld = (): World => ({
  residences: [],
  blocs: [],
  etages: [],
  parkings: [],
  biens: [],
  clients: [],
  categories: [],
  bons: [],
  lignes: [],
  comptes: [],
  stades: [],
  remises: [],
  promoteur: null,
  steps: 0,
})

/** Returns the sum paid: a rejected cheque does not count. */
export const somme = (paiements: readonly Paiement[]) =>
  paiements.reduce((sum, { versement, etat }) => (etat === 'rejete' ? sum : sum + versement), 0)

/** Neither off sale nor held for somebody else. */
export const isFreeFor = ({ bloque, option }: Bien, client: number): boolean =>
  !bloque && (option === null || option.client === client)

/** Whether a bien cannot be deleted: it is sold, held, or a dossier is or was of it. */
export const isKept = (world: World, { id, client, option, anciens }: Bien): boolean =>
  client !== null ||
  option !== null ||
  anciens.length > 0 ||
  suites(world).some(({ quittes }) => quittes.includes(id))

/** Returns the amount still to be given back of a sale that ended by a désistement. */
export const aRembourser = ({ paiements, desistement }: Ancien): number =>
  desistement
    ? somme(paiements) -
      desistement.retenue -
      desistement.remboursements.reduce((sum, { montant }) => sum + montant, 0)
    : 0

/** Every sale there is a row of, with what it carries: open ones, and those that ended and left something. */
export const suites = ({ biens }: World): Suite[] =>
  biens.flatMap(({ client, suite, anciens }) => [
    ...(client === null ? [] : [suite]),
    ...anciens.map((ancien) => ancien.suite),
  ])

/** A cheque that is at the bank, or came back from it. */
export const isAtTheBank = ({ etat }: Paiement) => etat !== undefined && etat !== 'recu'

export const PATHS = {
  appartement: '/api/appartements',
  local: '/api/locaux',
  place_parking: '/api/places-parking',
}
export const FIELDS = { appartement: 'appartement_id', local: 'local_id', place_parking: 'place_parking_id' }

/** One step: what is asked, the status that the model expects, and what it then becomes. */
export interface Step {
  says: string
  ask(desk: Visitor): Promise<Answer>
  expects: number
  /** Runs when the answer is the expected success. */
  becomes?(answer: Answer): void
}

export interface Kit {
  world: World
  random: Random
  /** A number of this step alone. */
  serial: number
}
/** A step on the world as it is, which it leaves alone, or null when there is nothing to do it on. */
export type Command = (kit: Kit) => Step | null

export const da = (centimes: number) => centimes / 100

export const remove = (path: string, refused: boolean, says: string, gone: () => void): Step => ({
  says,
  ask: (desk) => desk.delete(path),
  expects: refused ? 409 : 200,
  becomes: gone,
})

/** Takes one out of a list of the world. */
export function forget(list: { id: number }[], id: number): void {
  const at = list.findIndex((one) => one.id === id)
  if (at >= 0) list.splice(at, 1)
}

export const add = (
  path: string,
  body: Record<string, unknown>,
  keep: (id: number) => void,
  refused = false,
  status = 422,
): Step => ({
  says: `POST ${path} ${JSON.stringify(body)}`,
  ask: (desk) => desk.post(path, body),
  expects: refused ? status : 201,
  becomes: (answer) => keep(idOf(answer)),
})

export const placesOf = (world: World, parking: number) =>
  world.biens.filter(({ kind, parent }) => kind === 'place_parking' && parent === parking)

/** The residence a bien stands in. */
export function residenceOf(world: World, { kind, parent }: Bien): number | undefined {
  const up = (list: { id: number; parent: number }[], id: number | undefined) =>
    list.find((one) => one.id === id)?.parent
  if (kind === 'place_parking') return up(world.parkings, parent)
  return up(world.blocs, kind === 'local' ? parent : up(world.etages, parent))
}

/** The day of an act: none precedes what was done before it. Sequences are shorter than the years since. */
export const jourDe = (serial: number): string => addJours('2020-01-01', serial)
