import type { FastifyInstance } from 'fastify'
import { acquereursEndpoints } from '#features/dossiers/acquereurs.contract.ts'
import { saveAcquereurs } from '#features/dossiers/server/acquereurs.service.ts'
import { dossiersEndpoints } from '#features/dossiers/dossiers.contract.ts'
import { listDossiers } from '#features/dossiers/server/dossiers.list.ts'
import { readDossier } from '#features/dossiers/server/dossiers.read.ts'
import { updateDossier } from '#features/dossiers/server/dossiers.service.ts'
import { finsRoutes } from '#features/dossiers/server/fins.routes.ts'
import { echeancierRoutes } from '#features/dossiers/server/echeancier.routes.ts'
import { inSnapshot } from '#server/database/reading.ts'
import { route } from '#server/http/route.ts'

export function dossiersRoutes(app: FastifyInstance): void {
  finsRoutes(app)
  route(app, dossiersEndpoints.list, ({ query }, { db }) => listDossiers(db, query))
  echeancierRoutes(app)
  route(app, dossiersEndpoints.read, ({ params }, { db }) =>
    inSnapshot(db, (instant) => readDossier(instant, params.id)),
  )
  route(app, dossiersEndpoints.update, async ({ params, body }, { db, actor }) => ({
    ...(await updateDossier(db, actor, params.id, body)),
    message: dossiersEndpoints.update.succes,
  }))
  route(app, acquereursEndpoints.save, async ({ params, body }, { db, actor }) => ({
    ...(await saveAcquereurs(db, actor, params.id, body)),
    message: acquereursEndpoints.save.succes,
  }))
}
