import * as z from 'zod/mini'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sections } from '#features/parametres/parametres.sections.ts'
import { reference } from '#shared/champs/codecs.ts'
import { liste, listes, references, textes } from '#shared/listes.ts'
import { features } from '#server/registry.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { everyRow } from '#test/harness/tables.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

/** Schemas that hold others where this test does not look. */
const UNREAD = new Set(['tuple', 'set', 'map', 'lazy'])

/** Paths of the lists that are read before their length is looked at. */
function unbound(schema: unknown, path: string): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const within = (part: unknown, name: string) => unbound(part, path + name)
  if (def.type === 'object')
    return Object.entries(def.shape).flatMap(([name, part]) => within(part, `.${name}`))
  if (def.type === 'array') return [path]
  if (def.type === 'pipe') {
    const held = listes.get(def.in)
    return held ? within(held.element, '[]') : [...within(def.in, ''), ...within(def.out, '')]
  }
  if (def.type === 'union') return def.options.flatMap((part) => within(part, ''))
  if (def.type === 'intersection') return [...within(def.left, ''), ...within(def.right, '')]
  if (def.type === 'record') return within(def.valueType, '.*')
  if (UNREAD.has(def.type)) return [`${path}: ${def.type} is not known to this test`]
  return 'innerType' in def ? within(def.innerType, '') : []
}

// spec: RF-83
it('looks at the length first in every list that a call takes', () => {
  const calls = Object.values(features).flatMap((feature) =>
    Object.values(feature.calls).flatMap(Object.values),
  )
  expect(calls.length).toBeGreaterThan(200)
  const asked = calls.flatMap(({ method, path, body, query, params }) =>
    [body, query, params].flatMap((schema) => (schema ? unbound(schema, `${method} ${path} `) : [])),
  )
  const settings = Object.entries(sections).flatMap(([name, { schema }]) => unbound(schema, name))
  expect([...asked, ...settings]).toEqual([])
  expect(unbound(z.object({ ids: z.optional(z.array(z.number())) }), 'x')).toEqual(['x.ids'])
})

/** A list that notes which of its entries are read. */
function watched(length: number, entry: unknown) {
  const read: number[] = []
  const entries = new Proxy(
    Array.from({ length }, () => entry),
    {
      get(target, key, receiver) {
        if (typeof key === 'string' && /^\d+$/.test(key)) read.push(Number(key))
        return Reflect.get(target, key, receiver) as unknown
      },
    },
  )
  return { entries, read }
}

const BORNES = { max: 100, trop: 'Cent au plus.', vide: 'Un au moins.', requis: 'Une liste.' }
const LISTS = {
  records: liste(z.object({ id: reference('Inconnu.') }), BORNES),
  ids: references('Inconnu.', BORNES),
  texts: textes({ max: 10, nombre: 100, trop: BORNES.trop }),
}

// spec: RF-83
it.each(Object.entries(LISTS))(
  'refuses a list of %s that is too long without reading an entry',
  (_name, schema) => {
    const { entries, read } = watched(340_000, 1)
    expect(z.safeParse(schema, entries).error?.issues).toMatchObject([{ message: BORNES.trop, path: [] }])
    expect(read).toEqual([])
  },
)

// spec: RF-83
it('reads ids and texts until the first that is none, and says so once', () => {
  for (const [schema, refusal] of [
    [LISTS.ids, 'Inconnu.'],
    [LISTS.texts, 'Ce texte dépasse 10 caractères.'],
  ] as const) {
    const { entries, read } = watched(100, 'x'.repeat(11))
    expect(z.safeParse(schema, entries).error?.issues).toMatchObject([{ message: refusal, path: [] }])
    expect(Math.max(...read)).toBe(0)
  }
  expect(z.parse(LISTS.ids, ['2', 1, 2])).toEqual([2, 1])
  expect(z.safeParse(LISTS.ids, []).error?.issues[0]?.message).toBe('Un au moins.')
  expect(z.safeParse(LISTS.ids, 'x').error?.issues[0]?.message).toBe('Une liste.')
})

// spec: RF-83
it.each([
  ['POST', '/api/remises', 'ids', (id: unknown) => id, 'Sélectionnez 100 chèques au plus.'],
  ['POST', '/api/bons', 'lignes', (id: unknown) => ({ id }), 'Un bon se crée avec 1000 lignes au plus.'],
  [
    'PUT',
    '/api/ventes/1/co-acquereurs',
    'acquereurs',
    (id: unknown) => ({ id }),
    '10 co-acquéreurs au plus.',
  ],
] as const)(
  '%s %s with tens of thousands of entries is refused in a sentence',
  async (method, path, field, of, sentence) => {
    const before = await everyRow(t.db)
    const entries = Array.from({ length: 80_000 }, () => of(1))
    const { statusCode, json } = await karim[method === 'POST' ? 'post' : 'put'](path, { [field]: entries })
    expect(statusCode).toBe(422)
    expect((json as { errors: Record<string, string[]> }).errors[field]).toEqual([sentence])
    expect(await everyRow(t.db)).toEqual(before)
  },
)

