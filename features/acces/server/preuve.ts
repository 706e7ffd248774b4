import type { FastifyRequest } from 'fastify'
import { confirmPassword, signedIn } from '#features/acces/server/acces.service.ts'
import type { Preuve } from '#features/acces/server/second-facteur.service.ts'
import { origineDe } from '#features/acces/server/tentatives.ts'

/**
 * Compares the password that the signed-in member gives once more, before the transaction of his call. The attempt stays counted until
 * the call gives it back. @throws tropDeTentatives (429), indisponible (503)
 */
export const provePassword = (request: FastifyRequest, password: string): Promise<Preuve> =>
  confirmPassword(request.server.pool, origineDe(request), signedIn(request.session).actor, password)

/** The same for a call that asks for nothing else: the attempt of a right password is given back at once. */
export async function proveOnce(request: FastifyRequest, password: string): Promise<Preuve> {
  const preuve = await provePassword(request, password)
  if (preuve.hash !== null) await preuve.refund()
  return preuve
}
