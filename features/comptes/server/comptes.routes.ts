import type { FastifyInstance } from 'fastify'
import { comptesEndpoints } from '#features/comptes/comptes.contract.ts'
import {
  createCompte,
  listComptes,
  readDernierCompte,
  updateCompte,
} from '#features/comptes/server/comptes.service.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { route } from '#server/http/route.ts'

export function comptesRoutes(app: FastifyInstance): void {
  route(app, comptesEndpoints.list, (_input, { db }) =>
    inSnapshot(db, async (instant) => ({
      data: await listComptes(instant),
      dernier: await readDernierCompte(instant),
    })),
  )
  route(app, comptesEndpoints.create, ({ body }, { db, actor }) => createCompte(db, actor, body))
  route(app, comptesEndpoints.update, ({ params, body }, { db, actor }) =>
    updateCompte(db, actor, params.id, body),
  )
}
