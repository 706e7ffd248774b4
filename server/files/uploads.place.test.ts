import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { text } from 'node:stream/consumers'
import type { Socket } from 'node:net'
import { BASE } from '#shared/endpoint.ts'
import type { Visitor } from '#test/harness/app.ts'
import { closeAll, sent, wire } from '#test/harness/leavers.ts'
import { startListening, type Listening } from '#test/harness/listening.ts'
import { filesOf } from '#test/harness/stored-files.ts'

const MO = 1024 ** 2
/** A disk of 1 Go keeps 50 Mo for the database, a twentieth; so much is free besides. */
const room = vi.hoisted(() => ({ besides: 0 }))
vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof import('node:fs/promises')>()),
  statfs: async () => ({ bsize: 1, blocks: 1000 * 1024 ** 2, bavail: 50 * 1024 ** 2 + room.besides }),
}))
/** The wait of the fifth, in place of half a minute. */
vi.mock('#server/limits.ts', async (original) => {
  const real = await original<typeof import('#server/limits.ts')>()
  const uploads = { ...real.SLOW_WORKS.uploads, patience: 1_000 }
  return { ...real, SLOW_WORKS: { ...real.SLOW_WORKS, uploads } }
})

let server: Listening
beforeAll(async () => {
  server = await startListening()
})
afterAll(() => server.close())
afterEach(async () => {
  closeAll()
  await vi.waitUntil(async () => (await drafts()).length === 0, 20_000)
})

const AWAY = { message: 'Service momentanément indisponible. Réessayez dans un instant.' }
const drafts = async () => (await filesOf(server.t)).filter((path) => path.includes('/brouillons/'))
const BORD = 'x-diyar-bord'

/** A form with a plan of `size` bytes, without its last byte, and that byte. */
function form(nom: string, size: number): { begun: string; last: string; length: number } {
  const part = (name: string, value: string) =>
    `--${BORD}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const whole = [
    part('nom', nom),
    part('adresse', 'Oran'),
    part('plan_pdf"; filename="plan.pdf', `%PDF-1.7\n${'a'.repeat(size)}\n%%EOF\n`),
    `--${BORD}--\r\n`,
  ].join('')
  return { begun: whole.slice(0, -1), last: whole.slice(-1), length: whole.length }
}

/** Sends a plan but for its last byte. @returns its connection, and the byte */
async function allButAByte(
  as: Visitor,
  nom: string,
  size = 1_000,
): Promise<{ socket: Socket; last: string }> {
  const { begun, last, length } = form(nom, size)
  const headers = {
    'content-type': `multipart/form-data; boundary=${BORD}`,
    'content-length': String(length),
    connection: 'close',
  }
  return {
    socket: await sent(server.port, wire('POST', `${BASE}/api/residences`, { as, headers, body: begun })),
    last,
  }
}

async function answered(socket: Socket) {
  const [head = '', body = ''] = (await text(socket.setEncoding('utf8'))).split('\r\n\r\n')
  return [Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), JSON.parse(body) as unknown]
}
/** The answer to a form that is sent whole. */
async function wholeForm(as: Visitor, nom: string, size: number) {
  const content = Buffer.from(`%PDF-1.7\n${'a'.repeat(size)}\n%%EOF\n`)
  const file = { part: 'plan_pdf', name: 'plan.pdf', content }
  const { statusCode, json } = await as.form('/api/residences', { nom, adresse: 'Oran' }, file)
  return [statusCode, json]
}
const isKept = async (nom: string) =>
  (await server.db.selectFrom('residences').where('nom', '=', nom).select('id').execute()).length

// spec: RF-86
it('uploads that are all but done leave the database its room: who would take it is refused, other changes are not, and the others end well', async () => {
  room.besides = 25 * MO
  const nadia = await server.t.member('nadia.place@diyar.dz')
  const two = []
  for (const [n, as] of [server.member, nadia].entries()) {
    two.push(await allButAByte(as, `Presque ${n}`, 9 * MO))
    // The upload has come but for its end.
    await vi.waitFor(async () => expect(await drafts()).toHaveLength(n + 1), 20_000)
  }
  // The bytes that they have sent are written, and free no more.
  room.besides = 7 * MO
  expect(await wholeForm(nadia, 'De trop', 9 * MO)).toEqual([503, AWAY])
  expect(await isKept('De trop')).toBe(0)
  const client = {
    nomComplet: 'Amina Haddad',
    tel: '0550 12 34 56',
    email: 'amina@exemple.dz',
    adresse: 'Oran',
  }
  expect((await server.member.post('/api/clients', client)).statusCode).toBe(201)
  room.besides = 25 * MO
  for (const { socket: one, last } of two) {
    one.write(last)
    expect((await answered(one))[0]).toBe(201)
  }
})

// spec: RF-86
it('uploads that have only been announced count with what they say', async () => {
  room.besides = 25 * MO
  const nadia = await server.t.member('nadia.annonce@diyar.dz')
  const announce = (as: Visitor) =>
    sent(
      server.port,
      wire('POST', `${BASE}/api/residences`, {
        as,
        headers: {
          'content-type': `multipart/form-data; boundary=${BORD}`,
          'content-length': String(9 * MO),
        },
        body: form('Annoncé', 10_000).begun.slice(0, -100),
      }),
    )
  for (const [n, as] of [server.member, nadia].entries()) {
    await announce(as)
    await vi.waitFor(async () => expect(await drafts()).toHaveLength(n + 1), 20_000)
  }
  expect(await wholeForm(nadia, 'Annoncé trop', 8 * MO)).toEqual([503, AWAY])
  expect(await isKept('Annoncé trop')).toBe(0)
  // A small one still fits, and once they have left a large one does.
  const small = await allButAByte(nadia, 'Petit', 1_000)
  small.socket.write(small.last)
  expect((await answered(small.socket))[0]).toBe(201)
  closeAll()
  await vi.waitFor(async () => expect(await drafts()).toEqual([]), 20_000)
  const large = await allButAByte(nadia, 'Grand', 8 * MO)
  large.socket.write(large.last)
  expect((await answered(large.socket))[0]).toBe(201)
})

// spec: RF-86
it('a fifth upload of one member waits, then gets 503; those of another member pass, and its turn comes once one has ended', async () => {
  room.besides = 500 * MO
  const four = []
  for (let n = 0; n < 4; n++) {
    four.push(await allButAByte(server.member, `Quatre ${n}`))
    await vi.waitFor(async () => expect(await drafts()).toHaveLength(n + 1), 20_000)
  }
  const fifth = await allButAByte(server.member, 'Cinquième')
  const nadia = await server.t.member('nadia.quatre@diyar.dz')
  const hers = await allButAByte(nadia, 'La sienne')
  hers.socket.write(hers.last)
  expect((await answered(hers.socket))[0]).toBe(201)
  expect(await answered(fifth.socket)).toEqual([503, AWAY])
  expect([await isKept('Cinquième'), (await drafts()).length]).toEqual([0, 4])
  const [first, ...rest] = four
  const next = await allButAByte(server.member, 'Sixième')
  for (const one of [first, next, ...rest]) {
    one?.socket.write(one.last)
    expect(one && (await answered(one.socket))[0]).toBe(201)
  }
})
