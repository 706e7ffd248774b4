import { once } from 'node:events'
import type { Socket } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { BASE } from '#shared/endpoint.ts'
import { closeAll, sent, wire } from '#test/harness/leavers.ts'
import { startListening, type Listening } from '#test/harness/listening.ts'
import { Visitor } from '#test/harness/app.ts'
import { fingerprints } from '#test/harness/tables.ts'

const BORD = 'x-diyar-bord'
const part = (name: string, more: string, value: string) =>
  `--${BORD}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`

/** Requests of a member, and the part of each that has come when his session ends. */
const CHANGES = {
  'a change': {
    path: '/api/clients',
    type: 'application/json',
    body: JSON.stringify({
      nomComplet: 'Amel Saïdi',
      tel: '0555 00 00 00',
      email: 'a@b.dz',
      adresse: 'Oran',
    }),
  },
  'a plan': {
    path: '/api/residences',
    type: `multipart/form-data; boundary=${BORD}`,
    body: `${part('nom', '', 'Les Tardifs')}${part('adresse', '', 'Oran')}${part('plan_pdf', '; filename="plan.pdf"', '%PDF-1.4\n%%EOF\n')}--${BORD}--\r\n`,
  },
}

let server: Listening
beforeAll(async () => {
  server = await startListening()
})
afterAll(() => server.close())
afterEach(async () => {
  closeAll()
  await server.nothingIsLeft()
})

/** All that is answered on a connection that the server closes. */
async function heard(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
  if (!socket.closed) await once(socket, 'close')
  return text
}

let serial = 0
/** Sends the headers and the first bytes of a change, lets something happen once the session is read, then sends the rest. */
async function answerWhen(
  { path, type, body: template }: (typeof CHANGES)['a plan'],
  happens: (email: string, member: Visitor) => Promise<unknown>,
): Promise<{ text: string; written: string[] }> {
  const email = `membre${++serial}@diyar.dz`
  const body = template.replace('Les Tardifs', `Les Tardifs ${serial}`)
  const member = new Visitor(server.app)
  member.cookies.take((await server.t.member(email)).cookies)
  const sessions = server.db
    .selectFrom('sessions')
    .innerJoin('membres', 'membres.id', 'sessions.membre_id')
    .where('email', '=', email)
    .select(sql<boolean>`vue_le > now() - interval '5 minutes'`.as('lue'))
  // A session that was not seen for a while is marked as seen when it is read.
  await sql`update sessions set vue_le = now() - interval '6 minutes'
    where membre_id = (select id from membres where email = ${email})`.execute(server.db)
  const length = String(Buffer.byteLength(body))
  const headers = { 'content-type': type, 'content-length': length, connection: 'close' }
  const start = body.slice(0, 30)
  const socket = await sent(server.port, wire('POST', BASE + path, { as: member, headers, body: start }))
  const answer = heard(socket)
  await vi.waitFor(async () => expect(await sessions.execute()).toEqual([{ lue: true }]), 10_000)
  await happens(email, member)
  const before = await fingerprints(server.db)
  socket.write(body.slice(start.length))
  const text = await answer
  const after = await fingerprints(server.db)
  return { text, written: Object.keys(after).filter((table) => after[table] !== before[table]) }
}

describe.each(Object.entries(CHANGES))('while %s is on its way', (_what, change) => {
  it.each([
    [
      'the member is disabled',
      (email: string) =>
        server.db.updateTable('membres').set({ actif: false }).where('email', '=', email).execute(),
    ],
    [
      'the member is deleted',
      (email: string) => server.db.deleteFrom('membres').where('email', '=', email).execute(),
    ],
    ['the member signs out', (_email: string, member: Visitor) => member.post('/logout')],
  ])('%s: 401, nothing is written', async (_which, happens) => {
    const { text, written } = await answerWhen(change, happens)
    expect(text).toMatch(/^HTTP\/1\.1 401 /)
    expect(text).toContain('Veuillez vous connecter.')
    expect(written).toEqual([])
  })

  it('nothing of the kind happens: it is done', async () => {
    const { text, written } = await answerWhen(change, async () => {})
    expect(text).toMatch(/^HTTP\/1\.1 201 /)
    expect(written).toContain('journal')
  })

  it('no place and no connection of the database is held', async () => {
    const held = () => [server.app.slots.taken(), server.pool.totalCount - server.pool.idleCount]
    const wait = async () => vi.waitFor(() => expect(held()).toEqual([0, 0]), 10_000)
    expect((await answerWhen(change, wait)).text).toMatch(/^HTTP\/1\.1 201 /)
  })
})

it('a change that came whole has its session read once', async () => {
  const { path, type, body } = CHANGES['a change']
  const length = String(Buffer.byteLength(body))
  const headers = { 'content-type': type, 'content-length': length, connection: 'close' }
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  const socket = await sent(server.port, wire('POST', BASE + path, { as: server.member, headers, body }))
  expect(await heard(socket)).toMatch(/^HTTP\/1\.1 201 /)
  const texts = asked.mock.calls.map(([query]: unknown[]) =>
    typeof query === 'object' && query && 'text' in query ? String(query.text) : String(query),
  )
  expect(texts.filter((text) => text.includes('from sessions join membres'))).toHaveLength(1)
})
