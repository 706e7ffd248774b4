import type { FastifyInstance } from 'fastify'
import { acquereursEndpoints, dossiersEndpoints } from '#features/ventes/dossiers.contract.ts'
import { saveAcquereurs } from '#features/ventes/server/acquereurs.service.ts'
import { listDossiers } from '#features/ventes/server/dossiers.list.ts'
import { readDossier } from '#features/ventes/server/dossiers.read.ts'
import { updateDossier } from '#features/ventes/server/dossiers.service.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { route, fileRoute } from '#server/http/route.ts'
import {
  desistementEndpoints,
  remboursementsEndpoints,
  transfertsEndpoints,
} from '#features/ventes/fins.contract.ts'
import { sendPapiers } from '#features/papiers/server/papiers.pdf.ts'
import { composeRelances } from '#features/papiers/server/papiers.relances.ts'
import { composeDemande, composeRemboursement } from '#features/papiers/server/papiers.sans-numero.ts'
import { endVente, reopenVente, updateDesistement } from '#features/ventes/server/desistement.service.ts'
import { createRemboursement, deleteRemboursement } from '#features/ventes/server/remboursements.service.ts'
import { cedeVente, transferVente } from '#features/ventes/server/transferts.service.ts'
import { relancesEndpoints } from '#features/ventes/relances.contract.ts'
import { createRelances } from '#features/ventes/server/relances.service.ts'

export function dossiersRoutes(app: FastifyInstance): void {
  finsRoutes(app)
  relancesRoutes(app)
  route(app, dossiersEndpoints.list, ({ query }, { db }) => listDossiers(db, query))
  route(app, dossiersEndpoints.read, ({ params }, { db }) =>
    inSnapshot(db, (instant) => readDossier(instant, params.id)),
  )
  route(app, dossiersEndpoints.update, ({ params, body }, { db, actor }) =>
    updateDossier(db, actor, params.id, body),
  )
  route(app, acquereursEndpoints.save, ({ params, body }, { db, actor }) =>
    saveAcquereurs(db, actor, params.id, body),
  )
}

function finsRoutes(app: FastifyInstance): void {
  const { desister, updateDesistement: modifier, rouvrir, demande } = desistementEndpoints
  route(app, desister, ({ params, body }, { db, actor }) => endVente(db, actor, params.id, body))
  route(app, modifier, ({ params, body }, { db, actor }) => updateDesistement(db, actor, params.id, body))
  route(app, rouvrir, ({ params }, { db, actor }) => reopenVente(db, actor, params.id))
  fileRoute(app, demande, ({ params, query }, context) =>
    sendPapiers(context, (db) => composeDemande(db, params.id, query.langue)),
  )
  const { create, remove, recu } = remboursementsEndpoints
  route(app, create, ({ params, body }, { db, actor }) => createRemboursement(db, actor, params.id, body))
  route(app, remove, async ({ params }, { db, actor }) => {
    await deleteRemboursement(db, actor, params.id)
  })
  fileRoute(app, recu, ({ params, query }, context) =>
    sendPapiers(context, (db) => composeRemboursement(db, params.id, query.langue), {
      table: 'remboursements',
      id: params.id,
      tirage: query.tirage,
    }),
  )
  const { transferer, ceder } = transfertsEndpoints
  route(app, transferer, ({ params, body }, { db, actor }) => transferVente(db, actor, params.id, body))
  route(app, ceder, ({ params, body }, { db, actor }) => cedeVente(db, actor, params.id, body))
}

function relancesRoutes(app: FastifyInstance): void {
  route(app, relancesEndpoints.create, async ({ body }, { db, actor }) => {
    const made = await createRelances(db, actor, body)
    const { length } = made.relances
    return { ...made, message: length > 1 ? `${length} relances notées.` : relancesEndpoints.create.succes }
  })
  fileRoute(app, relancesEndpoints.lettres, ({ query }, context) =>
    sendPapiers(context, (db) => composeRelances(db, query.ventes, query.langue)),
  )
}
