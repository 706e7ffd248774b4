import { once } from 'node:events'
import { communesErreurs } from '#shared/erreurs.ts'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { createQueue, createSlots, overloadError } from '#server/http/overload.ts'
import { deferred } from '#test/harness/deferred.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { buildCommands, launch, urlOf } from '#test/harness/processes.ts'

it('refuses what exceeds the limit at once, and has room again as soon as a work ends, well or badly', async () => {
  const slots = createSlots({ underWay: 3, strangers: 3, eachAddress: 3 })
  const works = [1, 2, 3].map(() => deferred<string>())
  const held = works.map(({ promise }) => slots.take(() => promise))
  let begun = false
  const fourth = slots.take(async () => (begun = true))
  await expect(fourth).rejects.toMatchObject({ message: communesErreurs.indisponible.message, retryAfter: 1 })
  expect([begun, slots.taken()]).toEqual([false, 3])
  works[0]?.resolve('fait')
  works[1]?.reject(new Error('raté'))
  expect(await Promise.allSettled(held.slice(0, 2))).toMatchObject([
    { value: 'fait' },
    { status: 'rejected' },
  ])
  expect(slots.taken()).toBe(1)
  expect(await slots.take(async () => 'servi')).toBe('servi')
  works[2]?.resolve('fait')
  await held[2]
  expect(slots.taken()).toBe(0)
})

// spec: RF-82
it('leaves strangers the slots that are theirs, and so many of them to one address', async () => {
  const slots = createSlots({ underWay: 40, strangers: 20, eachAddress: 8 })
  const work = deferred<string>()
  const ask = (stranger?: string) => slots.take(() => work.promise, stranger)
  const held = Array.from({ length: 8 }, () => ask('41.0.0.1'))
  await expect(ask('41.0.0.1')).rejects.toMatchObject({ message: communesErreurs.indisponible.message })
  for (const address of ['41.0.0.2', '41.0.0.3']) held.push(...Array.from({ length: 6 }, () => ask(address)))
  await expect(ask('41.0.0.4')).rejects.toMatchObject({ retryAfter: 1 })
  expect(slots.taken()).toBe(20)
  held.push(...Array.from({ length: 20 }, () => ask()))
  await expect(ask()).rejects.toMatchObject({ retryAfter: 1 })
  work.resolve('fait')
  await Promise.all(held)
  expect([slots.taken(), await ask('41.0.0.1')]).toEqual([0, 'fait'])
})

// spec: RF-85
it('lets a work that goes last begin when nothing else waits', async () => {
  const queue = createQueue({ concurrency: 1, waiting: 9, patience: 60_000 }, overloadError)
  const first = deferred<void>()
  const done: string[] = []
  const run = (name: string, last = false) => queue.run(async () => void done.push(name), { last })
  const all = [
    queue.run(() => first.promise),
    run('inscription', true),
    run('connexion 1'),
    run('connexion 2'),
  ]
  first.resolve()
  await Promise.all(all)
  expect(done).toEqual(['connexion 1', 'connexion 2', 'inscription'])
})

/** Connections that the system holds at most; a smaller number overrules our setting. */
const held = () =>
  process.platform === 'linux' ? Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8')) : 0

it.skipIf(held() < 4096)('cuts none of a thousand connections that come while it has no time', async () => {
  const [database, DATA_DIR] = [await freshDatabase(), await mkdtemp(join(tmpdir(), 'diyar-foule-'))]
  onTestFinished(await buildCommands())
  const server = await launch({ DATABASE_URL: urlOf(database.connection), DATA_DIR })
  try {
    process.kill(server.pid, 'SIGSTOP')
    const { hostname, port } = new URL(server.url)
    const crowd = Array.from({ length: 1_000 }, () => connect(Number(port), hostname))
    await Promise.all(crowd.map((socket) => once(socket, 'connect')))
    const answers = crowd.map((socket) => {
      socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
      return text(socket)
    })
    process.kill(server.pid, 'SIGCONT')
    const served = (await Promise.all(answers)).filter((answer) => answer.startsWith('HTTP/1.1 200 '))
    expect(served).toHaveLength(1_000)
  } finally {
    process.kill(server.pid, 'SIGCONT')
    await server.stop()
    await database.close()
    await rm(DATA_DIR, { recursive: true, force: true })
  }
})
