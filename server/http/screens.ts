import { access, readdir, readFile, realpath, stat, utimes } from 'node:fs/promises'
import { communesErreurs } from '#shared/erreurs.ts'
import { basename, dirname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { BASE } from '#shared/endpoint.ts'
import { refuse } from '#server/http/errors.ts'

/** Folder of all builds, each with `web` below it (scripts/builds.mjs removes old ones). */
const BUILDS = '.builds'

/** Milliseconds between two signs that a build is in use. */
const SIGN = 6 * 3_600_000

/**
 * Serves the built screens: assets, and the page for any other address outside the base path (Q6). Page and assets are of one build; assets
 * of other builds are served for tabs older, or newer, than this server.
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
    // The header of the plugin would replace the one below.
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
    if (!wantsPage || request.url.startsWith(BASE) || asset !== undefined)
      throw refuse(communesErreurs.routeInconnue)
    reply.type('text/html; charset=utf-8')
    // A page without its assets would load for ever.
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

/** A client that leaves during a file is no failure. */
function leave(error: Error, { raw }: { raw: { destroy(): void } }, reply: FastifyReply): void {
  if ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE') raw.destroy()
  else reply.send(error)
}

/** Finds the build that has an asset; the folders are listed again only when a build has come or gone. */
function searchOtherBuilds(root: string): (name: string) => Promise<string | undefined> {
  const builds = dirname(dirname(root))
  let listed = -1
  let homes = new Map<string, string>()
  return async (name) => {
    if (basename(builds) !== BUILDS) return undefined
    const changed = await stat(builds).catch(() => null)
    if (changed && changed.mtimeMs !== listed) {
      homes = new Map(await listAssets(builds))
      // A second change may follow within the resolution of the file time.
      listed = Date.now() - changed.mtimeMs > 1_000 ? changed.mtimeMs : -1
    }
    return homes.get(name)
  }
}

async function listAssets(builds: string): Promise<[name: string, home: string][]> {
  // Incomplete builds are hidden.
  const whole = (await readdir(builds)).filter((build) => !build.startsWith('.'))
  const homes = whole.map((build) => join(builds, build, 'web'))
  const lists = await Promise.all(homes.map((home) => readdir(join(home, 'assets')).catch(() => [])))
  return lists.flatMap((names, at) => names.map((name): [string, string] => [name, homes[at] ?? '']))
}

/** Touches the build while a server runs on it: scripts/builds.mjs removes a replaced build a week after the last touch. */
function keepInUse(app: FastifyInstance, root: string): void {
  const build = dirname(root)
  if (basename(dirname(build)) !== BUILDS) return
  const sign = () => {
    const now = new Date()
    // A build of another account cannot be touched; it stays for a week.
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
