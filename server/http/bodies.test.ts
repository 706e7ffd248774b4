import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BASE } from '#shared/endpoint.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

const client = (nomComplet: string) =>
  JSON.stringify({ nomComplet, tel: '0555 00 00 00', email: 'amel@exemple.dz', adresse: 'Oran' })
const send = (headers: Record<string, string>, payload: string | Buffer, path = '/api/clients') =>
  karim.send({
    method: 'POST',
    url: BASE + path,
    headers: { 'x-xsrf-token': karim.cookies.token, ...headers },
    payload,
  })
const names = async () =>
  (await t.db.selectFrom('clients').select('nom_complet').execute()).map((row) => row.nom_complet)

const JSON_TYPE = 'application/json'
const BORD = 'x-bord'
const form = `--${BORD}\r\nContent-Disposition: form-data; name="nom"\r\n\r\nLes Pins\r\n--${BORD}--\r\n`
const refused: [string, Record<string, string>, string | Buffer, string?][] = [
  ['packed', { 'content-type': JSON_TYPE, 'content-encoding': 'gzip' }, gzipSync(client('A'))],
  ['said to be packed', { 'content-type': JSON_TYPE, 'content-encoding': 'br' }, client('A')],
  ['packed twice', { 'content-type': JSON_TYPE, 'content-encoding': 'identity, gzip' }, client('A')],
  [
    'a packed form',
    { 'content-type': `multipart/form-data; boundary=${BORD}`, 'content-encoding': 'gzip' },
    form,
    '/api/residences',
  ],
  ['in UTF-16', { 'content-type': `${JSON_TYPE}; charset=utf-16` }, Buffer.from(client('A'), 'utf16le')],
  [
    'said to be in Latin 1',
    { 'content-type': `${JSON_TYPE};charset="iso-8859-1"` },
    Buffer.from(client('Aïcha'), 'latin1'),
  ],
]
it.each(refused)('a body %s is refused: 415, nothing is written', async (_what, headers, payload, path) => {
  const { statusCode, json } = await send(headers, payload, path)
  expect([statusCode, json]).toEqual([415, { message: "Ce type de contenu n'est pas accepté." }])
  expect(await names()).toEqual([])
  expect(await t.db.selectFrom('residences').select('id').execute()).toEqual([])
})

it('a body in UTF-8 is taken, however that is said', async () => {
  const said = [
    JSON_TYPE,
    `${JSON_TYPE}; charset=utf-8`,
    `${JSON_TYPE};charset="UTF-8"`,
    `${JSON_TYPE}; charset=utf8`,
  ]
  for (const type of said)
    expect([type, (await send({ 'content-type': type }, client('Aïcha'))).statusCode]).toEqual([type, 201])
  const plain = { 'content-type': JSON_TYPE, 'content-encoding': 'identity' }
  expect((await send(plain, client('Aïcha'))).statusCode).toBe(201)
  expect(await names()).toEqual(['Aïcha', 'Aïcha', 'Aïcha', 'Aïcha', 'Aïcha'])
})
