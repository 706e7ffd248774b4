import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createApp } from '#server/http/app.ts'
import { connect, socketWithIdleTimeout } from '#server/database/pool.ts'
import { startApp, Visitor, type TestApp } from '#test/harness/app.ts'
import { fingerprints } from '#test/harness/tables.ts'
import { proxyTo, type Proxy } from '#test/faults/proxy.ts'

const AWAY = { message: 'Service momentanément indisponible. Réessayez dans un instant.' }
const someone = { nomComplet: 'Élodie Benaïssa', tel: '0555 12 34 56', email: 'elodie@exemple.dz' }

let t: TestApp
let proxy: Proxy
let remote: Awaited<ReturnType<typeof createApp>>
let pool: ReturnType<typeof connect>
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  await t.member()
  proxy = await proxyTo(t.connection)
  // A second server on the same database, behind the wire; short limits, so that the test need not wait for long ones.
  pool = connect(proxy.connection, {
    max: 4,
    connectionTimeoutMillis: 1000,
    stream: () => socketWithIdleTimeout(1000),
  })
  remote = await createApp({ db: pool.db, files: t.app.files })
  karim = new Visitor(remote)
  await karim.post('/login', { email: 'karim.benali@diyar.dz', password: 'Motdepasse1!' })
})
afterAll(async () => {
  await remote.close()
  await pool.db.destroy()
  await proxy.close()
  await t.close()
})

const clients = () => t.db.selectFrom('clients').selectAll().execute()

/** The wire is whole again, and the pool has noticed that its old connections are gone. */
async function recovered(): Promise<void> {
  await proxy.restore()
  await vi.waitUntil(() => pool.pool.totalCount === 0, { timeout: 10_000, interval: 10 })
}

describe('while the database is away', () => {
  it('stopped: 503 in French, nothing written, /healthz up and /readyz down; back by itself', async () => {
    expect((await karim.get('/api/clients')).statusCode).toBe(200)
    await proxy.cut()
    for (const answer of [
      await karim.get('/api/clients'),
      await karim.post('/api/clients', someone),
      await new Visitor(remote).post('/login', { email: 'a@b.dz', password: 'x' }),
    ]) {
      expect(answer.statusCode).toBe(503)
      expect(answer.json).toEqual(AWAY)
    }
    expect((await remote.inject('/healthz')).statusCode).toBe(200)
    expect((await remote.inject('/readyz')).statusCode).toBe(503)
    expect(await clients()).toEqual([])
    await recovered()
    expect((await karim.get('/api/clients')).statusCode).toBe(200)
    expect((await remote.inject('/readyz')).statusCode).toBe(200)
  })

  it('hanging: 503 within the limits, and no connection stays taken', async () => {
    proxy.hang()
    const answers = await Promise.all(Array.from({ length: 12 }, () => karim.get('/api/clients')))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([503]))
    await recovered()
    const after = await Promise.all(Array.from({ length: 12 }, () => karim.get('/api/clients')))
    expect(new Set(after.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(pool.pool.waitingCount).toBe(0)
  })

  it('slow: answers all the same', async () => {
    proxy.delay(100)
    expect((await karim.get('/api/user')).statusCode).toBe(200)
    await recovered()
  })

  it('cut in the middle of a change: either all of it is there or nothing, and the same key tells which', async () => {
    const before = (await clients()).length
    const key = { 'idempotency-key': 'cut-in-the-middle' }
    proxy.delay(80)
    const sent = karim.post('/api/clients', someone, key)
    await vi.waitUntil(() => pool.pool.totalCount > pool.pool.idleCount, { timeout: 10_000, interval: 5 })
    await proxy.cut()
    expect((await sent).statusCode).toBe(503)
    await recovered()
    const again = await karim.post('/api/clients', someone, key)
    expect(again.statusCode).toBe(201)
    expect(await clients()).toHaveLength(before + 1)
  })

  it('broken off by the database within a statement of a change: 503, nothing written, and it goes on', async () => {
    await karim.post('/api/clients', someone)
    const [first] = await clients()
    const before = await fingerprints(t.db)
    const change = await t.db.transaction().execute(async (held) => {
      await held
        .selectFrom('clients')
        .select('id')
        .where('id', '=', first?.id ?? 0)
        .forUpdate()
        .execute()
      const sent = karim.put(`/api/clients/${first?.id}`, { ...someone, nomComplet: 'Autre Nom' })
      const broken = sql<{ pid: number }>`select pid, pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      await vi.waitUntil(async () => (await broken.execute(t.db)).rows.length > 0, {
        timeout: 900,
        interval: 10,
      })
      return sent
    })
    expect([change.statusCode, change.json]).toEqual([503, AWAY])
    expect(await fingerprints(t.db)).toEqual(before)
    expect((await karim.get('/api/clients')).statusCode).toBe(200)
  })
})
