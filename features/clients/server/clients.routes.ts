import { allClients, listClients } from '#features/clients/server/clients.list.ts'
import type { FastifyInstance } from 'fastify'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import {
  completeManques,
  createClient,
  deleteClient,
  readClient,
  sayManques,
  updateClient,
} from '#features/clients/server/clients.service.ts'
import { findDoublons } from '#features/clients/server/doublons.read.ts'
import { fichierAnswer } from '#server/files/intact.ts'
import { route, fileRoute } from '#server/http/route.ts'
import { civiliteEndpoints } from '#features/clients/civilite.contract.ts'
import { fichesEndpoints, piecesEndpoints } from '#features/clients/fiches.contract.ts'
import { readCivilite, updateCivilite } from '#features/clients/server/civilite.service.ts'
import { eraseClient } from '#features/clients/server/effacement.service.ts'
import { readFiche, updateIdentite } from '#features/clients/server/fiches.service.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { addPiece, deletePiece, listPieces, readFichier } from '#features/clients/server/pieces.service.ts'

export function clientsRoutes(app: FastifyInstance): void {
  route(app, clientsEndpoints.list, ({ query }, { db }) => listClients(db, query))
  route(app, clientsEndpoints.all, ({ query }, { db }) => allClients(db, query))
  route(app, clientsEndpoints.read, async ({ params }, { db }) => sayManques(await readClient(db, params.id)))
  route(app, clientsEndpoints.doublons, async ({ query }, { db }) => ({
    data: await findDoublons(db, query),
  }))
  route(app, clientsEndpoints.create, async ({ body }, { db, actor }) =>
    sayManques(await createClient(db, actor, body)),
  )
  route(
    app,
    clientsEndpoints.update,
    async ({ params, body }, { db, actor }) => sayManques(await updateClient(db, actor, params.id, body)),
    { complete: (body, { id }, db) => completeManques(db, id, body) },
  )
  route(app, clientsEndpoints.remove, async ({ params }, { db, actor, ...life }) => {
    await deleteClient(db, actor, params.id, life)
  })
}

export function fichesRoutes(app: FastifyInstance): void {
  route(app, fichesEndpoints.read, ({ params }, { db }) =>
    inSnapshot(db, (instant) => readFiche(instant, params.id)),
  )
  route(app, fichesEndpoints.update, ({ params, body }, { db, actor }) =>
    updateIdentite(db, actor, params.id, body),
  )
  route(app, civiliteEndpoints.read, ({ params }, { db }) => readCivilite(db, params.id))
  route(app, civiliteEndpoints.update, ({ params, body }, { db, actor }) =>
    updateCivilite(db, actor, params.id, body),
  )
  route(app, fichesEndpoints.erase, async ({ params, body }, { db, actor, files, afterCommit }) => {
    await eraseClient(db, { files, afterCommit }, actor, params.id, body.confirmation)
  })
}

export function piecesRoutes(app: FastifyInstance): void {
  route(app, piecesEndpoints.list, ({ query }, { db }) =>
    inSnapshot(db, (instant) => listPieces(instant, query)),
  )
  route(app, piecesEndpoints.create, ({ body, file }, { db, actor }) => addPiece(db, actor, body, file))
  fileRoute(app, piecesEndpoints.fichier, async ({ params }, { db, files }) =>
    fichierAnswer(files, await readFichier(db, params.id)),
  )
  route(app, piecesEndpoints.remove, async ({ params }, { db, actor, ...life }) => {
    await deletePiece(db, actor, params.id, life)
  })
}