// spec: RF-87
it('refuses a body of twenty thousand levels, with a key or without', async () => {
  const deep = (levels: number) =>
    JSON.stringify({ nomComplet: 'A', tel: '0550', email: '' }).replace(
      '"A"',
      `${'['.repeat(levels)}${']'.repeat(levels)}`,
    )
  const send = (levels: number, headers: Record<string, string>) =>
    karim.send({
      method: 'POST',
      url: '/backend/public/api/clients',
      headers: { 'content-type': 'application/json', 'x-xsrf-token': karim.cookies.token, ...headers },
      payload: deep(levels),
    })
  const before = await everyRow(t.db)
  for (const headers of [{}, { 'idempotency-key': 'profond' }] as Record<string, string>[]) {
    const refused = await send(20_000, headers)
    expect([refused.statusCode, refused.json]).toEqual([400, { message: expect.stringMatching(/./) }])
    expect((await send(20, headers)).statusCode).toBe(422)
  }
  expect(await everyRow(t.db)).toEqual(before)
})

// spec: RF-87
it('a text with a control character is refused wherever anybody may send one, and nothing is counted', async () => {
  const NUL = 'a\u0000@b.dz'
  const login = await t.visitor().post('/login', { email: NUL, password: 'Motdepasse1!' })
  expect([login.statusCode, login.json]).toMatchObject([
    422,
    { errors: { email: ['Ce texte contient des caractères interdits.'] } },
  ])
  const body = { name: NUL, email: NUL, password: `Motdepasse1!\u0000`, password_confirmation: 'x' }
  expect((await t.visitor().post('/register', body)).statusCode).toBe(422)
  expect((await t.visitor().post('/login', { email: 'a@b.dz', password: NUL })).statusCode).toBe(422)
  expect((await t.visitor().post('/api/suivi/ouvrir', { jeton: NUL, chiffres: '1234' })).statusCode).toBe(404)
  expect((await t.visitor().post('/api/suivi/ouvrir', { jeton: NUL, chiffres: NUL })).statusCode).toBe(422)
  expect((await t.visitor().get(`/api/verifier?code=${encodeURIComponent(NUL)}`)).statusCode).toBeLessThan(
    500,
  )
  expect((await t.visitor().get(`/api/suivi/recus/${encodeURIComponent(NUL)}`)).statusCode).toBe(403)
  const cookie = 'diyar_session=%00; diyar_suivi=%00; diyar_appareil_1=%00; XSRF-TOKEN=x'
  const sent = { cookie, 'x-xsrf-token': 'x', 'user-agent': '\u0080\u009f' }
  for (const path of ['/api/user', '/api/suivi'])
    expect((await t.visitor().get(path, sent)).statusCode).toBeLessThan(500)
  const { rows } = await t.pool.query(
    "select cle from tentatives where cle like '%b.dz%' and cle not like '%:a@b.dz%'",
  )
  expect(rows).toEqual([])
})

// spec: RF-87
it('members get 422, 404 or an empty list for it, in body, address and query', async () => {
  const NUL = 'a\u0000b'
  const refused = [
    await karim.post('/api/clients', { nomComplet: NUL, tel: NUL, email: NUL, adresse: NUL }),
    await karim.put('/api/profile', { name: NUL, email: NUL, password: NUL, password_confirmation: NUL }),
    await karim.put('/api/parametres/ventes', { valeur: { relance_texte: NUL }, version: 0 }),
    await karim.post('/api/residences', { nom: NUL, adresse: NUL }),
  ]
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([422, 422, 422, 422])
  const lists = ['clients', 'recherche', 'paiements', 'journal', 'recus', 'ventes', 'echeances', 'members']
  for (const list of lists)
    for (const name of ['search', 'q', 'residence', 'bien_type', 'membre', 'du', 'tri'])
      expect([
        list,
        name,
        (await karim.get(`/api/${list}?${name}=${encodeURIComponent(NUL)}`)).statusCode,
      ]).not.toEqual([list, name, 500])
  expect((await karim.put('/api/parametres/%00', { valeur: {}, version: 0 })).statusCode).toBe(404)
  expect((await karim.get('/api/clients/%00')).statusCode).toBe(404)
})
