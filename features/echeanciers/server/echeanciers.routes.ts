import type { FastifyInstance } from 'fastify'
import { echeancierEndpoints, echeancesEndpoints } from '#features/echeanciers/echeances.contract.ts'
import {
  countOfImport,
  countWithout,
  editEcheancier,
  generateEcheancier,
  generateEcheanciers,
} from '#features/echeanciers/server/echeancier.service.ts'
import { formatCompte } from '#shared/texte.ts'
import { fileRoute, route } from '#server/http/route.ts'
import { readEcheancesListe } from '#features/echeanciers/server/echeances.documents.ts'
import { listEcheances } from '#features/echeanciers/server/echeances.read.ts'
import { sendExport } from '#server/documents/liste.ts'
import { stadesEndpoints } from '#features/echeanciers/stades.contract.ts'
import { listStadesDuBloc, recordStade, withdrawStade } from '#features/echeanciers/server/stades.blocs.ts'
import { createStade, deleteStade, updateStade } from '#features/echeanciers/server/stades.service.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { previsionsEndpoints } from '#features/echeanciers/previsions.contract.ts'
import { readPrevisions, updatePrevisions } from '#features/echeanciers/server/previsions.service.ts'

export function echeanciersRoutes(app: FastifyInstance): void {
  echeancesRoutes(app)
  stadesRoutes(app)
  route(app, echeancierEndpoints.generate, ({ params, body }, { db, actor }) =>
    generateEcheancier(db, actor, params.id, body),
  )
  route(app, echeancierEndpoints.edit, ({ params, body }, { db, actor }) =>
    editEcheancier(db, actor, params.id, body),
  )
  route(app, echeancierEndpoints.countWithout, ({ query }, { db }) =>
    query.import_id === undefined
      ? countWithout(db, { residence: query.residence_id ?? null, bloc: query.bloc_id ?? null })
      : countOfImport(db, query.import_id),
  )
  route(app, echeancierEndpoints.generateAll, async ({ body }, { db, actor }) => {
    const made = await generateEcheanciers(db, actor, body)
    return { ...made, message: `Échéancier généré pour ${formatCompte(made.crees, 'dossier')}.` }
  })
}

function echeancesRoutes(app: FastifyInstance): void {
  route(app, echeancesEndpoints.list, ({ query }, { db }) => listEcheances(db, query))
  fileRoute(app, echeancesEndpoints.export, ({ query }, context) =>
    sendExport(query, context, (db) => readEcheancesListe(db, query)),
  )
}

function stadesRoutes(app: FastifyInstance): void {
  route(app, stadesEndpoints.list, ({ params }, { db }) =>
    inSnapshot(db, (instant) => listStadesDuBloc(instant, params.id)),
  )
  route(app, stadesEndpoints.record, async ({ params, body }, { db, actor }) => {
    const made = await recordStade(db, actor, params.id, params.stadeId, body)
    return { ...made, message: stadesEndpoints.record.succes.replace('.', dueBy(made)) }
  })
  route(app, stadesEndpoints.withdraw, async ({ params }, { db, actor }) => {
    await withdrawStade(db, actor, params.id, params.stadeId)
  })
  route(app, previsionsEndpoints.read, ({ params }, { db }) =>
    inSnapshot(db, (instant) => readPrevisions(instant, params.id)),
  )
  route(app, previsionsEndpoints.update, ({ params, body }, { db, actor }) =>
    updatePrevisions(db, actor, params.id, body),
  )
  route(app, stadesEndpoints.create, ({ body }, { db, actor }) => createStade(db, actor, body))
  route(app, stadesEndpoints.update, ({ params, body }, { db, actor }) =>
    updateStade(db, actor, params.id, body),
  )
  route(app, stadesEndpoints.remove, async ({ params }, { db, actor }) => {
    await deleteStade(db, actor, params.id)
  })
}

/** End of a sentence of success: « : 3 échéances deviennent exigibles, 2 attendent la date du contrat. » (comptes C.1) */
function dueBy({ echeances, attendent }: { echeances: number; attendent: number }): string {
  const said = [
    ...(echeances === 0
      ? []
      : [echeances === 1 ? '1 échéance devient exigible' : `${echeances} échéances deviennent exigibles`]),
    ...(attendent === 0
      ? []
      : [`${attendent === 1 ? '1 attend' : `${attendent} attendent`} la date du contrat`]),
  ]
  return said.length === 0 ? '.' : ` : ${said.join(', ')}.`
}
