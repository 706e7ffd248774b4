import { spawn } from 'node:child_process'
import { communesErreurs } from '#shared/erreurs.ts'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPool, locateFile, type Pool } from '#server/documents/documents-pool.ts'
import { renderPdf } from '#server/documents/pdf.ts'
import { packageRoot } from '#server/package-root.ts'
import { vueRecap } from '#features/papiers/server/papers/recap.ts'
import { fichierDe } from '#features/papiers/server/press/pdf.ts'
import { fichierDuRecu } from '#features/papiers/server/papers/recu.ts'
import { desLignesRecap, unRecu } from '#test/harness/papiers.ts'

const PAPIER = 'features/papiers/server/press/papier.typ'
const recu = fichierDuRecu(unRecu())
/** A document of several seconds, for whose end no other work may wait. */
const long = fichierDe([
  vueRecap({
    promoteur: null,
    etabliLe: '2026-11-22',
    residence: null,
    recherche: null,
    lignes: desLignesRecap(10_000),
  }),
])

const pools: Pool[] = []
const aPool = (options?: Parameters<typeof createPool>[0]) => {
  const pool = createPool(options)
  pools.push(pool)
  return pool
}
const isAlive = (pid: number | undefined): boolean => {
  try {
    return pid !== undefined && process.kill(pid, 0)
  } catch {
    return false
  }
}
const gone = (pid: number | undefined) =>
  vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 20_000 })

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.stop()))
})

