import fastify from 'fastify'
import { expect, it } from 'vitest'
import { toAppError } from '#server/errors.ts'
import { shedOverload } from '#server/overload.ts'

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
