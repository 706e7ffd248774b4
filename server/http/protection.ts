import type { FastifyHelmetOptions } from '@fastify/helmet'
import { communesErreurs } from '#shared/erreurs.ts'
import type { FastifyInstance } from 'fastify'
import { refuse } from '#server/http/errors.ts'

const directives = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
}

/** Options of helmet for every answer. */
export const helmetOptions = {
  enableCSPNonces: true,
  contentSecurityPolicy: { useDefaults: false, directives },
  crossOriginOpenerPolicy: { policy: 'same-origin' },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  referrerPolicy: { policy: 'no-referrer' },
  strictTransportSecurity: { maxAge: 63_072_000, includeSubDomains: true },
  xFrameOptions: { action: 'deny' },
} as const satisfies FastifyHelmetOptions

/** Headers of an answer that bypasses the hooks, to an unroutable address or a malformed request. */
export const PROTECTION = {
  'cache-control': 'no-store',
  'content-security-policy': Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join(';'),
  'cross-origin-opener-policy': helmetOptions.crossOriginOpenerPolicy.policy,
  'cross-origin-resource-policy': helmetOptions.crossOriginResourcePolicy.policy,
  'referrer-policy': helmetOptions.referrerPolicy.policy,
  'strict-transport-security': `max-age=${helmetOptions.strictTransportSecurity.maxAge}; includeSubDomains`,
  'x-content-type-options': 'nosniff',
  'x-frame-options': helmetOptions.xFrameOptions.action.toUpperCase(),
}

/** Headers of helmet without nonces, for the answer of a call. */
export const CALL_HEADERS = Object.freeze({
  ...PROTECTION,
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
})

const ADDRESS = /^(\[[\da-f:.]+\]|[^\s:/?#@*\\[\]]+)(:\d{1,5})?$/i

/** Name of a Host header as the browser reads it (lower case, ASCII, without port); null for an invalid one. */
function nameOf(host: string): string | null {
  const [, name = ''] = ADDRESS.exec(host) ?? []
  return name && URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : null
}

/** Names or addresses without port, from the setting HOSTS; null when one is invalid. */
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
 * Serves the given host names only: a hostile page could make its own name resolve to this machine. The forwarded name must be listed too,
 * as a page can add that header. @throws hoteInconnu (421)
 */
export function serveOnlyHosts(app: FastifyInstance, hosts: readonly string[]): void {
  const listed = (host: string) => hosts.includes(nameOf(host) ?? '')
  app.addHook('onRequest', async (request) => {
    if (ALWAYS.has(request.routeOptions.url ?? '')) return
    if (!listed(request.headers.host ?? '') || !listed(request.host))
      throw refuse(communesErreurs.hoteInconnu)
  })
}
