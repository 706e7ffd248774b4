import { createReadStream } from 'node:fs'
import { communesErreurs } from '#shared/erreurs.ts'
import { sauvegardesErreurs } from '#features/sauvegardes/sauvegardes.erreurs.ts'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { confirmPassword, signedIn } from '#features/acces/server/acces.service.ts'
import { origineDe } from '#features/acces/server/tentatives.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import {
  availableFrom,
  grantJeton,
  isJetonValid,
  askForSauvegarde,
  readSauvegarde,
  readSauvegardes,
} from '#features/sauvegardes/server/sauvegardes.service.ts'
import { sauvegardesEndpoints, santeEndpoints } from '#features/sauvegardes/sauvegardes.contract.ts'
import { backgroundOf } from '#server/housekeeping.ts'
import { keepBackup } from '#server/backup/kept.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { contentDisposition } from '#server/documents/download.ts'
import { AppError, refuse } from '#server/http/errors.ts'
import { codeOf } from '#server/refusal.ts'
import { fileRoute, route } from '#server/http/route.ts'
import { examineRegles, CONTROLE_LOCK, readSante } from '#features/sauvegardes/server/sante.service.ts'
import { rememberFailure } from '#server/backup/failure.ts'
import { tryLockInTransaction } from '#server/database/locks.ts'

export function sauvegardesRoutes(app: FastifyInstance): void {
  const inBackground = backgroundOf(app)
  route(app, sauvegardesEndpoints.list, (_input, { db }) => readSauvegardes(db, ofThisServer(app)))
  route(app, sauvegardesEndpoints.create, async (_input, { db, actor, afterCommit }) => {
    const { connection, folder } = ofThisServer(app)
    const asked = await askForSauvegarde(db, actor)
    afterCommit(
      () =>
        // The answer waits until the backup runs or waits for another, so that a following read shows it.
        new Promise((begun) => {
          inBackground(async (signal) => {
            try {
              const made = await keepBackup({
                ...asked,
                connection,
                folder,
                files: app.files,
                origine: 'manuelle',
                signal,
                onWait: begun,
                onBegin: begun,
              })
              if (made && made.faultyPlans.length > 0)
                app.log.error({ plans: made.faultyPlans }, 'plans are missing or damaged')
            } catch (error) {
              if (!signal.aborted) app.log.error({ err: error }, 'backup failed')
            } finally {
              begun()
            }
          })
        }),
    )
  })
  route(
    app,
    sauvegardesEndpoints.autoriser,
    async ({ params, body }, { pool, actor, session, request }) => {
      const { id, fichier } = await readSauvegarde(pool, params.id)
      const note = (db: Db, action: 'télécharger' | 'refuser', motif?: string) =>
        writeJournal(db, actor, { action, objet: 'sauvegarde', id, apres: { fichier, motif } })
      const noted = async (refusal: AppError) => {
        await inTransaction(pool, (db) => note(db, 'refuser', refusal.message))
        return refusal
      }
      const des = await availableFrom(pool, actor.id)
      if (des) throw await noted(refuse(sauvegardesErreurs.sauvegardeTropTot, { des }))
      const preuve = await confirmPassword(pool, origineDe(request), actor, body.password)
      if (preuve.hash === null)
        throw await noted(refuse(sauvegardesErreurs.motDePasseIncorrect).on('password'))
      await preuve.refund()
      return inTransaction(pool, async (db) => {
        await note(db, 'télécharger')
        const jeton = await grantJeton(db, signedIn(session), id)
        return { jeton }
      })
    },
    // A refused attempt must stay counted, and an answer with a jeton must not be stored for repeats.
    { transaction: false },
  )
  fileRoute(app, sauvegardesEndpoints.fichier, async ({ params, query }, { db, session, reply }) => {
    const { id, fichier, taille } = await readSauvegarde(db, params.id)
    if (!(await isJetonValid(db, signedIn(session), id, query.jeton)))
      throw refuse(sauvegardesErreurs.telechargementExpire)
    const path = join(ofThisServer(app).folder, fichier)
    reply.header('content-length', await sizeOf(path, taille))
    return { content: createReadStream(path), disposition: contentDisposition(fichier) }
  })
}

/** Reads the size of a backup's file in bytes. @throws introuvable (404) for a missing file or another size */
async function sizeOf(path: string, expected: number): Promise<number> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') throw refuse(communesErreurs.introuvable)
    throw error
  })
  try {
    const { size } = await file.stat()
    if (size !== expected) throw refuse(communesErreurs.introuvable)
    return size
  } finally {
    await file.close()
  }
}

/** Backup settings of the server. @throws indisponible (503) for a server without a backup folder */
function ofThisServer({ sauvegardes }: Pick<FastifyInstance, 'sauvegardes'>) {
  if (!sauvegardes) throw refuse(communesErreurs.indisponible)
  return sauvegardes
}

export function santeRoutes(app: FastifyInstance): void {
  const inBackground = backgroundOf(app)
  const demarre = new Date()
  route(app, santeEndpoints.read, (_input, { db }) => readSante(db, ofThisServer(app), demarre))
  route(app, santeEndpoints.verifier, async (_input, { db, afterCommit }) => {
    const { connection, integree } = ofThisServer(app)
    if (!(await tryLockInTransaction(db, CONTROLE_LOCK))) throw refuse(sauvegardesErreurs.controleEnCours)
    afterCommit(
      () =>
        // The answer waits until the check runs, so that a following read shows it.
        new Promise((begun) => {
          inBackground(async (signal) => {
            try {
              await examineRegles({ connection, integree, signal, onBegin: begun })
            } catch (error) {
              if (signal.aborted) return
              app.log.error({ err: error }, 'the rules could not be looked at')
              await rememberFailure('controle', connection, error, signal)
            } finally {
              begun()
            }
          })
        }),
    )
  })
}
