import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/http/errors.ts'

const ADDRESS = /^(\[[\da-f:.]+\]|[^\s:/?#@*\\[\]]+)(:\d{1,5})?$/i

/** The name in a Host header as the browser means it (lower case, ASCII, without port), or null when it is none. */
function nameOf(host: string): string | null {
  const [, name = ''] = ADDRESS.exec(host) ?? []
  return name && URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : null
}

/** A list of names or addresses without ports, as the setting HOSTS has them; null when one of them is none. */
export function readHosts(list: string): string[] | null {
  const names = list.split(',').map((item) => {
    const name = item.trim()
    if (/^[\da-f:.]*:[\da-f:.]*:[\da-f:.]*$/i.test(name)) return nameOf(`[${name}]`)
    return /:\d*$/.test(name) && !name.endsWith(']') ? null : nameOf(name)
  })
  return names.every((name) => name !== null) ? names : null
}

const ALWAYS = new Set(['/healthz', '/readyz'])

/**
 * Serves the given names only: a hostile page may make its own name lead to this machine, and would then be of the same origin. Each name a
 * request gives must be listed, since a page can also add the header by which a proxy tells the name it was asked for.
 * @throws hoteInconnu (421)
 */
export function serveOnlyHosts(app: FastifyInstance, hosts: readonly string[]): void {
  const listed = (host: string) => hosts.includes(nameOf(host) ?? '')
  app.addHook('onRequest', async (request) => {
    if (ALWAYS.has(request.routeOptions.url ?? '')) return
    if (!listed(request.headers.host ?? '') || !listed(request.host)) throw new AppError('hoteInconnu')
  })
}
