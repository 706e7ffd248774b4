import type { FastifyInstance, FastifyRequest } from 'fastify'
import { recuPdf } from '#features/paiements/server/recu.ts'
import { createLien, openLien, revokeLien } from '#features/suivi/server/liens.service.ts'
import { readRecuSuivi, readSuivi } from '#features/suivi/server/suivi.service.ts'
import { suiviEndpoints } from '#features/suivi/suivi.contract.ts'
import { inSnapshot } from '#server/database/reading.ts'
import { contentDisposition } from '#server/documents/download.ts'
import { AppError } from '#server/http/errors.ts'
import { clearLien, prepareLien } from '#server/http/lien.ts'
import { fileRoute, route } from '#server/http/route.ts'

export function suiviRoutes(app: FastifyInstance): void {
  route(app, suiviEndpoints.creerLien, async ({ params }, { db, actor }) => ({
    ...(await createLien(db, actor, params.id)),
    message: suiviEndpoints.creerLien.succes,
  }))
  route(app, suiviEndpoints.revoquerLien, async ({ params }, { db, actor }) => {
    await revokeLien(db, actor, params.id)
    return { message: suiviEndpoints.revoquerLien.succes }
  })
  // It counts what is wrong, which must stay counted when the answer is a refusal: no transaction around it.
  route(
    app,
    suiviEndpoints.ouvrir,
    async ({ body }, { pool, request, reply }) => {
      // What is needed afterwards is read before: an opening that is written is not refused.
      const send = await prepareLien(pool, request, reply, body.jeton)
      await openLien(pool, body.jeton, body.chiffres)
      send()
      return { message: suiviEndpoints.ouvrir.succes }
    },
    { transaction: false },
  )
  route(app, suiviEndpoints.lire, (_input, { db, request }) =>
    inSnapshot(db, (instant) => readSuivi(instant, clientOf(request))),
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
    async (_input, { request, reply }) => {
      clearLien(request, reply)
      return { message: suiviEndpoints.fermer.succes }
    },
    { transaction: false },
  )
}

/** Whose page it is. @throws accesExpire when no link is open */
function clientOf({ lien }: FastifyRequest): number {
  if (!lien) throw new AppError('accesExpire')
  return lien.client_id
}
