import type { FastifyHelmetOptions } from '@fastify/helmet'

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

/** What every answer tells the browser to refuse. */
export const helmetOptions = {
  enableCSPNonces: true,
  contentSecurityPolicy: { useDefaults: false, directives },
  crossOriginOpenerPolicy: { policy: 'same-origin' },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  referrerPolicy: { policy: 'no-referrer' },
  strictTransportSecurity: { maxAge: 63_072_000, includeSubDomains: true },
  xFrameOptions: { action: 'deny' },
} as const satisfies FastifyHelmetOptions

/** The same for an answer that no hook sees: one to an address that leads nowhere, or to a request that is not even taken in. */
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

/** What helmet says of a page, without its nonces: every answer of a call. */
export const CALL_HEADERS = Object.freeze({
  ...PROTECTION,
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
})
