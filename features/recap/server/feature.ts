import type { FastifyInstance } from 'fastify'
import { payeursEndpoints } from '#features/paiements/versements.contract.ts'
import { recapEndpoints } from '#features/recap/recap.contract.ts'
import { listRecap } from '#features/recap/server/recap.service.ts'
import { readRecapModele, recapPdf, recapXlsx } from '#features/recap/server/recap.ts'
import { contentDisposition } from '#server/documents/download.ts'
import { defineFeature } from '#server/feature.ts'
import { fileRoute, route } from '#server/http/route.ts'

export const recap = defineFeature({
  routes: [routes],
  calls: { recap: { ...payeursEndpoints, ...recapEndpoints } },
})

function routes(app: FastifyInstance): void {
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
