import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { confirmPassword } from '#features/acces/server/acces.service.ts'
import { origineDe } from '#features/acces/server/tentatives.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { grantJeton, isJetonValid } from '#features/sauvegardes/server/jetons.ts'
import {
  askForSauvegarde,
  readSauvegarde,
  readSauvegardes,
} from '#features/sauvegardes/server/sauvegardes.service.ts'
import { sauvegardesEndpoints } from '#features/sauvegardes/sauvegardes.contract.ts'
import { backgroundOf } from '#server/background.ts'
import { keepBackup } from '#server/backup/kept.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { contentDisposition } from '#server/documents/download.ts'
import { AppError } from '#server/http/errors.ts'
import { fileRoute, route } from '#server/http/route.ts'
import type { Session } from '#server/http/session.ts'

export function sauvegardesRoutes(app: FastifyInstance): void {
  const inBackground = backgroundOf(app)
  route(app, sauvegardesEndpoints.list, (_input, { db }) => readSauvegardes(db, ofThisServer(app).folder))
  route(app, sauvegardesEndpoints.create, async (_input, { db, actor, afterCommit }) => {
    const { connection, folder } = ofThisServer(app)
    const asked = await askForSauvegarde(db, actor)
    afterCommit(
      () =>
        // Answered once it has begun, or follows another one: whoever looks then is not told that none is being made.
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
    return { message: sauvegardesEndpoints.create.succes }
  })
  route(
    app,
    sauvegardesEndpoints.autoriser,
    async ({ params, body }, { pool, actor, session, request }) => {
      const { id, fichier } = await readSauvegarde(pool, params.id)
      if (!(await confirmPassword(pool, origineDe(request), actor, body.password)))
        throw new AppError('motDePasseIncorrect').on('password')
      return inTransaction(pool, async (db) => {
        await writeJournal(db, actor, { action: 'télécharger', objet: 'sauvegarde', id, apres: { fichier } })
        const jeton = await grantJeton(db, signedIn(session), id)
        return { jeton, message: sauvegardesEndpoints.autoriser.succes }
      })
    },
    // Refused attempts stay counted; and an answer that lets its reader in is kept for no repeat.
    { transaction: false },
  )
  fileRoute(app, sauvegardesEndpoints.fichier, async ({ params, query }, { db, session, reply }) => {
    const { id, fichier, taille } = await readSauvegarde(db, params.id)
    if (!(await isJetonValid(db, signedIn(session), id, query.jeton)))
      throw new AppError('telechargementExpire')
    const path = join(ofThisServer(app).folder, fichier)
    reply.header('content-length', await sizeOf(path, taille))
    return { content: createReadStream(path), disposition: contentDisposition(fichier) }
  })
}

/** @throws introuvable (404) when the file is no more, or not the one that was written */
async function sizeOf(path: string, expected: number): Promise<number> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new AppError('introuvable')
    throw error
  })
  try {
    const { size } = await file.stat()
    if (size !== expected) throw new AppError('introuvable')
    return size
  } finally {
    await file.close()
  }
}

/** @throws indisponible (503) of a server that was told of no folder */
function ofThisServer({ sauvegardes }: Pick<FastifyInstance, 'sauvegardes'>) {
  if (!sauvegardes) throw new AppError('indisponible')
  return sauvegardes
}

function signedIn(session: Session | null): Session {
  if (!session) throw new AppError('nonAuthentifie')
  return session
}
