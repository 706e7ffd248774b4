import type { FastifyInstance } from 'fastify'
import { controlerRegles, CONTROLE_LOCK } from '#features/sante/server/controle.ts'
import { readSante } from '#features/sante/server/sante.service.ts'
import { santeEndpoints } from '#features/sante/sante.contract.ts'
import { backgroundOf } from '#server/background.ts'
import { tryLockInTransaction } from '#server/database/locks.ts'
import { AppError } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'

export function santeRoutes(app: FastifyInstance): void {
  const inBackground = backgroundOf(app)
  const demarre = new Date()
  route(app, santeEndpoints.read, (_input, { db }) => readSante(db, ofThisServer(app), demarre))
  route(app, santeEndpoints.verifier, async (_input, { db, afterCommit }) => {
    const { connection, integree } = ofThisServer(app)
    if (!(await tryLockInTransaction(db, CONTROLE_LOCK))) throw new AppError('controleEnCours')
    afterCommit(
      () =>
        // Answered once it has begun: whoever looks then is not told that nobody is at it.
        new Promise((begun) => {
          inBackground(async (signal) => {
            try {
              await controlerRegles({ connection, integree, signal, onBegin: begun })
            } catch (error) {
              if (!signal.aborted) app.log.error({ err: error }, 'the rules could not be looked at')
            } finally {
              begun()
            }
          })
        }),
    )
    return { message: santeEndpoints.verifier.succes }
  })
}

/** @throws indisponible (503) of a server that does not know how to reach its database besides */
function ofThisServer({ sauvegardes }: Pick<FastifyInstance, 'sauvegardes'>) {
  if (!sauvegardes) throw new AppError('indisponible')
  return sauvegardes
}
