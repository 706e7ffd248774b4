import type { FastifyInstance } from 'fastify'
import { verifier } from '#features/verification/server/verification.service.ts'
import { verificationEndpoints } from '#features/verification/verification.contract.ts'
import { addressKey } from '#server/http/address.ts'
import { route } from '#server/http/route.ts'

export function verificationRoutes(app: FastifyInstance): void {
  route(app, verificationEndpoints.verifier, ({ query }, { pool, request }) =>
    verifier(pool, addressKey(request.ip), query.code),
  )
}
