import * as z from 'zod/mini'
import { expect, it } from 'vitest'
import { compileAnswer } from '#server/http/answers.ts'
import { decimal } from '#shared/champs/codecs.ts'

const client = z.object({ id: z.number(), nom: z.string(), prix: decimal })

it.each<[string, z.ZodMiniType, unknown]>([
  [
    'an object without what its schema does not name',
    client,
    { id: 1, nom: 'é', prix: 150, mot_de_passe: 'x' },
  ],
  [
    'what is null, absent or undefined',
    z.object({ a: z.nullable(client), b: z.optional(client), c: z.optional(decimal) }),
    { a: null, c: undefined },
  ],
  [
    'the same schema twice',
    z.object({ a: client, b: z.array(client) }),
    { a: { id: 1, nom: '"', prix: 1 }, b: [{ id: 2, nom: '', prix: 0, x: 1 }] },
  ],
  [
    'a whole list or a page of it',
    z.union([z.array(client), z.object({ data: z.array(client) })]),
    { data: [{ id: 1, nom: 'a', prix: 199, x: 1 }], autre: 1 },
  ],
  [
    'keys that are no names',
    z.object({ 'a"b': z.string(), 'c\\d': decimal }),
    { 'a"b': 'x', 'c\\d': 5, a: 1 },
  ],
  [
    'what it leaves to the schema',
    z.record(z.string(), client),
    { Studio: { id: 1, nom: 'a', prix: 5, x: 1 } },
  ],
  ['a check that changes the value', z.object({ nom: z.string().check(z.trim()) }), { nom: 'a' }],
])('writes %s as the schema does', (_what, schema, inside) => {
  expect(JSON.stringify(compileAnswer(schema)(inside))).toBe(JSON.stringify(z.encode(schema, inside)))
})
