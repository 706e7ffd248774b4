import { mkdir, mkdtemp, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/http/app.ts'
import { diskStore } from '#server/files/disk.ts'
import { freshDatabase } from '#test/harness/database.ts'

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

describe('with builds beside its own', () => {
  let dist: string
  let served: FastifyInstance

  beforeAll(async () => {
    dist = await mkdtemp(join(tmpdir(), 'diyar-dist-'))
    await addBuild('old', 'old-abc.js')
    await addBuild('own', 'own-abc.js')
    await mkdir(join(dist, '.builds', '.draft-x', 'web', 'assets'), { recursive: true })
    await writeFile(join(dist, '.builds', '.draft-x', 'web', 'assets', 'half-abc.js'), 'half')
    await symlink(join('.builds', 'own', 'web'), join(dist, 'web'), 'junction')
    await utimes(join(dist, '.builds', 'own'), 0, 0)
    served = await createApp({ db: database.db, files: diskStore(dist), screens: join(dist, 'web') })
  })

  afterAll(async () => {
    await served.close()
    await rm(dist, { recursive: true, force: true })
  })

  /** Adds a build as scripts/build.mjs does: written aside, then renamed. */
  async function addBuild(name: string, asset: string) {
    const draft = join(dist, '.builds', `.draft-${name}`)
    await mkdir(join(draft, 'web', 'assets'), { recursive: true })
    await writeFile(join(draft, 'web', 'index.html'), `page of ${name}`)
    for (const [end, text] of Object.entries({ '': name, '.br': `${name} in br`, '.gz': `${name} in gz` }))
      await writeFile(join(draft, 'web', 'assets', asset + end), text)
    await rename(draft, join(dist, '.builds', name))
  }

  const get = async (url: string, encoding = '') => {
    const { statusCode, body, headers } = await served.inject({
      url,
      headers: { 'accept-encoding': encoding },
    })
    return [statusCode, body, headers['cache-control'], headers['content-encoding']]
  }
  const FOREVER = 'public, max-age=31536000, immutable'

  it('serves the assets of a former build to a tab that is older than the server, compressed too', async () => {
    expect(await get('/assets/own-abc.js')).toEqual([200, 'own', FOREVER, undefined])
    expect(await get('/assets/old-abc.js')).toEqual([200, 'old', FOREVER, undefined])
    expect(await get('/assets/old-abc.js?x', 'br')).toEqual([200, 'old in br', FOREVER, 'br'])
    expect(await get('/assets/old-abc.js', 'gzip')).toEqual([200, 'old in gz', FOREVER, 'gzip'])
  })

  it('keeps to its own page when a newer build comes, whose assets it serves too, and until they are removed', async () => {
    expect((await get('/assets/new-abc.js'))[0]).toBe(404)
    await addBuild('new', 'new-abc.js')
    await rm(join(dist, 'web'))
    await symlink(join('.builds', 'new', 'web'), join(dist, 'web'), 'junction')
    expect(await get('/clients')).toEqual([200, 'page of own', 'no-store', undefined])
    expect(await get('/assets/own-abc.js')).toEqual([200, 'own', FOREVER, undefined])
    expect(await get('/assets/new-abc.js')).toEqual([200, 'new', FOREVER, undefined])
    await rm(join(dist, '.builds', 'new'), { recursive: true })
    const [status, body, cache] = await get('/assets/new-abc.js')
    expect([status, cache, String(body).includes('page of')]).toEqual([404, 'no-store', false])
  })

  it('serves nothing of a build that is not whole, and nothing but assets', async () => {
    for (const path of ['half-abc.js', '..%2Findex.html', '', 'a/b', '__proto__']) {
      const [status, body] = await get(`/assets/${path}`)
      expect([path, status, body]).toEqual([path, 404, expect.not.stringMatching(/half|page of/)])
    }
  })

  it('tells that it is in use, so that it is not removed for its age', async () => {
    expect((await stat(join(dist, '.builds', 'own'))).mtimeMs).toBeGreaterThan(Date.now() - 3_600_000)
  })

  it('answers one honest sentence when the screens are gone, instead of a page that turns for ever', async () => {
    await rm(join(dist, '.builds'), { recursive: true })
    const answer = await served.inject('/clients')
    expect([answer.statusCode, answer.headers['retry-after'], answer.headers['cache-control']]).toEqual([
      503,
      '60',
      'no-store',
    ])
    expect(answer.body).toContain('Les écrans de Diyar ne sont plus sur le serveur.')
    expect((await get('/assets/own-abc.js'))[0]).toBe(404)
    expect((await served.inject('/healthz')).statusCode).toBe(200)
  })
})