describe('the pool of document processes', () => {
  it('starts nothing before the first document, and keeps its process for the next ones', async () => {
    const pool = aPool({ children: 1 })
    expect(pool.pids()).toEqual([])
    await renderPdf(PAPIER, recu, { pool })
    const pids = pool.pids()
    await renderPdf(PAPIER, recu, { pool })
    expect(pool.pids()).toEqual(pids)
    expect(pids).toHaveLength(1)
  })

  it('replaces a process that has made its share, by documents or by memory', async () => {
    for (const limit of [{ documents: 2 }, { rss: 1 }]) {
      const pool = aPool({ children: 1, ...limit })
      const seen = new Set<number | undefined>()
      for (let made = 0; made < 4; made += 1) {
        const document = renderPdf(PAPIER, recu, { pool })
        for (const pid of pool.pids()) seen.add(pid)
        await document
      }
      expect(seen.size).toBe(limit.documents ? 2 : 4)
      expect(pool.pids()).toEqual([])
      for (const pid of seen) await gone(pid)
    }
  })

  it('kills a document that passes its deadline', async () => {
    const pool = aPool({ children: 1, deadline: 1_000 })
    const late = renderPdf(PAPIER, long, { pool })
    const [pid] = pool.pids()
    await expect(late).rejects.toMatchObject({
      message: communesErreurs.documentsOccupes.message,
      retryAfter: 5,
    })
    await gone(pid)
    expect(pool.pids()).toEqual([])
  })

  it('refuses beyond the queue, and serves those that wait', async () => {
    const pool = aPool({ children: 1, waiting: 2 })
    const served = [1, 2, 3].map(() => renderPdf(PAPIER, recu, { pool }))
    await expect(renderPdf(PAPIER, recu, { pool })).rejects.toMatchObject({
      message: communesErreurs.documentsOccupes.message,
    })
    await expect(Promise.all(served)).resolves.toHaveLength(3)
  })

  it('leaves a process free for receipts while a report is made', async () => {
    const pool = aPool({ children: 2 })
    const leaving = new AbortController()
    const finished: string[] = []
    const reports = ['first', 'second'].map((name) =>
      renderPdf(PAPIER, long, { pool, signal: leaving.signal }).finally(() => finished.push(name)),
    )
    await renderPdf(PAPIER, recu, { pool })
    expect(finished).toEqual([])
    leaving.abort()
    for (const outcome of await Promise.allSettled(reports)) expect(outcome.status).toBe('rejected')
  })

  it('gives up at once what nobody waits for any more, in the queue or at work', async () => {
    const pool = aPool({ children: 1 })
    const working = new AbortController()
    const waiting = new AbortController()
    const first = renderPdf(PAPIER, long, { pool, signal: working.signal })
    const second = renderPdf(PAPIER, recu, { pool, signal: waiting.signal })
    const third = renderPdf(PAPIER, recu, { pool })
    const [pid] = pool.pids()
    waiting.abort()
    await expect(second).rejects.toMatchObject({ name: 'AbortError' })
    expect(isAlive(pid)).toBe(true)
    working.abort()
    await expect(first).rejects.toMatchObject({ name: 'AbortError' })
    await gone(pid)
    await expect(third).resolves.toBeInstanceOf(Buffer)
    await expect(renderPdf(PAPIER, recu, { pool, signal: working.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })

  // spec: RF-88
  it('makes a document once more whose process was killed, then refuses it, and goes on', async () => {
    const pool = aPool({ children: 1 })
    const told: string[] = []
    pool.watch(({ message }) => told.push(message))
    const kill = () => {
      for (const pid of pool.pids()) if (pid) process.kill(pid, 'SIGKILL')
    }
    const saved = renderPdf(PAPIER, recu, { pool })
    const behind = renderPdf(PAPIER, recu, { pool })
    kill()
    await expect(Promise.all([saved, behind])).resolves.toHaveLength(2)
    const doomed = renderPdf(PAPIER, recu, { pool })
    const end = pool.watch(() => void setImmediate(kill))
    kill()
    await expect(doomed).rejects.toMatchObject({
      message: communesErreurs.documentsOccupes.message,
      retryAfter: 5,
      cause: new Error('the documents process ended (SIGKILL)'),
    })
    end()
    expect(told).toEqual(Array.from({ length: 3 }, () => 'the documents process ended (SIGKILL)'))
    await expect(renderPdf(PAPIER, recu, { pool })).resolves.toBeInstanceOf(Buffer)
  })

  it('stops with everything in flight refused and no process left', async () => {
    const pool = aPool({ children: 1 })
    const outcomes = Promise.allSettled([1, 2].map(() => renderPdf(PAPIER, long, { pool })))
    const [pid] = pool.pids()
    await pool.stop()
    expect(isAlive(pid)).toBe(false)
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { message: communesErreurs.indisponible.message },
      })
  })
})

describe('a document process', () => {
  it('ends with its parent, even one killed without warning', async () => {
    const script = `
      const child = require('node:child_process').fork(process.argv[1], { serialization: 'advanced' })
      child.once('spawn', () => console.log(child.pid))`
    const parent = spawn(process.execPath, ['-e', script, locateFile('documents-child.mjs')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = await once(parent.stdout, 'data')
    const pid = Number(String(line))
    expect(isAlive(pid)).toBe(true)
    parent.kill('SIGKILL')
    await gone(pid)
  })
})

describe('the templates', () => {
  const sources = ['server/documents', 'features'].flatMap((folder) =>
    readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.typ'))
      .map((file) => [`${folder}/${file}`, readFileSync(join(packageRoot, folder, file), 'utf8')] as const),
  )

  /** The theme is cut in parts; whatever else is printed takes them by it. */
  const PARTS = ['theme', 'base', 'registre', 'cloture'].map((part) => `server/documents/${part}.typ`)

  it.each(sources)(
    '%s only shows its data: no evaluation, no file, no package, nothing from the network',
    (file, source) => {
      expect(source).not.toMatch(/\beval\b|@preview|@local|\bread\(|\bplugin\(|https?:/)
      const parts = PARTS.includes(file) ? 'base|registre|cloture' : 'theme'
      const imports = source.match(/#import .*/g) ?? []
      expect(
        imports.filter(
          (one) => !new RegExp(`^#import "/server/documents/(?:${parts})\\.typ": \\*$`).test(one),
        ),
      ).toEqual([])
      expect(imports.length > 0).toBe(file !== 'server/documents/base.typ')
    },
  )

  it('never fall back on a font of the machine', () => {
    expect(sources.filter(([, source]) => source.includes('fallback: false')).map(([file]) => file)).toEqual([
      'server/documents/theme.typ',
    ])
    expect(sources.filter(([, source]) => source.includes('font:')).map(([file]) => file)).toEqual([
      'server/documents/theme.typ',
    ])
  })
})
