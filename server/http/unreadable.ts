import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, toAppError } from '#server/http/errors.ts'
import { PROTECTION } from '#server/http/protection.ts'

/**
 * Answers an address that cannot be routed: 400 when it is not well encoded, 404 when it names something of more than
 * 255 characters. Fastify's own answer would repeat the address, in English and unprotected.
 */
export function answerUnreadable(error: Error, _request: FastifyRequest, reply: FastifyReply): void {
  const refused = toAppError(error) ?? new AppError('introuvable')
  void reply.status(refused.status()).headers(PROTECTION).send(refused.body())
}
