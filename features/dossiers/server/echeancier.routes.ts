import type { FastifyInstance } from 'fastify'
import { echeancierEndpoints } from '#features/dossiers/echeancier.contract.ts'
import { echeancierPdf, readEcheancierModele } from '#features/dossiers/server/echeancier.papier.ts'
import { editEcheancier, generateEcheancier } from '#features/dossiers/server/echeancier.service.ts'
import { countWithout, generateEcheanciers } from '#features/dossiers/server/echeanciers.service.ts'
import { formatCompte } from '#shared/texte.ts'
import { contentDisposition } from '#server/documents/download.ts'
import { fileRoute, route } from '#server/http/route.ts'

export function echeancierRoutes(app: FastifyInstance): void {
  route(app, echeancierEndpoints.generate, async ({ params, body }, { db, actor }) => ({
    ...(await generateEcheancier(db, actor, params.id, body)),
    message: echeancierEndpoints.generate.succes,
  }))
  route(app, echeancierEndpoints.edit, async ({ params, body }, { db, actor }) => ({
    ...(await editEcheancier(db, actor, params.id, body)),
    message: echeancierEndpoints.edit.succes,
  }))
  fileRoute(app, echeancierEndpoints.print, async ({ params }, { read, signal, files }) => {
    const modele = await read((db) => readEcheancierModele(db, params.id))
    return {
      content: await echeancierPdf(modele, { signal, files }),
      disposition: contentDisposition(`echeancier_${modele.dossier}.pdf`),
    }
  })
  route(app, echeancierEndpoints.countWithout, ({ query }, { db }) =>
    countWithout(db, { residence: query.residence_id ?? null, bloc: query.bloc_id ?? null }),
  )
  route(app, echeancierEndpoints.generateAll, async ({ body }, { db, actor }) => {
    const made = await generateEcheanciers(db, actor, body)
    return { ...made, message: `Échéancier généré pour ${formatCompte(made.crees, 'dossier')}.` }
  })
}
