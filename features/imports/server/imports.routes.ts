import type { FastifyInstance, FastifyReply } from 'fastify'
import { importsEndpoints, portefeuilleEndpoints } from '#features/imports/imports.contract.ts'
import {
  cancelImport,
  confirmImport,
  listImports,
  listMessages,
  readImportWithListes,
  receiveImport,
} from '#features/imports/server/imports.service.ts'
import { defaireImport, previewDefaire } from '#features/imports/server/imports.defaire.ts'
import { answerCorrespondance } from '#features/imports/server/reprise/reponse.ts'
import { Jobs, type Job } from '#features/imports/server/job.ts'
import { closeOurs } from '#features/imports/server/imports.state.ts'
import { route, fileRoute } from '#server/http/route.ts'
import { sendAnnote } from '#features/imports/server/annote.ts'
import { sendPortefeuille } from '#features/imports/server/export.ts'

export function importsRoutes(app: FastifyInstance): void {
  const jobs = new Jobs(app)
  app.addHook('onReady', async () => {
    await closeOurs(app.pool).catch((error: unknown) => app.log.warn({ err: error }, 'imports not closed'))
  })
  route(app, importsEndpoints.list, ({ query }, { db }) => listImports(db, query))
  route(app, importsEndpoints.create, async ({ body, file }, { db, actor, reply, afterCommit }) => {
    const recu = await receiveImport(db, actor, file, body.modifier ?? false)
    afterCommit(async () =>
      beginAfter(reply, jobs, { id: recu.id, etape: 'lecture', actor, revoir: body.revoir ?? false }),
    )
    return recu
  })
  route(app, importsEndpoints.read, ({ params }, { db }) => readImportWithListes(db, params.id))
  route(app, importsEndpoints.correspondance, async ({ params, body }, { db, actor, reply, afterCommit }) => {
    const repondu = await answerCorrespondance(db, actor, params.id, body)
    afterCommit(async () => beginAfter(reply, jobs, { id: params.id, etape: 'lecture', actor }))
    return repondu
  })
  route(app, importsEndpoints.messages, ({ params, query }, { db }) => listMessages(db, params.id, query))
  route(app, importsEndpoints.confirmer, async ({ params }, { db, actor, reply, afterCommit }) => {
    const confirme = await confirmImport(db, actor, params.id)
    afterCommit(async () => beginAfter(reply, jobs, { id: params.id, etape: 'ecriture', actor }))
    return confirme
  })
  route(app, importsEndpoints.annuler, async ({ params }, { db, actor, afterCommit }) => {
    const { annule, message } = await cancelImport(db, actor, params.id)
    afterCommit(async () => jobs.stop(params.id))
    return { ...annule, message }
  })
  route(app, importsEndpoints.defaire, ({ params, body }, { db, actor }) =>
    body.essai ? previewDefaire(db, params.id) : defaireImport(db, actor, params.id),
  )
}

/** Begins a work after its answer is sent or its connection closed, so that the answer does not wait for the work. */
function beginAfter({ raw }: FastifyReply, jobs: Jobs, job: Job): void {
  const begin = () => {
    raw.off('finish', begin).off('close', begin)
    setImmediate(() => jobs.begin(job))
  }
  if (raw.writableFinished || raw.destroyed) begin()
  else raw.once('finish', begin).once('close', begin)
}

export function portefeuilleRoutes(app: FastifyInstance): void {
  fileRoute(app, portefeuilleEndpoints.export, ({ query }, context) => sendPortefeuille(query, context))
  fileRoute(app, importsEndpoints.annote, ({ params }, context) => sendAnnote(params.id, context))
}
