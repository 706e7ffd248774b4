import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { s3Store } from '#server/files/s3.ts'
import { closeAll, get, sent } from '#test/harness/leavers.ts'
import { PLAN, startListening, type Listening } from '#test/harness/listening.ts'
import { startStore, type TestStore } from '#test/harness/s3.ts'

const PATIENCE = 2_000
const PATH = '/api/residences/1/plan'
const JSON_TYPE = 'application/json; charset=utf-8'

let server: Listening
let store: TestStore
beforeAll(async () => {
  store = await startStore()
  server = await startListening({ files: (folder) => s3Store(store.config, folder, PATIENCE) })
})
afterAll(async () => {
  await server.close()
  await store.close()
})
afterEach(async () => {
  store.failure = null
  closeAll()
  await server.nothingIsLeft()
})

/** The answer to whoever asks for the plan, and the levels of what the log says of it, from « warn » on. */
async function asked(listening: Listening) {
  listening.said.length = 0
  const { statusCode, headers, json } = await listening.member.get(PATH)
  const levels = listening.said.splice(0).map(({ level }) => level)
  return {
    answer: [statusCode, headers['content-type'], headers['content-disposition'], json],
    warned: levels.filter((level) => level >= 40),
  }
}

/** A residence with its plan, sent as often as one likes. */
const sends = ({ member }: Listening) =>
  member.form(
    '/api/residences',
    { nom: 'Les Oliviers', adresse: 'Oran' },
    { part: 'plan_pdf', name: 'plan.pdf', content: PLAN },
    { 'idempotency-key': 'les-oliviers' },
  )
const named = ({ db }: Listening, nom: string) =>
  db.selectFrom('residences').where('nom', '=', nom).select('plan_id').execute()

const LOST = { message: "Cet élément n'existe pas ou a été supprimé." }
const AWAY = { message: 'Service momentanément indisponible. Réessayez dans un instant.' }
const refused = (status: number, body: object) => ({
  answer: [status, JSON_TYPE, undefined, body],
  warned: [40],
})

describe('a plan in a bucket', () => {
  it('that is away, refuses or says nothing: 503 in JSON, one line in the log', async () => {
    for (const failure of [{ status: 500 }, { status: 403 }, 'silent'] as const) {
      store.failure = failure
      expect(await asked(server)).toEqual(refused(503, AWAY))
    }
  })

  // spec: RF-89
  it('that answers 200 with nothing, a page, less or more than was kept: 503 in JSON, one line in the log', async () => {
    const page = '<!doctype html><title>Connexion</title>'
    const bodies = {
      nothing: '',
      page,
      'a page as long as the plan': page.padEnd(PLAN.length),
      'its beginning': '%PDF-',
      'all but a byte': PLAN.subarray(0, -1),
      'a byte more': Buffer.concat([PLAN, Buffer.from('\n')]),
    }
    for (const [what, body] of Object.entries(bodies)) {
      store.failure = { status: 200, body }
      expect([what, await asked(server)]).toEqual([what, refused(503, AWAY)])
    }
  })

  // spec: RF-89
  it('that says no length and answers something else: 503, or an answer that breaks off and is never taken for the plan', async () => {
    store.lengths = false
    for (const body of ['', '%PDF-', '<!doctype html><title>Connexion</title>'.padEnd(PLAN.length)]) {
      store.failure = { status: 200, body }
      expect(await asked(server)).toEqual(refused(503, AWAY))
    }
    for (const body of [PLAN.subarray(0, -1), Buffer.concat([PLAN, Buffer.from('\n')])]) {
      store.failure = { status: 200, body }
      const socket = await sent(server.port, get(PATH, server.member))
      const answer = await text(socket.setEncoding('latin1')).catch(() => '')
      expect(answer.endsWith('0\r\n\r\n')).toBe(false)
    }
    store.failure = null
    expect((await server.member.get(PATH)).rawPayload.equals(PLAN)).toBe(true)
    store.lengths = true
    server.said.length = 0
  })

  it('that has lost it: 404 in JSON, one line in the log', async () => {
    const kept = [...store.objects]
    store.objects.clear()
    expect(await asked(server)).toEqual(refused(404, LOST))
    for (const [key, object] of kept) store.objects.set(key, object)
  })

  it('arrives whole over a line that takes longer than the store may', async () => {
    const socket = await sent(
      server.port,
      get(PATH, server.member).replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'),
    )
    socket.pause()
    await delay(2 * PATIENCE)
    const answer = text(socket.setEncoding('latin1'))
    expect((await answer).endsWith(`%%EOF\n\r\n0\r\n\r\n`)).toBe(true)
  })
})

