import type { FastifyInstance } from 'fastify'
import { journalEndpoints } from '#features/journal/journal.contract.ts'
import { exportJournal } from '#features/journal/server/journal.documents.ts'
import { listJournal, inSearch } from '#features/journal/server/journal.read.ts'
import type { Db } from '#server/database/db.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { defineFeature } from '#server/feature.ts'
import { connectionSignal } from '#server/http/listener.ts'
import { fileRoute, route } from '#server/http/route.ts'

export const journal = defineFeature({
  routes: [routes],
  calls: { journal: journalEndpoints },
})

function routes(app: FastifyInstance): void {
  route(app, journalEndpoints.list, ({ query }, { pool, request, actor }) => {
    const read = (db: Db) => listJournal(db, query)
    if (query.q === '') return inSnapshot(pool, read)
    return inSearch(pool, { signal: connectionSignal(request.raw), owner: actor.id }, read)
  })
  fileRoute(app, journalEndpoints.export, ({ query }, context) => exportJournal(query, context))
}
