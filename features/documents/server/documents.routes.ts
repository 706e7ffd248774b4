import type { FastifyInstance } from 'fastify'
import { documentsEndpoints } from '#features/documents/documents.contract.ts'
import { composePapier } from '#features/documents/server/documents.compose.ts'
import {
  annulerDocument,
  etablirDocument,
  listDocuments,
  prepareDocument,
  readTirage,
  type PapierPret,
} from '#features/documents/server/documents.service.ts'
import { papierPdf } from '#features/documents/server/papier.ts'
import { contentDisposition } from '#server/documents/download.ts'
import { fileRoute, route } from '#server/http/route.ts'

/** The papers of a vente. */
export function documentsRoutes(app: FastifyInstance): void {
  const { list, apercu, etablir, pdf, annuler } = documentsEndpoints
  route(app, list, ({ params }, { db }) => listDocuments(db, params.id))
  fileRoute(app, apercu, async ({ params, query }, { read, signal, files }) => {
    const { modele, logo } = await read((db) => composePapier(db, params.id, query))
    return {
      content: await papierPdf(
        modele,
        { numero: null, code: null, etat: 'valide' },
        { signal, exact: true, files, logo },
      ),
      disposition: contentDisposition(`projet_${query.type}_${params.id}.pdf`, 'inline'),
    }
  })
  route(
    app,
    etablir,
    async ({ params, body }, { db, actor }, pret: PapierPret) => ({
      ...(await etablirDocument(db, actor, params.id, body, pret)),
      message: etablir.succes,
    }),
    { prepare: ({ params, body }) => prepareDocument(app.pool, params.id, body) },
  )
  fileRoute(app, pdf, async ({ params }, { read, signal, files }) => {
    const { modele, tirage, logo } = await read((db) => readTirage(db, params.id))
    return {
      content: await papierPdf(modele, tirage, { signal, files, logo }),
      disposition: contentDisposition(`${tirage.numero}.pdf`, 'inline'),
    }
  })
  route(app, annuler, async ({ params, body }, { db, actor }) => ({
    ...(await annulerDocument(db, actor, params.id, body.motif)),
    message: annuler.succes,
  }))
}
