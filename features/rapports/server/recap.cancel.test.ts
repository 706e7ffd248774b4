import { once } from 'node:events'
import { get, type ClientRequest, type IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { BASE } from '#shared/endpoint.ts'
import { createApp } from '#server/http/app.ts'
import { documentsPool } from '#server/documents/documents-pool.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { connect } from '#server/database/pool.ts'
import { diskStore } from '#server/files/disk.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildClient, sellPlaces } from '#test/harness/builders.ts'

const PLACES = 3_000
const WAIT = { timeout: 30_000 }
const XLSX = '/api/recap-paiements/export'
const PDF = '/api/recap-paiements/export-pdf'
const RELEVE = '/api/paiement/print-all'

let t: TestApp
// A member has one turn at exports: two at once are two members'.
let karim: Visitor
let amina: Visitor
let server: { app: FastifyInstance; port: number }

/** One client owns thousands of places; the server has no limits of its own on statements, so that nothing but the abort ends one. */
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  amina = await t.member('amina@diyar.dz')
  const { id: client } = await buildClient(t.db, { nom_complet: 'Grand Acheteur' })
  await sellPlaces(t.db, client, PLACES)
  const { db } = connect(t.connection, { lock_timeout: 0, statement_timeout: 0 })
  const app = await createApp({ db, files: diskStore(t.files) })
  app.addHook('onClose', () => db.destroy())
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  server = { app, port: Number(new URL(url).port) }
})
afterAll(async () => {
  await server.app.close()
  await stopPdf()
  await t.close()
})

/** A download over a socket of its own, as a browser begins it. */
function download(path: string, who = karim): ClientRequest {
  const cookie = who.cookies.line
  const request = get({
    port: server.port,
    host: '127.0.0.1',
    path: BASE + path,
    agent: false,
    headers: { cookie },
  })
  request.on('error', () => {})
  return request
}

async function answered(request: ClientRequest): Promise<number> {
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  return response.statusCode ?? 0
}

/** How many statements of the server wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db)
  return rows[0]?.n ?? 0
}
const waitingIs = (n: number) => vi.waitFor(async () => expect(await waiting()).toBe(n), WAIT)

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('a download given up while its rows are read: the statement ends, its place goes to the next one', async () => {
  const other = connect(t.connection, { max: 1 })
  const begun: ClientRequest[] = []
  try {
    for (const path of [XLSX, PDF, RELEVE]) {
      await other.db.transaction().execute(async (held) => {
        await sql`lock table ventes in access exclusive mode`.execute(held)
        const given = [download(path), download(path, amina)]
        await waitingIs(2)
        const next = download(XLSX)
        begun.push(...given, next)
        for (const request of given) request.destroy()
        // Both statements are gone although nobody released the lock; what waits now is the one whose turn it is.
        await waitingIs(1)
        next.destroy()
        await waitingIs(0)
      })
    }
    expect(await answered(download(XLSX))).toBe(200)
  } finally {
    for (const request of begun) request.destroy()
    await other.db.destroy()
  }
})

it.each([XLSX, PDF])(
  '%s given up while its document is made: the process ends, nothing is left',
  async (path) => {
    await stopPdf()
    const given = [download(path), download(path, amina)]
    await vi.waitFor(() => expect(documentsPool.pids()).not.toEqual([]), WAIT)
    const pids = documentsPool.pids().flatMap((pid) => pid ?? [])
    // Stopped, it cannot be done before the test is: only its end by us can follow.
    for (const pid of pids) process.kill(pid, 'SIGSTOP')
    for (const request of given) request.destroy()
    await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), WAIT)
    expect(documentsPool.pids()).toEqual([])
    expect(await answered(download(XLSX))).toBe(200)
  },
)
