import type { FastifyInstance } from 'fastify'
import { budgetEndpoints } from '#features/structure/budget.contract.ts'
import { updateBudget } from '#features/structure/server/budget.service.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import {
  readPaymentTotals,
  readResidenceReport,
  allResidences,
  RESIDENCE,
  listResidences,
  planOf,
  readResidence,
} from '#features/structure/server/residences.service.ts'
import { createNiveau, deleteNiveau, updateNiveau } from '#features/structure/server/niveaux.service.ts'
import { fichierAnswer } from '#server/files/intact.ts'
import { fileRoute, route } from '#server/http/route.ts'
import { blocsEndpoints } from '#features/structure/blocs.contract.ts'
import {
  allBlocs,
  blocsOfResidence,
  BLOC,
  listBlocs,
  readBloc,
  readBlocReport,
} from '#features/structure/server/blocs.service.ts'
import { dossierLegalEndpoints } from '#features/structure/dossier-legal.contract.ts'
import { readDossierLegal, updateDossierLegal } from '#features/structure/server/dossier-legal.service.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { etagesEndpoints } from '#features/structure/etages.contract.ts'
import {
  allEtages,
  etagesOfBloc,
  ETAGE,
  listEtages,
  readCapacite,
  readEtage,
  readEtageReport,
} from '#features/structure/server/etages.service.ts'

export function residencesRoutes(app: FastifyInstance): void {
  route(app, budgetEndpoints.update, ({ params, body }, { db, actor }) =>
    updateBudget(db, actor, params.id, body),
  )
  route(app, residencesEndpoints.list, ({ query }, { db }) => listResidences(db, query))
  route(app, residencesEndpoints.all, ({ query }, { db }) => allResidences(db, query))
  route(app, residencesEndpoints.read, ({ params }, { db }) => readResidence(db, params.id))
  route(app, residencesEndpoints.report, ({ params }, { db }) => readResidenceReport(db, params.id))
  route(app, residencesEndpoints.paymentTotals, ({ params }, { db }) => readPaymentTotals(db, params.id))
  fileRoute(app, residencesEndpoints.plan, async ({ params }, { db, files }) =>
    fichierAnswer(files, await planOf(db, params.id)),
  )
  route(app, residencesEndpoints.create, ({ body, file }, { db, actor, ...life }) =>
    createNiveau(db, actor, RESIDENCE, body, { file, life }),
  )
  route(app, residencesEndpoints.update, ({ params, body, file }, { db, actor, ...life }) =>
    updateNiveau(db, actor, RESIDENCE, params.id, body, {
      file: file ?? (body.plan_pdf ? null : undefined),
      life,
    }),
  )
  route(app, residencesEndpoints.remove, async ({ params }, { db, actor, ...life }) => {
    await deleteNiveau(db, actor, RESIDENCE, params.id, { file: null, life })
  })
}

export function dossierLegalRoutes(app: FastifyInstance): void {
  route(app, dossierLegalEndpoints.read, ({ params }, { db }) =>
    inSnapshot(db, (instant) => readDossierLegal(instant, params.id)),
  )
  route(app, dossierLegalEndpoints.update, ({ params, body }, { db, actor }) =>
    updateDossierLegal(db, actor, params.id, body),
  )
}

export function blocsRoutes(app: FastifyInstance): void {
  route(app, blocsEndpoints.list, ({ query }, { db }) => listBlocs(db, query))
  route(app, blocsEndpoints.all, ({ query }, { db }) => allBlocs(db, query))
  route(app, blocsEndpoints.ofResidence, ({ params }, { db }) => blocsOfResidence(db, params.id))
  route(app, blocsEndpoints.read, ({ params }, { db }) => readBloc(db, params.id))
  route(app, blocsEndpoints.report, ({ params }, { db }) => readBlocReport(db, params.id))
  route(app, blocsEndpoints.create, ({ body }, { db, actor }) => createNiveau(db, actor, BLOC, body))
  route(app, blocsEndpoints.update, ({ params, body }, { db, actor }) =>
    updateNiveau(db, actor, BLOC, params.id, body),
  )
  route(app, blocsEndpoints.remove, async ({ params }, { db, actor }) => {
    await deleteNiveau(db, actor, BLOC, params.id)
  })
}

export function etagesRoutes(app: FastifyInstance): void {
  route(app, etagesEndpoints.list, ({ query }, { db }) => listEtages(db, query))
  route(app, etagesEndpoints.all, ({ query }, { db }) => allEtages(db, query))
  route(app, etagesEndpoints.ofBloc, ({ params }, { db }) => etagesOfBloc(db, params.id))
  route(app, etagesEndpoints.read, ({ params }, { db }) => readEtage(db, params.id))
  route(app, etagesEndpoints.capacite, ({ params }, { db }) => readCapacite(db, params.id))
  route(app, etagesEndpoints.report, ({ params }, { db }) => readEtageReport(db, params.id))
  route(app, etagesEndpoints.create, ({ body }, { db, actor }) => createNiveau(db, actor, ETAGE, body))
  route(app, etagesEndpoints.update, ({ params, body }, { db, actor }) =>
    updateNiveau(db, actor, ETAGE, params.id, body),
  )
  route(app, etagesEndpoints.remove, async ({ params }, { db, actor }) => {
    await deleteNiveau(db, actor, ETAGE, params.id)
  })
}
