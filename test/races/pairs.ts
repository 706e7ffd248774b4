import { sql } from 'kysely'
import { communesErreurs, refusal } from '#shared/erreurs.ts'
import type { Db } from '#server/database/db.ts'
import type { Answer, Visitor } from '#test/harness/app.ts'
import type { Arena } from '#test/races/arena.ts'
import { buildClient, pay, sell } from '#test/harness/builders.ts'
import { formulaire, newBien, paiementDe, paths, rendre, vendre } from '#test/races/races.ts'
import type { TypeBien } from '#shared/biens.ts'

/** How the bien stands before two members act on it. */
export const STARTS = ['libre', 'vendu', 'payé'] as const
type Start = (typeof STARTS)[number]

interface Scene {
  kind: TypeBien
  bien: number
  /** The client of the bien, or the one it may be sold to; and another. */
  client: number
  autre: number
  paiement: number
}

type Act = (scene: Scene, desk: Visitor, arena: Arena) => Promise<Answer>

/** All that can happen to a bien, its sale and its payment. */
const acts: Record<string, Act> = {
  payer: ({ kind, bien, client }, desk) => desk.post('/api/paiements', paiementDe(kind, bien, client, 60)),
  'modifier le paiement': ({ kind, bien, client, paiement }, desk) =>
    desk.put(`/api/paiements/${paiement}`, paiementDe(kind, bien, client, 70)),
  'supprimer le paiement': ({ paiement }, desk) => desk.delete(`/api/paiements/${paiement}`),
  vendre: ({ kind, bien, client }, desk) => {
    const { method, path } = vendre(kind, bien)
    return desk[method](path, { client_id: client })
  },
  'retirer le client': ({ kind, bien }, desk) => {
    const { method, path } = rendre(kind, bien)
    return desk[method](path)
  },
  'supprimer le bien': ({ kind, bien }, desk) => desk.delete(paths[kind](bien)),
  'supprimer le client': ({ client }, desk) => desk.delete(`/api/clients/${client}`),
  'changer de client': ({ kind, bien, autre }, desk, arena) =>
    kind === 'place_parking'
      ? desk.post(`${paths[kind](bien)}/attribuer`, { client_id: autre })
      : desk.put(paths[kind](bien), { ...formulaire(arena, kind, 100), client_id: autre }),
  'changer le prix': ({ kind, bien }, desk, arena) =>
    desk.put(paths[kind](bien), formulaire(arena, kind, 55)),
}

const names = Object.keys(acts)
/** Every two of them, one with itself too. */
export const pairs = names.flatMap((one, at) => names.slice(at).map((other) => [one, other] as const))

const act = (name: string): Act => {
  const found = acts[name]
  if (!found) throw new Error(`no such act: ${name}`)
  return found
}

/** The vocabulary of a round: the answers, and what is then in the database, in words that do not depend on ids. */
interface Outcome {
  one: string
  other: string
  state: string
}

/** Rounds of one pair, compared with what the two acts do one after the other, in either order, on a bien that stands the same. */
export class PairRace {
  readonly #arena: Arena
  readonly #db: Db
  readonly #serial = new Map<string, Promise<Set<string>>>()

  constructor(arena: Arena) {
    this.#arena = arena
    this.#db = arena.t.db
  }

  /** @returns what did not hold, or null */
  async round(one: string, other: string, start: Start, kind: TypeBien): Promise<string | null> {
    const scene = await this.#build(start, kind)
    const [first, second] = await this.#arena.race([
      (desk) => act(one)(scene, desk, this.#arena),
      (desk) => act(other)(scene, desk, this.#arena),
    ])
    if (!first || !second) return 'no answer'
    const told = describe({ one: word(first), other: word(second), state: await this.#stateOf(scene) })
    if (first.statusCode >= 500 || second.statusCode >= 500) return `5xx: ${told}`
    const known = await this.#serially(one, other, start, kind)
    return known.has(told) ? null : `${told}\n    is neither of\n    ${[...known].join('\n    ')}`
  }

  /** Returns the outcomes of either order; and, where one of the two acts may answer "changed meanwhile", those of the other act alone. */
  #serially(one: string, other: string, start: Start, kind: TypeBien): Promise<Set<string>> {
    const key = [one, other, start, kind].join()
    const known = this.#serial.get(key) ?? this.#both(one, other, start, kind)
    this.#serial.set(key, known)
    return known
  }

  async #both(one: string, other: string, start: Start, kind: TypeBien): Promise<Set<string>> {
    const found = new Set<string>()
    const play = async (order: 'one' | 'other', alone: boolean) => {
      const scene = await this.#build(start, kind)
      const outcome: Outcome = { one: CHANGED, other: CHANGED, state: '' }
      const desk = this.#arena.desk(0)
      if (order === 'one') outcome.one = word(await act(one)(scene, desk, this.#arena))
      if (order === 'other' || !alone) outcome.other = word(await act(other)(scene, desk, this.#arena))
      if (order === 'other' && !alone) outcome.one = word(await act(one)(scene, desk, this.#arena))
      found.add(describe({ ...outcome, state: await this.#stateOf(scene) }))
    }
    for (const order of ['one', 'other'] as const) for (const alone of [false, true]) await play(order, alone)
    return found
  }

  async #build(start: Start, kind: TypeBien): Promise<Scene> {
    const db = this.#db
    const bien = await newBien(this.#arena, kind)
    const [{ id: client }, { id: autre }] = [await buildClient(db), await buildClient(db)]
    const vente = start === 'libre' ? 0 : await sell(db, bien, client)
    const paiement = start === 'payé' ? await pay(db, vente, 3_000) : 0
    return { kind, bien, client, autre, paiement }
  }

  async #stateOf({ bien, client, autre }: Scene): Promise<string> {
    const { rows } = await sql<{ state: string }>`
      select concat_ws(' ',
        coalesce((select 'prix ' || prix from biens where id = ${bien}), 'sans bien'),
        (select count(*) from clients where id in (${client}, ${autre})) || ' clients',
        (select string_agg(concat_ws(' ', case v.client_id when ${client} then 'client' else 'autre' end, v.prix, v.total_paye,
            case when v.terminee_le is null then 'ouverte' else 'terminée' end,
            (select string_agg(p.versement::text, '+' order by p.versement) from paiements p where p.vente_id = v.id)), ' / '
            order by v.terminee_le is null, v.client_id)
          from ventes v where v.bien_id = ${bien})) as state`.execute(this.#db)
    return rows[0]?.state ?? ''
  }
}

/** Word for the answer of a call whose record moved between its reading and its lock. */
const CHANGED = '409 changed meanwhile'

function word({ statusCode, json }: Answer): string {
  const message = typeof json === 'object' && json !== null && 'message' in json ? String(json.message) : ''
  if (statusCode === 409 && message === CONFLIT) return CHANGED
  return statusCode < 300 ? String(statusCode) : `${statusCode} ${message}`
}

const CONFLIT = refusal(communesErreurs.conflit).message

const describe = ({ one, other, state }: Outcome) => `${one} | ${other} | ${state}`
