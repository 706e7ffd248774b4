import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { BASE } from '#shared/endpoint.ts'
import { createApp } from '#server/http/app.ts'
import { connect } from '#server/database/pool.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { diskStore } from '#server/files/disk.ts'
import { claimStore } from '#server/files/installation.ts'
import type { FileStore } from '#server/files/store.ts'
import { loggerOptions } from '#server/http/log.ts'
import { CONNECTION_TIMEOUTS, type ConnectionTimeouts } from '#server/limits.ts'
import { startApp, Visitor } from '#test/harness/app.ts'
import { openFiles } from '#test/harness/leavers.ts'

/** A plan of 4 Mo: more than the system takes in for a caller who does not read. */
export const PLAN = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(4 << 20), Buffer.from('\n%%EOF\n')])

/** One line of the log. */
interface Said {
  level: number
  msg: string
  err?: { code?: string }
}

/** The product as it listens: its screens with a large asset, a member, a residence with a plan. */
export async function startListening({
  timeouts = {},
  files,
}: { timeouts?: Partial<ConnectionTimeouts>; files?: (folder: string) => FileStore } = {}) {
  const t = await startApp()
  const { cookies } = await t.member()
  const screens = await mkdtemp(join(tmpdir(), 'diyar-ecrans-'))
  await mkdir(join(screens, 'assets'))
  await writeFile(join(screens, 'index.html'), '<!doctype html><title>Diyar</title>')
  await writeFile(join(screens, 'assets', 'index-abc.js'), randomBytes(256 << 10))
  const { db, pool } = connect(t.connection, { lock_timeout: 0, statement_timeout: 0 })
  const said: Said[] = []
  const store = files?.(t.files) ?? diskStore(t.files)
  await claimStore(store, t.db)
  const app = await createApp({
    db,
    files: store,
    screens,
    timeouts: { ...CONNECTION_TIMEOUTS, ...timeouts },
    logger: loggerOptions('info', { write: (line) => void said.push(JSON.parse(line) as Said) }),
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const port = Number(new URL(url).port)
  const member = new Visitor(app)
  member.cookies.take(cookies)
  const file = { part: 'plan_pdf', name: 'plan.pdf', content: PLAN }
  await member.form('/api/residences', { nom: 'Les Pins', adresse: 'Oran' }, file)

  /** How the next one who comes is answered; one who is held up with the others is not. */
  async function next(): Promise<number> {
    const headers = { cookie: `diyar_session=${member.cookies.get('diyar_session')}` }
    const answer = await fetch(`${url}${BASE}/api/user`, { headers, signal: AbortSignal.timeout(30_000) })
    await answer.arrayBuffer()
    return answer.status
  }

  /** Nothing of those who left is left: places, statements, files, drafts, lines in the log; and the next one is served. */
  async function nothingIsLeft(): Promise<void> {
    await vi.waitFor(
      async () =>
        expect({
          places: app.slots.taken(),
          borrowed: pool.totalCount - pool.idleCount,
          waiting: pool.waitingCount,
          files: openFiles(t.files),
          drafts: await readdir(join(t.files, 'brouillons')).catch(() => []),
        }).toEqual({ places: 0, borrowed: 0, waiting: 0, files: [], drafts: [] }),
      { timeout: 30_000 },
    )
    expect(await next()).toBe(200)
    // That we were full is worth a line; that somebody left is not.
    const warned = said
      .splice(0)
      .filter(({ level, msg }) => level >= 40 && msg !== 'refused: too much is under way')
    expect(warned).toEqual([])
  }

  async function close(): Promise<void> {
    await app.close()
    await db.destroy()
    await stopPdf()
    await t.close()
    await rm(screens, { recursive: true, force: true })
  }

  return { t, db: t.db, member, app, pool, url, port, said, next, nothingIsLeft, close }
}

export type Listening = Awaited<ReturnType<typeof startListening>>
