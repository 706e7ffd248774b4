import type { FastifyInstance, FastifyReply } from 'fastify'
import { importsEndpoints } from '#features/imports/imports.contract.ts'
import {
  cancelImport,
  confirmImport,
  listImports,
  listMessages,
  readImport,
  receiveImport,
} from '#features/imports/server/imports.service.ts'
import { Travaux, type Travail } from '#features/imports/server/travail.ts'
import { route } from '#server/http/route.ts'

export function importsRoutes(app: FastifyInstance): void {
  const travaux = new Travaux(app)
  route(app, importsEndpoints.list, ({ query }, { db }) => listImports(db, query))
  route(app, importsEndpoints.create, async ({ body, file }, { db, actor, reply, afterCommit }) => {
    const recu = await receiveImport(db, actor, file, body.modifier ?? false)
    afterCommit(async () => beginAfter(reply, travaux, { id: recu.id, etape: 'lecture', actor }))
    return { ...recu, message: importsEndpoints.create.succes }
  })
  route(app, importsEndpoints.read, ({ params }, { db }) => readImport(db, params.id))
  route(app, importsEndpoints.messages, ({ params, query }, { db }) => listMessages(db, params.id, query))
  route(app, importsEndpoints.confirmer, async ({ params }, { db, actor, reply, afterCommit }) => {
    const confirme = await confirmImport(db, actor, params.id)
    afterCommit(async () => beginAfter(reply, travaux, { id: params.id, etape: 'ecriture', actor }))
    return { ...confirme, message: importsEndpoints.confirmer.succes }
  })
  route(app, importsEndpoints.annuler, async ({ params }, { db, actor, afterCommit }) => {
    const { annule, message } = await cancelImport(db, actor, params.id)
    afterCommit(async () => travaux.stop(params.id))
    return { ...annule, message }
  })
}

/** Begins a work once its answer is out, or given up: the answer does not wait behind it. */
function beginAfter({ raw }: FastifyReply, travaux: Travaux, travail: Travail): void {
  const begin = () => {
    raw.off('finish', begin).off('close', begin)
    setImmediate(() => travaux.begin(travail))
  }
  if (raw.writableFinished || raw.destroyed) begin()
  else raw.once('finish', begin).once('close', begin)
}
