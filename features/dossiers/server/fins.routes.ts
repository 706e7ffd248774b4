import type { FastifyInstance } from 'fastify'
import { desistementEndpoints } from '#features/dossiers/desistement.contract.ts'
import { remboursementsEndpoints } from '#features/dossiers/remboursements.contract.ts'
import { demandePdf } from '#features/dossiers/server/demande.ts'
import { reopen, updateDesistement, withdraw } from '#features/dossiers/server/desistement.service.ts'
import { readDemandeModele, readRemboursementModele } from '#features/dossiers/server/fins.documents.ts'
import { remboursementPdf } from '#features/dossiers/server/remboursement.ts'
import { createRemboursement, deleteRemboursement } from '#features/dossiers/server/remboursements.service.ts'
import { assignVente, transferVente } from '#features/dossiers/server/transferts.service.ts'
import { transfertsEndpoints } from '#features/dossiers/transferts.contract.ts'
import { contentDisposition } from '#server/documents/download.ts'
import { fileRoute, route } from '#server/http/route.ts'

/** How a sale ends, or moves. */
export function finsRoutes(app: FastifyInstance): void {
  const { desister, updateDesistement: modifier, rouvrir, demande } = desistementEndpoints
  route(app, desister, async ({ params, body }, { db, actor }) => ({
    ...(await withdraw(db, actor, params.id, body)),
    message: desister.succes,
  }))
  route(app, modifier, async ({ params, body }, { db, actor }) => ({
    ...(await updateDesistement(db, actor, params.id, body)),
    message: modifier.succes,
  }))
  route(app, rouvrir, async ({ params }, { db, actor }) => ({
    ...(await reopen(db, actor, params.id)),
    message: rouvrir.succes,
  }))
  fileRoute(app, demande, async ({ params }, { read, signal, files }) => {
    const modele = await read((db) => readDemandeModele(db, params.id))
    return {
      content: await demandePdf(modele, { signal, files }),
      disposition: contentDisposition(`desistement_${modele.dossier}.pdf`),
    }
  })
  const { create, remove, recu } = remboursementsEndpoints
  route(app, create, async ({ params, body }, { db, actor }) => ({
    ...(await createRemboursement(db, actor, params.id, body)),
    message: create.succes,
  }))
  route(app, remove, async ({ params }, { db, actor }) => {
    await deleteRemboursement(db, actor, params.id)
    return { message: remove.succes }
  })
  fileRoute(app, recu, async ({ params }, { read, signal, files }) => {
    const modele = await read((db) => readRemboursementModele(db, params.id))
    return {
      content: await remboursementPdf(modele, { signal, files }),
      disposition: contentDisposition(`remboursement_${modele.numero}.pdf`),
    }
  })
  const { transferer, ceder } = transfertsEndpoints
  route(app, transferer, async ({ params, body }, { db, actor }) => ({
    ...(await transferVente(db, actor, params.id, body)),
    message: transferer.succes,
  }))
  route(app, ceder, async ({ params, body }, { db, actor }) => ({
    ...(await assignVente(db, actor, params.id, body)),
    message: ceder.succes,
  }))
}
