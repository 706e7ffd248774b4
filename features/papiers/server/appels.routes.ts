import type { FastifyInstance } from 'fastify'
import { appelsEndpoints } from '#features/papiers/appels.contract.ts'
import { papiersErreurs } from '#features/papiers/papiers.erreurs.ts'
import { APPELS_MAX } from '#features/papiers/papiers.rules.ts'
import { assertAppels, listAppels } from '#features/papiers/server/appels.read.ts'
import { issueAppels, prepareAppels, type AppelsPrets } from '#features/papiers/server/appels.service.ts'
import { withTirages } from '#features/papiers/server/press/impressions.ts'
import { readTirages, renderPapiers, vueNumerotee } from '#features/papiers/server/press/pdf.ts'
import { contentDisposition } from '#server/documents/download.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { refuse } from '#server/http/errors.ts'
import { fileRoute, route } from '#server/http/route.ts'

/** The appels de fonds of a stade that a bloc has reached. */
export function appelsRoutes(app: FastifyInstance): void {
  route(app, appelsEndpoints.list, ({ params }, { db }) =>
    inSnapshot(db, (instant) => listAppels(instant, params)),
  )
  route(
    app,
    appelsEndpoints.etablir,
    async ({ params, body }, { db, actor }, prets: AppelsPrets) => {
      const { documents, faits } = await issueAppels(db, actor, params, body, prets)
      return { documents, message: said(faits) }
    },
    { prepare: ({ params, body }) => prepareAppels(app.pool, params, body) },
  )
  fileRoute(app, appelsEndpoints.pdf, ({ params, query }, context) => {
    const { documents: ids, tirage } = query
    if (ids.length === 0) throw refuse(papiersErreurs.aucunAppel).on('documents')
    if (ids.length > APPELS_MAX) throw refuse(papiersErreurs.tropDAppels).on('documents')
    const { read, signal, files } = context
    const tires = { table: 'documents', ids, tirage } as const
    return withTirages(context, tires, async (premiers) => {
      const { papiers, logo } = await read(async (db) => {
        await assertAppels(db, params, ids)
        return readTirages(db, tires, premiers)
      })
      const vues = papiers.map(({ modele, tirage: tire }) => vueNumerotee(modele, tire))
      const intitule = vues.length === 1 ? (vues[0]?.papier.intitule ?? '') : 'Appels de fonds'
      const content = await renderPapiers(intitule, vues, { signal, files, logo })
      return { content, disposition: contentDisposition(`appels_${params.id}_${params.stadeId}.pdf`) }
    })
  })
}

function said(faits: number): string {
  if (faits === 0) return 'Ces appels de fonds étaient déjà établis.'
  return faits === 1 ? '1 appel de fonds établi.' : `${faits} appels de fonds établis.`
}
