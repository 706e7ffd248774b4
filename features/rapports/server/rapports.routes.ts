import type { FastifyInstance } from 'fastify'
import { appelsDuBien, paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { payeursEndpoints, recapEndpoints } from '#features/rapports/recap.contract.ts'
import { registresEndpoints } from '#features/rapports/registres.contract.ts'
import { listCaisse } from '#features/rapports/server/caisse.service.ts'
import { listRecap } from '#features/rapports/server/recap.service.ts'
import { readRecapModele, recapPdf, recapXlsx } from '#features/rapports/server/recap.ts'
import { listRecus } from '#features/rapports/server/registre.service.ts'
import { readCaisseListe, readRegistreListe } from '#features/rapports/server/registres.documents.ts'
import { type Portee, readReleveModele } from '#features/rapports/server/releve.read.ts'
import { relevePdf } from '#features/rapports/server/releve.ts'
import { readVersementsListe } from '#features/rapports/server/versements.documents.ts'
import { listVersements } from '#features/rapports/server/versements.read.ts'
import { versementsEndpoints } from '#features/rapports/versements.contract.ts'
import { GENRES, TYPES_DE_BIEN } from '#shared/biens.ts'
import { fichierDuPapier, type Langue } from '#shared/papiers.ts'
import { contentDisposition } from '#server/documents/download.ts'
import { sendExport } from '#server/documents/liste.ts'
import { type FileAnswer, type FileContext, fileRoute, route } from '#server/http/route.ts'

export function versementsRoutes(app: FastifyInstance): void {
  route(app, versementsEndpoints.list, ({ query }, { db }) => listVersements(db, query))
  fileRoute(app, versementsEndpoints.export, ({ query }, context) =>
    sendExport(query, context, (db, checkTotal) => readVersementsListe(db, query, checkTotal)),
  )
}

/** The calls of a payment's contract that print statements; a payment does not know them. */
export function relevesRoutes(app: FastifyInstance): void {
  for (const type of TYPES_DE_BIEN) {
    fileRoute(app, appelsDuBien[type].print, ({ params: { id }, query: { langue } }, context) =>
      releve(context, { portee: 'bien', type, id }, `paiements_${GENRES[type].chemin}_${id}`, langue),
    )
  }
  fileRoute(app, paiementsEndpoints.printClient, ({ params: { id }, query: { langue } }, context) =>
    releve(context, { portee: 'client', id }, `paiements_client_${id}`, langue),
  )
  // The statement of all payments exists in French only.
  fileRoute(app, paiementsEndpoints.printAll, (_input, context) =>
    releve(context, { portee: 'tous' }, 'tous_les_paiements', 'fr'),
  )
}

async function releve(
  { read, signal, files, inTurn }: FileContext,
  portee: Portee,
  name: string,
  langue: Langue,
): Promise<FileAnswer> {
  const content = await inTurn(async () =>
    relevePdf(await read((db) => readReleveModele(db, portee, langue)), { signal, files }),
  )
  return { content, disposition: contentDisposition(fichierDuPapier(name, langue)) }
}

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

export function registresRoutes(app: FastifyInstance): void {
  route(app, registresEndpoints.listRecus, ({ query }, { db, pool }) => listRecus(db, pool, query))
  fileRoute(app, registresEndpoints.exportRecus, ({ query }, context) =>
    sendExport(query, context, (db, checkTotal) => readRegistreListe(db, context.pool, query, checkTotal)),
  )
  route(app, registresEndpoints.listCaisse, ({ query }, { db }) => listCaisse(db, query))
  fileRoute(app, registresEndpoints.exportCaisse, ({ query }, context) =>
    sendExport(query, context, (db, checkTotal) => readCaisseListe(db, query, checkTotal)),
  )
}
