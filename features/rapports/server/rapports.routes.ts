import type { FastifyInstance } from 'fastify'
import { chargesRapportEndpoints } from '#features/rapports/charges.contract.ts'
import { payeursEndpoints, recapEndpoints } from '#features/rapports/recap.contract.ts'
import { encaissementsEndpoints } from '#features/rapports/encaissements.contract.ts'
import { previsionsDuRapport } from '#features/rapports/previsions.contract.ts'
import { listPrevisions } from '#features/rapports/server/previsions.service.ts'
import { rapportsEndpoints } from '#features/rapports/rapports.contract.ts'
import { registresEndpoints } from '#features/rapports/registres.contract.ts'
import { listEncaissements } from '#features/rapports/server/encaissements.service.ts'
import { ventesRapportEndpoints } from '#features/rapports/ventes.contract.ts'
import { listRapportDesVentes } from '#features/rapports/server/ventes.service.ts'
import { EXPORTS } from '#features/rapports/server/rapports.exports.ts'
import { listResidences } from '#features/rapports/server/residences.service.ts'
import { residencesRapportEndpoints } from '#features/rapports/residences.contract.ts'
import { readCharges } from '#features/rapports/server/charges.service.ts'
import { listCaisse } from '#features/rapports/server/caisse.service.ts'
import { listRecap } from '#features/rapports/server/recap.service.ts'
import { readRecapModele, recapXlsx } from '#features/rapports/server/recap.ts'
import { listRecus } from '#features/rapports/server/registre.service.ts'
import { readCaisseListe, readRegistreListe } from '#features/rapports/server/registres.documents.ts'
import { readVersementsListe } from '#features/rapports/server/versements.documents.ts'
import { listVersements } from '#features/rapports/server/versements.read.ts'
import { readTva } from '#features/rapports/server/tva.service.ts'
import { banqueEndpoints } from '#features/rapports/banque.contract.ts'
import { listBanque, pointer } from '#features/rapports/server/banque.service.ts'
import { tvaEndpoints } from '#features/rapports/tva.contract.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { versementsEndpoints } from '#features/rapports/versements.contract.ts'
import { contentDisposition } from '#server/documents/download.ts'
import { sendExport } from '#server/documents/liste.ts'
import { refuse } from '#server/http/errors.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { fileRoute, route } from '#server/http/route.ts'

export function versementsRoutes(app: FastifyInstance): void {
  route(app, versementsEndpoints.list, ({ query }, { db }) => listVersements(db, query))
  fileRoute(app, versementsEndpoints.export, ({ query }, context) =>
    sendExport(query, context, (db, checkTotal) => readVersementsListe(db, query, checkTotal)),
  )
}

export function recapRoutes(app: FastifyInstance): void {
  route(app, payeursEndpoints.list, ({ query }, { db }) => listRecap(db, query))
  fileRoute(app, recapEndpoints.export, async ({ query }, { read, signal, inTurn }) => ({
    content: await inTurn(async () => recapXlsx(await read((db) => readRecapModele(db, query)), { signal })),
    disposition: contentDisposition('recap-paiements.xlsx'),
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

export function rapportsRoutes(app: FastifyInstance): void {
  route(app, banqueEndpoints.read, ({ query }, { db }) => listBanque(db, query))
  route(app, banqueEndpoints.pointer, ({ body }, { db, actor }) => pointer(db, actor, body))
  route(app, tvaEndpoints.read, ({ query }, { db }) => inSnapshot(db, (instant) => readTva(instant, query)))
  route(app, residencesRapportEndpoints.residences, ({ query }, { db }) => listResidences(db, query))
  route(app, chargesRapportEndpoints.charges, ({ query }, { db }) => readCharges(db, query))
  route(app, previsionsDuRapport.read, ({ query }, { db }) => listPrevisions(db, query))
  route(app, encaissementsEndpoints.read, ({ query }, { db }) => listEncaissements(db, query))
  route(app, ventesRapportEndpoints.ventes, ({ query }, { db }) => listRapportDesVentes(db, query))
  fileRoute(app, rapportsEndpoints.export, ({ params, query: { format, ...demande } }, context) => {
    const fichiers = EXPORTS.get(params.rapport)
    if (!fichiers) throw refuse(communesErreurs.introuvable)
    return (fichiers[format] ?? fichiers.xlsx)(demande, context)
  })
}
