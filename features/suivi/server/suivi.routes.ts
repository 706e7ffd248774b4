import type { FastifyInstance, FastifyRequest } from 'fastify'
import { communesErreurs } from '#shared/erreurs.ts'
import { recuPdf } from '#features/papiers/server/papers/recu.ts'
import { readLogoPresente } from '#features/promoteur/server/promoteur.service.ts'
import { closeLien, createLien, openLien, revokeLien } from '#features/suivi/server/liens.service.ts'
import { readRecuSuivi, readSuivi } from '#features/suivi/server/suivi.service.ts'
import { suiviEndpoints } from '#features/suivi/suivi.contract.ts'
import { fichierAnswer } from '#server/files/intact.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { contentDisposition } from '#server/documents/download.ts'
import { refuse } from '#server/http/errors.ts'
import { clearLien, prepareLien } from '#server/http/access.ts'
import { fileRoute, route } from '#server/http/route.ts'

export function suiviRoutes(app: FastifyInstance): void {
  route(app, suiviEndpoints.creerLien, ({ params }, { db, actor }) => createLien(db, actor, params.id))
  route(app, suiviEndpoints.revoquerLien, async ({ params }, { db, actor }) => {
    await revokeLien(db, actor, params.id)
  })
  // The call runs outside a transaction, so that a refused attempt stays counted.
  route(
    app,
    suiviEndpoints.ouvrir,
    async ({ body }, { pool, request, reply }) => {
      // The cookie is prepared first: once the journal has the opening, nothing may refuse it.
      const send = await prepareLien(pool, request, reply, body.jeton)
      const lien = await openLien(pool, body.jeton, body.chiffres)
      send()
      return { lien }
    },
    { transaction: false },
  )
  route(app, suiviEndpoints.lire, ({ query }, { db, request }) =>
    inSnapshot(db, (instant) => readSuivi(instant, clientOf(request), query.langue)),
  )
  fileRoute(app, suiviEndpoints.logo, async (_input, { db, files }) =>
    fichierAnswer(files, { ...(await readLogoPresente(db)), nom: 'logo' }),
  )
  fileRoute(app, suiviEndpoints.recu, async ({ params }, { read, signal, files, request }) => {
    const modele = await read((db) => readRecuSuivi(db, clientOf(request), params.recu))
    return {
      content: await recuPdf(modele, { signal, files }),
      disposition: contentDisposition(`recu_${params.recu}.pdf`),
    }
  })
  route(
    app,
    suiviEndpoints.fermer,
    async (_input, { pool, request, reply }) => {
      if (request.lien) await closeLien(pool, request.lien.id)
      clearLien(request, reply)
    },
    { transaction: false },
  )
}

/** Client of the link open in this browser. @throws accesExpire (403) without one */
function clientOf({ lien }: FastifyRequest): number {
  if (!lien) throw refuse(communesErreurs.accesExpire)
  return lien.client_id
}
