import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BASE } from '#shared/endpoint.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildEtage, buildResidence, idOf } from '#test/harness/builders.ts'
import { fingerprints } from '#test/harness/tables.ts'
import { hostileUploads, multipartType, type Upload } from '#test/fuzz/hostile-uploads.ts'
import { binOf, filesOf } from '#test/harness/stored-files.ts'

let t: TestApp
let karim: Visitor
let etage_id: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  etage_id = (await buildEtage(t.db)).id
})
afterAll(() => t.close())

const files = () => filesOf(t)
const traces = async () => ({ tables: await fingerprints(t.db), files: await files(), bin: await binOf(t) })

const send = (path: string, { body, type = multipartType }: { body: Buffer | Readable; type?: string }) =>
  karim.send({
    method: 'POST',
    url: BASE + path,
    headers: { 'content-type': type, 'x-xsrf-token': karim.cookies.token },
    payload: body,
  })

interface Route {
  name: string
  noun: string
  fields: Record<string, string>
  /** The address to send to, of a record made for it when one is edited. */
  path: () => Promise<string>
}

let serial = 0
const residence = { nom: 'Les Pins', adresse: 'Alger' }
const lot = { typeLogement: 'F3', surfaceHabitable: '80.5', surfaceUtile: '12', montant: '1000000' }
const routes: Route[] = [
  { name: 'POST residences', noun: 'residences', fields: residence, path: async () => '/api/residences' },
  {
    name: 'PUT residences',
    noun: 'residences',
    fields: residence,
    path: async () => `/api/residences/${(await buildResidence(t.db)).id}?_method=PUT`,
  },
  { name: 'POST appartements', noun: 'appartements', fields: lot, path: async () => '/api/appartements' },
  {
    name: 'PUT appartements',
    noun: 'appartements',
    fields: lot,
    path: async () => `/api/appartements/${await buildAppartement(t.db)}?_method=PUT`,
  },
]

