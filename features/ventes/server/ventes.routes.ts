import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import { signedIn } from '#features/acces/server/acces.service.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { acquereursEndpoints } from '#features/ventes/acquereurs.contract.ts'
import { dossiersEndpoints } from '#features/ventes/dossiers.contract.ts'
import {
  desistementEndpoints,
  remboursementsEndpoints,
  transfertsEndpoints,
} from '#features/ventes/fins.contract.ts'
import { relancesEndpoints } from '#features/ventes/relances.contract.ts'
import { saveAcquereurs } from '#features/ventes/server/acquereurs.service.ts'
import { endVente, reopenVente, updateDesistement } from '#features/ventes/server/desistement.service.ts'
import { readDossiersListe } from '#features/ventes/server/dossiers.documents.ts'
import { listDossiers } from '#features/ventes/server/dossiers.list.ts'
import { readDossier } from '#features/ventes/server/dossiers.read.ts'
import { updateDossier } from '#features/ventes/server/dossiers.service.ts'
import { createRelances, deleteRelance } from '#features/ventes/server/relances.service.ts'
import { createRemboursement, deleteRemboursement } from '#features/ventes/server/remboursements.service.ts'
import { cedeVente, transferVente } from '#features/ventes/server/transferts.service.ts'
import { sellBien } from '#features/ventes/server/vendre.service.ts'
import { readClientAssets } from '#features/ventes/server/ventes.assets.ts'
import { withdrawClient } from '#features/ventes/server/ventes.service.ts'
import type { assignerInput } from '#features/ventes/ventes.contract.ts'
import type { TypeBien } from '#shared/biens.ts'
import type { idParams } from '#shared/champs/codecs.ts'
import type { Endpoint, Inside } from '#shared/endpoint.ts'
import type { Db } from '#server/database/db.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { sendExport } from '#server/documents/liste.ts'
import { fileRoute, route, type Answered } from '#server/http/route.ts'

export function ventesRoutes(app: FastifyInstance): void {
  dossiersRoutes(app)
  finsRoutes(app)
  relancesRoutes(app)
  // The feature `clients` knows no sale, so its call that lists them is served here.
  route(app, clientsEndpoints.assets, ({ params }, { db }) => readClientAssets(db, params.id))
}

function dossiersRoutes(app: FastifyInstance): void {
  route(app, dossiersEndpoints.list, ({ query }, { db }) => listDossiers(db, query))
  fileRoute(app, dossiersEndpoints.export, ({ query }, context) =>
    sendExport({ format: 'xlsx' }, context, (db) => readDossiersListe(db, query)),
  )
  route(app, dossiersEndpoints.read, ({ params }, { db }) =>
    inSnapshot(db, (instant) => readDossier(instant, params.id)),
  )
  route(app, dossiersEndpoints.update, ({ params, body }, { db, actor, session }) =>
    updateDossier(db, actor, { id: params.id, role: signedIn(session).role }, body),
  )
  route(app, acquereursEndpoints.save, ({ params, body }, { db, actor }) =>
    saveAcquereurs(db, actor, params.id, body),
  )
}

function finsRoutes(app: FastifyInstance): void {
  const { desister, updateDesistement: modifier, rouvrir } = desistementEndpoints
  route(app, desister, ({ params, body }, { db, actor }) => endVente(db, actor, params.id, body))
  route(app, modifier, ({ params, body }, { db, actor }) => updateDesistement(db, actor, params.id, body))
  route(app, rouvrir, ({ params }, { db, actor }) => reopenVente(db, actor, params.id))
  const { create, remove } = remboursementsEndpoints
  route(app, create, ({ params, body }, { db, actor }) => createRemboursement(db, actor, params.id, body))
  route(app, remove, async ({ params }, { db, actor }) => {
    await deleteRemboursement(db, actor, params.id)
  })
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
  route(app, relancesEndpoints.remove, async ({ params }, { db, actor }) => {
    await deleteRelance(db, actor, params.id)
  })
}

interface Calls<R extends z.ZodMiniType> {
  type: TypeBien
  assign: Endpoint<typeof idParams, undefined, typeof assignerInput, R>
  withdraw: Endpoint<typeof idParams, undefined, undefined, R>
  answer: (db: Db, id: number) => Promise<Answered<Inside<R>>>
}

/** Adds the two calls that sell a bien of one kind to a client and take it back. */
export function venteDuBienRoutes<R extends z.ZodMiniType>(
  app: FastifyInstance,
  { type, assign, withdraw, answer }: Calls<R>,
): void {
  route(app, assign, async ({ params: { id }, body }, { db, actor, session }) => {
    await sellBien(db, actor, { type, id, role: signedIn(session).role }, body)
    return answer(db, id)
  })
  route(app, withdraw, async ({ params }, { db, actor, ...life }) => {
    await withdrawClient(db, actor, type, params.id, life)
    return answer(db, params.id)
  })
}
