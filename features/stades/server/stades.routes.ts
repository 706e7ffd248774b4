import type { FastifyInstance } from 'fastify'
import { stadesEndpoints } from '#features/stades/stades.contract.ts'
import { listStadesDuBloc, recordStade, withdrawStade } from '#features/stades/server/stades.blocs.ts'
import { createStade, deleteStade, updateStade } from '#features/stades/server/stades.service.ts'
import { inSnapshot } from '#server/database/reading.ts'
import { route } from '#server/http/route.ts'

export function stadesRoutes(app: FastifyInstance): void {
  route(app, stadesEndpoints.list, ({ params }, { db }) =>
    inSnapshot(db, async (instant) => ({ data: await listStadesDuBloc(instant, params.id) })),
  )
  route(app, stadesEndpoints.record, async ({ params, body }, { db, actor }) => {
    const made = await recordStade(db, actor, params.id, params.stadeId, body)
    return { ...made, message: stadesEndpoints.record.succes.replace('.', dueBy(made.echeances)) }
  })
  route(app, stadesEndpoints.withdraw, async ({ params }, { db, actor }) => {
    await withdrawStade(db, actor, params.id, params.stadeId)
    return { message: stadesEndpoints.withdraw.succes }
  })
  route(app, stadesEndpoints.create, async ({ body }, { db, actor }) => ({
    ...(await createStade(db, actor, body)),
    message: stadesEndpoints.create.succes,
  }))
  route(app, stadesEndpoints.update, async ({ params, body }, { db, actor }) => ({
    ...(await updateStade(db, actor, params.id, body)),
    message: stadesEndpoints.update.succes,
  }))
  route(app, stadesEndpoints.remove, async ({ params }, { db, actor }) => {
    await deleteStade(db, actor, params.id)
    return { message: stadesEndpoints.remove.succes }
  })
}

/** « : 3 échéances deviennent exigibles. » */
function dueBy(echeances: number): string {
  if (echeances === 0) return '.'
  return echeances === 1
    ? ' : 1 échéance devient exigible.'
    : ` : ${echeances} échéances deviennent exigibles.`
}