// spec: RES-39, ERR-46, RF-32
describe.each(routes)('$name', ({ noun, fields, path }) => {
  const uploads = hostileUploads({
    ...fields,
    ...(noun === 'appartements' && { etage_id: 'ICI', numLot: 'ICI' }),
  })
  /** Gives an upload the id of the étage, known only once there is one, and a name of its own. */
  const complete = (upload: Upload): Upload => {
    const n = ++serial
    const body = upload.body
      .toString('latin1')
      .replace('name="etage_id"\r\n\r\nICI', `name="etage_id"\r\n\r\n${etage_id}`)
      .replace('name="numLot"\r\n\r\nICI', `name="numLot"\r\n\r\nU${n}`)
      .replace('name="nom"\r\n\r\nLes Pins', `name="nom"\r\n\r\nLes Pins ${n}`)
    return { ...upload, body: Buffer.from(body, 'latin1') }
  }
  const refused = uploads.filter(({ expected }) => typeof expected === 'number')
  const accepted = uploads.filter(({ expected }) => typeof expected !== 'number')

  it(`refuses ${refused.length} uploads and keeps nothing of them, on disk or in a table`, async () => {
    const address = await path()
    const before = await traces()
    const outcomes: unknown[] = []
    for (const upload of refused) {
      const { statusCode, json } = await send(address, complete(upload))
      outcomes.push([upload.what, statusCode, json])
    }
    const said = { message: expect.any(String) }
    expect(outcomes).toEqual(
      refused.map(({ what, expected }) => [what, expected, expect.objectContaining(said)]),
    )
    expect(await traces()).toEqual(before)
  })

  it(`keeps ${accepted.length} others byte for byte, under a name of its own, served as a PDF`, async () => {
    for (const upload of accepted) {
      const before = await files()
      const answer = await send(await path(), complete(upload))
      expect([upload.what, answer.statusCode < 300]).toEqual([upload.what, true])
      const plan = await karim.get(`/api/${noun}/${idOf(answer)}/plan`)
      const kept = upload.expected === 'kept'
      expect([upload.what, plan.statusCode]).toEqual([upload.what, kept ? 200 : 404])
      const added = (await files()).filter((file) => !before.includes(file))
      expect(added).toHaveLength(kept ? 1 : 0)
      const named = added.every((file) => /\/plans\/[0-9a-f]{2}\/[0-9a-f-]{36}\.pdf$/.test(file))
      const whole = !kept || plan.rawPayload.equals(upload.content)
      const type = kept ? 'application/pdf' : 'application/json; charset=utf-8'
      expect([upload.what, named, whole, plan.headers['content-type']]).toEqual([
        upload.what,
        true,
        true,
        type,
      ])
      expect(plan.headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
      expect((await karim.delete(`/api/${noun}/${idOf(answer)}`)).statusCode).toBe(200)
      expect(await files()).toEqual(before)
      expect(await binOf(t)).toEqual(
        expect.arrayContaining(added.map((file) => file.replace('/plans/', '/corbeille/'))),
      )
    }
  })
})

it('a form that stops while its file is being received is refused at once, and keeps nothing', async () => {
  const before = await traces()
  const head = `--x-diyar-bord\r\nContent-Disposition: form-data; name="plan_pdf"; filename="p.pdf"\r\n\r\n%PDF-1.7\n`
  const receiving = async () => {
    // The first bytes have come once there is a draft.
    while ((await files()).length === before.files.length) await Promise.resolve()
  }
  const body = Readable.from(
    (async function* () {
      yield Buffer.from(head)
      await receiving()
      yield Buffer.from('la suite')
    })(),
  )
  const { statusCode, json } = await send('/api/residences', { body })
  expect([statusCode, json]).toEqual([400, { message: 'La demande est illisible.' }])
  expect(await traces()).toEqual(before)
})

// spec: RE-53
describe('a form that is not whole', () => {
  const BORD = 'x-diyar-bord'
  const champ = (name: string, value: string, more = '') =>
    `--${BORD}\r\nContent-Disposition: form-data; name="${name}"\r\n${more}\r\n${value}`
  const illisible = [400, { message: 'La demande est illisible.' }]
  const nomEtAdresse = `${champ('nom', 'Les Pins')}\r\n${champ('adresse', 'Oran')}`
  const fin = `\r\n--${BORD}--\r\n`

  it.each([
    ['in a field', `${nomEtAdresse}\r\n${champ('description', 'Face à la m')}`],
    ['before its closing boundary', `${nomEtAdresse}\r\n${champ('description', 'Face à la mer')}\r\n`],
    ['in its closing boundary', `${nomEtAdresse}\r\n--${BORD}-`],
    ['behind a boundary', `${nomEtAdresse}\r\n--${BORD}\r\n`],
    ['in the head of a part', `${nomEtAdresse}\r\n--${BORD}\r\nContent-Disposition: form-da`],
    ['before its first part', ''],
    ['with a closing boundary inside a line only', `${nomEtAdresse} --${BORD}--\r\n`],
  ])('cut %s: 400, nothing is saved', async (_what, body) => {
    const before = await traces()
    const id = (await buildResidence(t.db)).id
    const prepared = await traces()
    for (const path of ['/api/residences', `/api/residences/${id}?_method=PUT`]) {
      const { statusCode, json } = await send(path, { body: Buffer.from(body) })
      expect([path, statusCode, json]).toEqual([path, ...illisible])
    }
    expect(await traces()).toEqual(prepared)
    expect(prepared.files).toEqual(before.files)
  })

  const JSON_PART = 'Content-Type: application/json\r\n'
  it.each([
    ['cut', '{"a":'],
    ['a word', 'Oran'],
    ['empty', ''],
    ['one that would change every object', '{"__proto__": {"admin": true}}'],
    ['one that is too long', `"${'x'.repeat(70_000)}"`],
  ])('a part said to be JSON, %s: 400, nothing is saved', async (_what, value) => {
    const before = await traces()
    const body = Buffer.from(`${champ('nom', 'Les Pins')}\r\n${champ('adresse', value, JSON_PART)}${fin}`)
    const { statusCode, json } = await send('/api/residences', { body })
    expect([statusCode, json]).toEqual(illisible)
    expect(await traces()).toEqual(before)
  })

  it('one that is whole is saved, however its boundaries come and whatever follows them', async () => {
    const whole = Buffer.from(`avant\r\n${nomEtAdresse}${fin}après`)
    const bytes = Readable.from(
      (function* () {
        for (const byte of whole) yield Buffer.from([byte])
      })(),
    )
    const slowly = await send('/api/residences', { body: bytes })
    expect([slowly.statusCode, slowly.json]).toMatchObject([201, {}])
    const part = Buffer.from(
      `${champ('nom', '"Les Cèdres"', JSON_PART)}\r\n${champ('adresse', 'Oran')}${fin}`,
    )
    expect((await send('/api/residences', { body: part })).statusCode).toBe(201)
  })
})
