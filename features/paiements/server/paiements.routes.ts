import type { FastifyInstance } from 'fastify'
import { appelsDuBien } from '#features/paiements/paiements.appels.ts'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import {
  readRecuModele,
  readReleveModele,
  type Portee,
} from '#features/paiements/server/paiements.documents.ts'
import {
  listPaiementsDuBien,
  readPaiement,
  readSoldeDuBien,
} from '#features/paiements/server/paiements.read.ts'
import {
  createPaiement,
  deletePaiement,
  updatePaiement,
} from '#features/paiements/server/paiements.service.ts'
import { toListe, toPaiement, toSaisie, toSolde } from '#features/paiements/server/paiements.wire.ts'
import { contentDisposition } from '#server/documents/download.ts'
import { runExport } from '#server/documents/exports.ts'
import { recuPdf } from '#features/paiements/server/recu.ts'
import { relevePdf } from '#features/paiements/server/releve.ts'
import { fileRoute, route, type FileAnswer, type FileContext } from '#server/http/route.ts'
import { GENRES, TYPES_DE_BIEN } from '#shared/biens.ts'

export function paiementsRoutes(app: FastifyInstance): void {
  for (const type of TYPES_DE_BIEN) {
    route(app, appelsDuBien[type].list, async ({ params, query }, { db }) =>
      toListe(await listPaiementsDuBien(db, type, params.id, query)),
    )
    route(app, appelsDuBien[type].solde, async ({ params }, { db }) =>
      toSolde(await readSoldeDuBien(db, type, params.id)),
    )
    fileRoute(app, appelsDuBien[type].print, ({ params: { id } }, context) =>
      releve(context, { portee: 'bien', type, id }, `paiements_${GENRES[type].chemin}_${id}.pdf`),
    )
  }
  route(app, paiementsEndpoints.read, async ({ params }, { db }) =>
    toPaiement(await readPaiement(db, params.id)),
  )
  route(app, paiementsEndpoints.create, async ({ body }, { db, actor }) => ({
    ...toPaiement(await createPaiement(db, actor, toSaisie(body))),
    message: paiementsEndpoints.create.succes,
  }))
  route(app, paiementsEndpoints.update, async ({ params, body }, { db, actor }) => ({
    ...toPaiement(await updatePaiement(db, actor, params.id, toSaisie(body))),
    message: paiementsEndpoints.update.succes,
  }))
  route(app, paiementsEndpoints.remove, async ({ params }, { db, actor }) => {
    await deletePaiement(db, actor, params.id)
    return { message: paiementsEndpoints.remove.succes }
  })
  fileRoute(app, paiementsEndpoints.printSingle, async ({ params: { id } }, { read, signal }) => ({
    content: await recuPdf(await read((db) => readRecuModele(db, id)), { signal }),
    disposition: contentDisposition(`paiement_${id}.pdf`),
  }))
  fileRoute(app, paiementsEndpoints.printClient, ({ params: { id } }, context) =>
    releve(context, { portee: 'client', id }, `paiements_client_${id}.pdf`),
  )
  fileRoute(app, paiementsEndpoints.printAll, (_input, context) =>
    releve(context, { portee: 'tous' }, 'tous_les_paiements.pdf'),
  )
}

async function releve({ read, signal }: FileContext, portee: Portee, name: string): Promise<FileAnswer> {
  const content = await runExport(
    async () => relevePdf(await read((db) => readReleveModele(db, portee)), { signal }),
    signal,
  )
  return { content, disposition: contentDisposition(name) }
}
