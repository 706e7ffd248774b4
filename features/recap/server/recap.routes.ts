import type { FastifyInstance } from 'fastify'
import { payeursEndpoints } from '#features/paiements/versements.contract.ts'
import { recapEndpoints } from '#features/recap/recap.contract.ts'
import { readRecapModele } from '#features/recap/server/recap.documents.ts'
import { listRecap } from '#features/recap/server/recap.service.ts'
import { contentDisposition } from '#server/documents/download.ts'
import { recapPdf, recapXlsx } from '#features/recap/server/recap.ts'
import { fileRoute, route } from '#server/http/route.ts'

export function recapRoutes(app: FastifyInstance): void {
  route(app, payeursEndpoints.list, ({ query }, { db }) => listRecap(db, query))
  fileRoute(app, recapEndpoints.export, async ({ query }, { read, signal, inTurn }) => ({
    content: await inTurn(async () => recapXlsx(await read((db) => readRecapModele(db, query)), { signal })),
    disposition: contentDisposition('recap-paiements.xlsx'),
  }))
  fileRoute(app, recapEndpoints.exportPdf, async ({ query }, { read, signal, files, inTurn }) => ({
    content: await inTurn(async () =>
      recapPdf(await read((db) => readRecapModele(db, query)), { signal, files }),
    ),
    disposition: contentDisposition('recap-paiements.pdf'),
  }))
  fileRoute(app, recapEndpoints.printPdf, async ({ query }, { read, signal, files, inTurn }) => ({
    content: await inTurn(async () =>
      recapPdf(await read((db) => readRecapModele(db, query)), { signal, files }),
    ),
    disposition: contentDisposition('recap-paiements.pdf', 'inline'),
  }))
}
