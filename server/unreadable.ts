import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, toAppError } from '#server/errors.ts'

/** What the hooks give every other answer; they do not run for an address that leads nowhere. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/**
 * Answers an address that cannot be routed: 400 when it is not well encoded, 404 when it names something of more than
 * 255 characters. Fastify's own answer would repeat the address, in English and unprotected.
 */
export function answerUnreadable(error: Error, _request: FastifyRequest, reply: FastifyReply): void {
  const refused = toAppError(error) ?? new AppError('introuvable')
  void reply.status(refused.status()).headers(HEADERS).send(refused.body())
}
