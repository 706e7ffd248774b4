import type { FastifyInstance } from 'fastify'
import { fichesEndpoints } from '#features/fiches/fiches.contract.ts'
import { donneesPdf, nomDesDonnees, readDonnees } from '#features/fiches/server/donnees.ts'
import { eraseClient } from '#features/fiches/server/effacement.service.ts'
import { readFiche, updateIdentite } from '#features/fiches/server/fiches.service.ts'
import { inSnapshot } from '#server/database/reading.ts'
import { contentDisposition } from '#server/documents/download.ts'
import { fileRoute, route } from '#server/http/route.ts'

export function fichesRoutes(app: FastifyInstance): void {
  route(app, fichesEndpoints.read, ({ params }, { db }) =>
    inSnapshot(db, (instant) => readFiche(instant, params.id)),
  )
  route(app, fichesEndpoints.update, async ({ params, body }, { db, actor }) => ({
    ...(await updateIdentite(db, actor, params.id, body)),
    message: fichesEndpoints.update.succes,
  }))
  fileRoute(app, fichesEndpoints.donnees, async ({ params }, { read, signal, files }) => {
    const modele = await read((db) => readDonnees(db, params.id))
    return {
      content: await donneesPdf(modele, { signal, files }),
      disposition: contentDisposition(nomDesDonnees(params.id)),
    }
  })
  route(app, fichesEndpoints.erase, async ({ params, body }, { db, actor, files, afterCommit }) => {
    await eraseClient(db, { files, afterCommit }, actor, params.id, body.confirmation)
    return { message: fichesEndpoints.erase.succes }
  })
}
