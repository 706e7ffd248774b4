import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import { signedIn } from '#features/acces/server/acces.service.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { readClientAssets } from '#features/ventes/server/ventes.assets.ts'
import { sellBien } from '#features/ventes/server/vendre.service.ts'
import { withdrawClient } from '#features/ventes/server/ventes.service.ts'
import type { assignerInput } from '#features/ventes/ventes.contract.ts'
import type { TypeBien } from '#shared/biens.ts'
import type { idParams } from '#shared/champs.ts'
import type { Endpoint, Inside } from '#shared/endpoint.ts'
import type { Db } from '#server/database/db.ts'
import { route, type Answered } from '#server/http/route.ts'

/** Serves the sales of a client; the feature `clients` knows of no sale. */
export function ventesRoutes(app: FastifyInstance): void {
  route(app, clientsEndpoints.assets, ({ params }, { db }) => readClientAssets(db, params.id))
}

interface Calls<R extends z.ZodMiniType> {
  type: TypeBien
  assign: Endpoint<typeof idParams, undefined, typeof assignerInput, R>
  withdraw: Endpoint<typeof idParams, undefined, undefined, R>
  answer: (db: Db, id: number) => Promise<Answered<Inside<R>>>
}

/** Adds the two calls that sell a bien of one kind to a client and take it back. */
export function venteRoutes<R extends z.ZodMiniType>(
  app: FastifyInstance,
  { type, assign, withdraw, answer }: Calls<R>,
): void {
  route(app, assign, async ({ params: { id }, body }, { db, actor, session }) => {
    await sellBien(db, actor, { type, id, role: signedIn(session).role }, body)
    return answer(db, id)
  })
  route(app, withdraw, async ({ params }, { db, actor, ...life }) => {
    await withdrawClient(db, actor, type, params.id, life)
    return answer(db, params.id)
  })
}
