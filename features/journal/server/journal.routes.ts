import type { FastifyInstance } from 'fastify'
import { journalEndpoints } from '#features/journal/journal.contract.ts'
import { exportJournal } from '#features/journal/server/journal.documents.ts'
import { listJournal } from '#features/journal/server/journal.read.ts'
import { inSnapshot } from '#server/database/reading.ts'
import { fileRoute, route } from '#server/http/route.ts'

export function journalRoutes(app: FastifyInstance): void {
  route(app, journalEndpoints.list, ({ query }, { db }) =>
    inSnapshot(db, (instant) => listJournal(instant, query)),
  )
  fileRoute(app, journalEndpoints.export, ({ query }, context) => exportJournal(query, context))
}
