import type { FastifyInstance } from 'fastify'
import { chequesEndpoints } from '#features/cheques/cheques.contract.ts'
import { bordereauPdf } from '#features/cheques/server/bordereau.ts'
import { listCheques } from '#features/cheques/server/cheques.read.ts'
import { clearCheques } from '#features/cheques/server/cheques.service.ts'
import { createCompte, listComptes, updateCompte } from '#features/cheques/server/comptes.service.ts'
import {
  createRemise,
  deleteRemise,
  listRemises,
  readBordereau,
  readRemise,
} from '#features/cheques/server/remises.service.ts'
import { formatMontant } from '#shared/argent.ts'
import { formatCompte } from '#shared/texte.ts'
import { inSnapshot } from '#server/database/reading.ts'
import { contentDisposition } from '#server/documents/download.ts'
import { fileRoute, route } from '#server/http/route.ts'

export function chequesRoutes(app: FastifyInstance): void {
  route(app, chequesEndpoints.listCheques, ({ query }, { db }) => listCheques(db, query))
  route(app, chequesEndpoints.encaisser, async ({ body }, { db, actor }) => {
    const data = await clearCheques(db, actor, body)
    return { data, message: `${formatCompte(data.length, 'chèque encaissé', 'chèques encaissés')}.` }
  })
  route(app, chequesEndpoints.listRemises, ({ query }, { db }) => listRemises(db, query))
  route(app, chequesEndpoints.readRemise, ({ params }, { db }) =>
    inSnapshot(db, (instant) => readRemise(instant, params.id)),
  )
  route(app, chequesEndpoints.createRemise, async ({ body }, { db, actor }) => {
    const remise = await createRemise(db, actor, body)
    const contenu = `${formatCompte(remise.nombre, 'chèque')}, ${formatMontant(remise.montant)}`
    return { ...remise, message: `Remise N° ${remise.numero} enregistrée : ${contenu}.` }
  })
  fileRoute(app, chequesEndpoints.bordereau, async ({ params }, { read, signal, files }) => {
    const modele = await read((db) => readBordereau(db, params.id))
    return {
      content: await bordereauPdf(modele, { signal, files }),
      disposition: contentDisposition(`remise_${modele.numero}.pdf`),
    }
  })
  route(app, chequesEndpoints.deleteRemise, async ({ params }, { db, actor }) => {
    await deleteRemise(db, actor, params.id)
    return { message: chequesEndpoints.deleteRemise.succes }
  })
  route(app, chequesEndpoints.listComptes, async (_input, { db }) => ({ data: await listComptes(db) }))
  route(app, chequesEndpoints.createCompte, async ({ body }, { db, actor }) => ({
    ...(await createCompte(db, actor, body)),
    message: chequesEndpoints.createCompte.succes,
  }))
  route(app, chequesEndpoints.updateCompte, async ({ params, body }, { db, actor }) => ({
    ...(await updateCompte(db, actor, params.id, body)),
    message: chequesEndpoints.updateCompte.succes,
  }))
}
