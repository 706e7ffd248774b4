import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { diskStore } from '#server/files/disk.ts'
import { freshDatabase } from '#test/database.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let folder: string
let app: FastifyInstance

beforeAll(async () => {
  database = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'diyar-ecrans-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<script nonce="__CSP_NONCE__"></script>')
  await writeFile(join(folder, 'favicon.svg'), '<svg/>')
  await writeFile(join(folder, 'assets', 'index-abc.js'), 'export {}')
  app = await createApp({ db: database.db, files: diskStore(folder), screens: folder })
})

afterAll(async () => {
  await app.close()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

describe('the built screens', () => {
  it('are kept by the browser when their name changes with their content, and asked again otherwise', async () => {
    const asset = await app.inject('/assets/index-abc.js')
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await app.inject('/favicon.svg')).headers['cache-control']).toBe('no-cache')
    expect((await app.inject('/clients')).headers['cache-control']).toBe('no-store')
  })

  it('bear on the page what protects it, with the nonce of its scripts, and on assets only what means something there', async () => {
    const page = await app.inject('/clients')
    const [, nonce] = /nonce="([0-9a-f]{32})"/.exec(page.body) ?? []
    expect(String(page.headers['content-security-policy'])).toContain(`script-src 'self' 'nonce-${nonce}'`)
    expect(page.headers['strict-transport-security']).toContain('max-age')
    const { headers } = await app.inject('/assets/index-abc.js')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    expect(headers).not.toHaveProperty('content-security-policy')
    expect(Object.keys(headers).filter((name) => name.startsWith('x-'))).toEqual(['x-content-type-options'])
    for (const name of ['etag', 'last-modified', 'accept-ranges']) expect(headers).not.toHaveProperty(name)
    expect((await app.inject('/favicon.svg')).headers).toHaveProperty('etag')
  })

  it('answers 404 for an asset that is not there, never the page', async () => {
    const { statusCode, headers } = await app.inject('/assets/index-old.js')
    expect(statusCode).toBe(404)
    expect(headers['content-type']).toContain('application/json')
  })
})
