import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { toAppError } from '#server/errors.ts'
import { shedOverload } from '#server/overload.ts'
import { freshDatabase } from '#test/database.ts'
import { buildCommands, launch, urlOf } from '#test/processes.ts'

it('refuses what exceeds the limit at once, and serves again as soon as there is room', async () => {
  const app = fastify()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  app.setErrorHandler((error, _request, reply) => {
    const refused = toAppError(error)
    return reply
      .status(refused?.status() ?? 500)
      .header('retry-after', String(refused?.retryAfter))
      .send(refused?.body())
  })
  shedOverload(app, 3)
  app.get('/lent', async () => held.then(() => 'fait'))
  app.get('/healthz', () => 'ok')
  await app.ready()

  const slow = [1, 2, 3].map(() => app.inject('/lent'))
  await new Promise((resolve) => setImmediate(resolve))
  const fourth = await app.inject('/lent')
  expect(fourth.statusCode).toBe(503)
  expect(fourth.headers['retry-after']).toBe('1')
  expect(fourth.json()).toEqual({ message: 'Service momentanément indisponible. Réessayez dans un instant.' })
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  release()
  expect((await Promise.all(slow)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect((await app.inject('/lent')).statusCode).toBe(200)
  await app.close()
})

/** Where the system itself holds fewer, nothing of ours can help. */
const held = () =>
  process.platform === 'linux' ? Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8')) : 0

it.skipIf(held() < 4096)('cuts none of a thousand connections that come while it has no time', async () => {
  const [database, DATA_DIR] = [await freshDatabase(), await mkdtemp(join(tmpdir(), 'diyar-foule-'))]
  await buildCommands()
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
