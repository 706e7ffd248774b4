import type { FastifyInstance } from 'fastify'
import { promoteurEndpoints } from '#features/promoteur/promoteur.contract.ts'
import { promoteurErreurs } from '#features/promoteur/promoteur.erreurs.ts'
import {
  checkLogo,
  createPromoteur,
  deletePromoteur,
  listPromoteurs,
  readLogo,
  saveLogo,
  readLogoPresente,
  readPresente,
  updatePromoteur,
} from '#features/promoteur/server/promoteur.service.ts'
import { fichierAnswer } from '#server/files/intact.ts'
import { defineFeature } from '#server/feature.ts'
import { fileRoute, route } from '#server/http/route.ts'
import { refusal } from '#shared/erreurs.ts'

export const promoteur = defineFeature({
  routes: [routes],
  calls: { promoteur: promoteurEndpoints },
  constraints: {
    promoteurs_un_seul: refusal(promoteurErreurs.promoteurExiste),
  },
})

function routes(app: FastifyInstance): void {
  route(app, promoteurEndpoints.list, (_input, { db }) => listPromoteurs(db))
  route(app, promoteurEndpoints.create, ({ body }, { db, actor }) => createPromoteur(db, actor, body))
  route(app, promoteurEndpoints.update, ({ params, body }, { db, actor }) =>
    updatePromoteur(db, actor, params.id, body),
  )
  route(app, promoteurEndpoints.remove, async ({ params }, { db, actor, ...life }) => {
    await deletePromoteur(db, actor, params.id, life)
  })
  fileRoute(app, promoteurEndpoints.logo, async ({ params }, { db, files }) =>
    fichierAnswer(files, await readLogo(db, params.id)),
  )
  route(
    app,
    promoteurEndpoints.saveLogo,
    ({ params, file }, { db, actor, ...life }) => saveLogo(db, actor, params.id, file, life),
    { prepare: ({ file }) => checkLogo(file) },
  )
  route(app, promoteurEndpoints.presenter, async (_input, { db }) => ({ promoteur: await readPresente(db) }))
  fileRoute(app, promoteurEndpoints.logoPresente, async (_input, { db, files }) =>
    fichierAnswer(files, { ...(await readLogoPresente(db)), nom: 'logo' }),
  )
  route(app, promoteurEndpoints.removeLogo, async ({ params }, { db, actor, ...life }) => {
    await saveLogo(db, actor, params.id, null, life)
  })
}
