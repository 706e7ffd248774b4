import * as z from 'zod/mini'
import { peut, type Role } from '#shared/droits.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { held, raw, refuse, type Answer, type Call } from '#test/harness/screens/answers.ts'

const modules = Object.values(
  import.meta.glob<Record<string, unknown>>('/features/*/*.contract.ts', { eager: true }),
)
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

const CALLS: readonly Endpoint[] = modules
  .flatMap((module) => Object.values(module))
  .flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
  .filter(isEndpoint)

/** Every call that reads something, the one that says who is signed in aside. */
const READS: readonly Endpoint[] = CALLS.filter(
  ({ method, path }) => method === 'GET' && path !== '/api/user',
)

const wildcards = ({ path }: Endpoint) => path.split('{').length
/** Where an address is two calls', the one that names it in full is meant. */
const MOST_NAMED = CALLS.toSorted((a, b) => wildcards(a) - wildcards(b))

/** Returns the calls that the server refuses to a member of this rôle, once each. */
export const forbidden = (role: Role, calls: readonly Call[]): string[] => [
  ...new Set(
    calls.flatMap(({ method, path }) => {
      const meant = MOST_NAMED.find(
        (call) =>
          call.method === method && new RegExp(`^${call.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
      )
      return meant && peut(role, meant.access) ? [] : [`${method} ${path}`]
    }),
  ),
]

/** Nothing that a screen reads ever comes: for tests of what stands around the screens. */
export const silence = (): Answer[] => READS.map((call) => held(refuse(call, 503)))

/** Every reading fails. */
export const failure = (): Answer[] => READS.map((call) => refuse(call, 500))

/** Every reading is answered with something that its contract allows: one row in each list, the same text in every name; there are no files. */
export const anything = (): Answer[] =>
  READS.map((call) =>
    call.response
      ? raw(call, madeUp(z.toJSONSchema(call.response, { io: 'input', unrepresentable: 'any' })))
      : refuse(call, 404),
  )

type Schema = Exclude<z.core.JSONSchema._JSONSchema, boolean>

/** Acts as somebody who comes back to the tab: the page reads again the data it shows. */
export const readAgain = (): void => void window.dispatchEvent(new Event('visibilitychange'))

/** A value of a schema; a text is a day where its field is named after one. */
function madeUp(given: z.core.JSONSchema._JSONSchema, name = ''): unknown {
  const schema: Schema = typeof given === 'boolean' ? {} : given
  // Nothing is under way: a screen that asks every second how far it is would never be at rest on a slow machine.
  if (name === 'en_cours') return schema.type === 'boolean' ? false : null
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  const among = schema.anyOf ?? schema.oneOf
  if (among) return madeUp(among.find((one) => typeof one !== 'boolean' && one.type !== 'null') ?? true, name)
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, inside]) => [key, madeUp(inside, key)]),
    )
  if (schema.type === 'array') return Array.isArray(schema.items) ? [] : [madeUp(schema.items ?? true, name)]
  if (schema.type === 'number' || schema.type === 'integer') return 1
  if (schema.type === 'boolean') return true
  if (name === 'mois') return '2026-01'
  if (schema.type === 'string')
    return /(^|_)(le|au|du|jour|date|depuis)(_|$)|Le$/.test(name) ? '2026-01-05' : 'Nom'
  return null
}