it('a plan that the disk has lost: 404 in JSON, one line in the log', async () => {
  const onDisk = await startListening()
  expect((await onDisk.member.get(PATH)).rawPayload.equals(PLAN)).toBe(true)
  await rm(join(onDisk.t.files, 'plans'), { recursive: true })
  expect(await asked(onDisk)).toEqual(refused(404, LOST))
  await onDisk.close()
})

it('a plan that comes while the disk of the plans is away is not kept below it: 503, nothing written, accepted once it is back', async () => {
  const onDisk = await startListening()
  const { files } = onDisk.t
  await rename(files, `${files}-ailleurs`)
  onDisk.said.length = 0
  const { statusCode, json } = await sends(onDisk)
  expect([statusCode, json]).toEqual([503, AWAY])
  expect(onDisk.said.splice(0).filter(({ level }) => level >= 40)).toHaveLength(1)
  expect(await named(onDisk, 'Les Oliviers')).toEqual([])
  expect(await readdir(files, { recursive: true })).toEqual(['brouillons'])
  await rm(files, { recursive: true })
  await rename(`${files}-ailleurs`, files)
  expect((await sends(onDisk)).statusCode).toBe(201)
  const [kept] = await named(onDisk, 'Les Oliviers')
  expect(await readdir(join(files, 'plans'), { recursive: true })).toContain(
    join(kept?.plan_id?.slice(0, 2) ?? '', `${kept?.plan_id}.pdf`),
  )
  await onDisk.nothingIsLeft()
  await onDisk.close()
})

it('a plan that comes while the bucket is another, or none: 503, nothing written, accepted once it is back', async () => {
  const kept = [...store.objects]
  store.objects.clear()
  const { statusCode, json } = await sends(server)
  expect([statusCode, json]).toEqual([503, AWAY])
  expect(server.said.splice(0).filter(({ level }) => level >= 40)).toHaveLength(1)
  expect(await named(server, 'Les Oliviers')).toEqual([])
  expect([...store.objects]).toEqual([])
  for (const [key, object] of kept) store.objects.set(key, object)
  expect((await sends(server)).statusCode).toBe(201)
})

// spec: RE-52
it('plans that a silent bucket keeps waiting hold nothing of the database; the next ones are kept once it speaks again', async () => {
  store.failure = 'silent'
  const file = { part: 'plan_pdf', name: 'plan.pdf', content: PLAN }
  const uploads = Array.from({ length: 8 }, (_, rank) =>
    server.member.form('/api/residences', { nom: `Silence ${rank}`, adresse: 'Oran' }, file),
  )
  const held = () => [server.app.slots.taken(), server.pool.totalCount - server.pool.idleCount]
  // Each call first reads its session, which takes a connection for a moment.
  await vi.waitFor(() => expect(held()).toEqual([8, 0]), 10_000)
  expect([await server.next(), server.app.slots.taken()]).toEqual([200, 8])
  store.failure = null
  const answers = await Promise.all(uploads)
  const kept = answers.filter(({ statusCode }) => statusCode === 201)
  expect(kept.length).toBeGreaterThanOrEqual(4)
  const refusals = answers.filter(({ statusCode }) => statusCode !== 201)
  expect(refusals.map(({ statusCode, json }) => [statusCode, json])).toEqual(refusals.map(() => [503, AWAY]))
  const rows = server.db.selectFrom('residences').where('nom', 'like', 'Silence %').select('id')
  expect(await rows.execute()).toHaveLength(kept.length)
  server.said.length = 0
})
