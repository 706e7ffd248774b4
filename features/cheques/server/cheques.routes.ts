import type { FastifyInstance } from 'fastify'
import { chequesEndpoints } from '#features/cheques/cheques.contract.ts'
import { listCheques } from '#features/cheques/server/cheques.read.ts'
import { rejectCheque, representCheque, undoStep } from '#features/cheques/server/cheques.etapes.ts'
import { clearCheques } from '#features/cheques/server/cheques.service.ts'
import {
  createRemise,
  deleteRemise,
  listRemises,
  readRemise,
} from '#features/cheques/server/remises.service.ts'
import { formatEtat } from '#features/paiements/modes.ts'
import { nombreDeCheques } from '#features/paiements/paiements.rules.ts'
import { toPaiement } from '#features/paiements/server/paiements.wire.ts'
import { formatMontant } from '#shared/argent.ts'
import { enumerer } from '#shared/nommer.ts'
import { formatCompte } from '#shared/texte.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { route } from '#server/http/route.ts'

export function chequesRoutes(app: FastifyInstance): void {
  route(app, chequesEndpoints.rejeter, async ({ params, body }, { db, actor }) => {
    const cheque = toPaiement(await rejectCheque(db, actor, params.id, body))
    const message = `Chèque rejeté : le reste à payer augmente de ${formatMontant(cheque.groupe?.montant ?? cheque.versement)}.`
    return { ...cheque, message }
  })
  route(app, chequesEndpoints.representer, async ({ params, body }, { db, actor }) => {
    const paiement = toPaiement(await representCheque(db, actor, params.id, body.date_paiement))
    const recus = paiement.groupe?.recus ?? [paiement.recu]
    const mot = recus.length > 1 ? 'reçus' : 'reçu'
    return { ...paiement, message: `Chèque représenté : ${mot} N° ${enumerer('fr', recus)}.` }
  })
  route(app, chequesEndpoints.annulerEtape, async ({ params, body }, { db, actor }) => {
    const cheque = toPaiement(await undoStep(db, actor, params.id, body.version))
    return { ...cheque, message: `Étape annulée : le chèque est ${formatEtat(cheque.etat ?? 'recu')}.` }
  })
  route(app, chequesEndpoints.listCheques, ({ query }, { db }) => listCheques(db, query))
  route(app, chequesEndpoints.encaisser, async ({ body }, { db, actor }) => {
    const data = await clearCheques(db, actor, body)
    const nombre = nombreDeCheques(data)
    return { data, message: `${formatCompte(nombre, 'chèque encaissé', 'chèques encaissés')}.` }
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
  route(app, chequesEndpoints.deleteRemise, async ({ params }, { db, actor }) => {
    await deleteRemise(db, actor, params.id)
  })
}
