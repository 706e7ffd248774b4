import type { FastifyInstance } from 'fastify'
import { piecesEndpoints } from '#features/pieces/pieces.contract.ts'
import { addPiece, deletePiece, listPieces, readFichier } from '#features/pieces/server/pieces.service.ts'
import { inSnapshot } from '#server/database/reading.ts'
import { contentDisposition } from '#server/documents/download.ts'
import { fileRoute, route } from '#server/http/route.ts'

export function piecesRoutes(app: FastifyInstance): void {
  route(app, piecesEndpoints.list, ({ query }, { db }) =>
    inSnapshot(db, (instant) => listPieces(instant, query)),
  )
  route(app, piecesEndpoints.create, async ({ body, file }, { db, actor }) => ({
    ...(await addPiece(db, actor, body, file)),
    message: piecesEndpoints.create.succes,
  }))
  fileRoute(app, piecesEndpoints.fichier, async ({ params }, { db, files }) => {
    const { fileId, nom, type } = await readFichier(db, params.id)
    return { content: files.read(fileId), disposition: contentDisposition(nom, 'inline'), type }
  })
  route(app, piecesEndpoints.remove, async ({ params }, { db, actor, ...life }) => {
    await deletePiece(db, actor, params.id, life)
    return { message: piecesEndpoints.remove.succes }
  })
}
