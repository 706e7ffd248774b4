import type { FastifyInstance } from 'fastify'
import { payeursEndpoints } from '#features/paiements/payeurs.contract.ts'
import { recapEndpoints } from '#features/recap/recap.contract.ts'
import { readRecapModele } from '#features/recap/server/recap.documents.ts'
import { listRecap } from '#features/recap/server/recap.service.ts'
import { contentDisposition } from '#server/documents/download.ts'
import { runExport } from '#server/documents/exports.ts'
import { recapPdf, recapXlsx } from '#features/recap/server/recap.ts'
import { fileRoute, route } from '#server/http/route.ts'

export function recapRoutes(app: FastifyInstance): void {
  route(app, payeursEndpoints.list, ({ query }, { db }) => listRecap(db, query))
  fileRoute(app, recapEndpoints.export, async ({ query }, { read, signal }) => ({
    content: await runExport(
      async () => recapXlsx(await read((db) => readRecapModele(db, query)), { signal }),
      signal,
    ),
    disposition: contentDisposition('recap-paiements.xlsx'),
  }))
  fileRoute(app, recapEndpoints.exportPdf, async ({ query }, { read, signal, files }) => ({
    content: await runExport(
      async () => recapPdf(await read((db) => readRecapModele(db, query)), { signal, files }),
      signal,
    ),
    disposition: contentDisposition('recap-paiements.pdf'),
  }))
  fileRoute(app, recapEndpoints.printPdf, async ({ query }, { read, signal, files }) => ({
    content: await runExport(
      async () => recapPdf(await read((db) => readRecapModele(db, query)), { signal, files }),
      signal,
    ),
    disposition: contentDisposition('recap-paiements.pdf', 'inline'),
  }))
}
