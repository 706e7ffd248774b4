import { access, readdir, readFile, realpath, stat, utimes } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { BASE } from '#shared/endpoint.ts'
import { AppError } from '#server/http/errors.ts'

/** The folder of all builds, each with a `web` below it (scripts/builds.mjs, which removes those that nobody needs any more). */
const BUILDS = '.builds'

/** Milliseconds between two signs that a build is in use. */
const SIGN = 6 * 3_600_000

/**
 * The built screens: assets as files (compressed ahead), any other address outside the base path is the application page (Q6).
 * The page and its assets are of one build, whatever is built meanwhile; assets of other builds are served too, for tabs that are
 * older than this server and, where several servers share a checkout, for those of a newer one.
 */
export async function serveScreens(app: FastifyInstance, folder: string): Promise<void> {
  const root = await realpath(folder)
  const page = await readFile(join(root, 'index.html'), 'utf8')
  const assets = await readdir(join(root, 'assets')).catch(() => [])
  const homeInOtherBuilds = searchOtherBuilds(root)
  keepInUse(app, root)
  await app.register(fastifyStatic, {
    root,
    serve: false,
    preCompressed: true,
    index: false,
    // Its own header would replace the one below.
    cacheControl: false,
    setHeaders(response, path) {
      const hashed = path.includes('/assets/') || path.includes('\\assets\\')
      response.setHeader('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  for (const entry of await readdir(root, { withFileTypes: true }))
    if (entry.isFile() && entry.name !== 'index.html')
      app.get(`/${entry.name}`, { errorHandler: leave }, (_request, reply) => reply.sendFile(entry.name))
  for (const name of assets.filter((file) => !/\.(br|gz)$/.test(file)))
    app.get(`/assets/${name}`, { errorHandler: leave }, (_request, reply) => reply.sendFile(`assets/${name}`))
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage = request.method === 'GET' || request.method === 'HEAD'
    const [, asset] = /^\/assets\/([^?]*)/.exec(request.url) ?? []
    const home = wantsPage && asset && (await homeInOtherBuilds(asset))
    if (home) return reply.sendFile(`assets/${asset}`, home)
    reply.header('cache-control', 'no-store')
    if (!wantsPage || request.url.startsWith(BASE) || asset !== undefined) throw new AppError('routeInconnue')
    reply.type('text/html; charset=utf-8')
    // The page without its assets would turn for ever.
    if (!(await exists(join(root, 'index.html')))) {
      request.log.error('the built screens are gone: start Diyar again')
      return reply.status(503).header('retry-after', 60).send(GONE)
    }
    return page
      .replaceAll('__CSP_NONCE__', reply.cspNonce.script)
      .replaceAll('__CSP_STYLE_NONCE__', reply.cspNonce.style)
  })
}

const GONE = `<!doctype html>
<html lang="fr">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <meta name="color-scheme" content="dark light" />
  <title>Diyar</title>
  <h1>Diyar</h1>
  <p>Les écrans de Diyar ne sont plus sur le serveur.</p>
  <p>Prévenez la personne qui s'en occupe : ils reviendront quand elle aura redémarré Diyar. Vos données ne sont pas touchées.</p>
</html>
`

/** Somebody who leaves while a file is sent is no failure. */
function leave(error: Error, { raw }: { raw: { destroy(): void } }, reply: FastifyReply): void {
  if ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE') raw.destroy()
  else reply.send(error)
}

/** Where an asset of another build is; the folders are listed again only when a build has come or gone. */
function searchOtherBuilds(root: string): (name: string) => Promise<string | undefined> {
  const builds = dirname(dirname(root))
  let listed = -1
  let homes = new Map<string, string>()
  return async (name) => {
    if (basename(builds) !== BUILDS) return undefined
    const changed = await stat(builds).catch(() => null)
    if (changed && changed.mtimeMs !== listed) {
      homes = new Map(await listAssets(builds))
      // A change so recent may have a second one under the same time.
      listed = Date.now() - changed.mtimeMs > 1_000 ? changed.mtimeMs : -1
    }
    return homes.get(name)
  }
}

async function listAssets(builds: string): Promise<[name: string, home: string][]> {
  // One that is not whole yet, or no more, is hidden.
  const whole = (await readdir(builds)).filter((build) => !build.startsWith('.'))
  const homes = whole.map((build) => join(builds, build, 'web'))
  const lists = await Promise.all(homes.map((home) => readdir(join(home, 'assets')).catch(() => [])))
  return lists.flatMap((names, at) => names.map((name): [string, string] => [name, homes[at] ?? '']))
}

/** Builds that were replaced are removed when a week old, but not while a server runs on them. */
function keepInUse(app: FastifyInstance, root: string): void {
  const build = dirname(root)
  if (basename(dirname(build)) !== BUILDS) return
  const sign = () => {
    const now = new Date()
    // Another account may have made it; then it is there for a week.
    utimes(build, now, now).catch(() => {})
  }
  sign()
  const signs = setInterval(sign, SIGN)
  signs.unref()
  app.addHook('onClose', async () => clearInterval(signs))
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
