import type { FastifyInstance } from 'fastify'
import { relancesEndpoints } from '#features/dossiers/relances.contract.ts'
import { lettresPdf, nomDesLettres, readLettres } from '#features/dossiers/server/relance.lettre.ts'
import { createRelances } from '#features/dossiers/server/relances.service.ts'
import { contentDisposition } from '#server/documents/download.ts'
import { fileRoute, route } from '#server/http/route.ts'

export function relancesRoutes(app: FastifyInstance): void {
  route(app, relancesEndpoints.create, async ({ body }, { db, actor }) => {
    const made = await createRelances(db, actor, body)
    const { length } = made.relances
    return { ...made, message: length > 1 ? `${length} relances notées.` : relancesEndpoints.create.succes }
  })
  fileRoute(app, relancesEndpoints.lettres, async ({ query }, { read, signal, files }) => {
    const modele = await read((db) => readLettres(db, query.ventes))
    return {
      content: await lettresPdf(modele, { signal, files }),
      disposition: contentDisposition(nomDesLettres(modele)),
    }
  })
}
