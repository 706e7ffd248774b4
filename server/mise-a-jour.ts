import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import type pg from 'pg'
import { BASE } from '#shared/endpoint.ts'
import { formatCompte } from '#shared/texte.ts'
import type { Config } from '#server/config.ts'
import { migrate, MIGRATIONS, type Step } from '#server/database/migrate.ts'
import { answerMalformed, createListener } from '#server/http/listener.ts'
import { PROTECTION } from '#server/http/protection.ts'
import { CONNECTION_TIMEOUTS, MISE_A_JOUR } from '#server/limits.ts'

interface Announced {
  connection: pg.ClientConfig
  config: Pick<Config, 'host' | 'port'>
  logger: FastifyServerOptions['logger']
  say: (line: string) => void
}

/**
 * Migrates the database. When that takes long, or waits for another server that does it, terminal and log say what is being done, and
 * the port answers 503 in the meantime; it is free again on return. @throws as {@link migrate}
 */
export async function migrateAloud({ connection, config, logger, say }: Announced): Promise<void> {
  const since = performance.now()
  let step: Step | null = null
  const app = waitingRoom(logger)
  let opening: Promise<unknown> | undefined
  const open = setTimeout(() => {
    // A port that is taken is told by the start itself, once the database is up to date.
    opening = app.listen(config).catch(() => {})
  }, MISE_A_JOUR.open)
  const telling = setInterval(() => {
    const seconds = Math.round((performance.now() - since) / 1000)
    say(describe(step, seconds))
    app.log.warn({ migration: step?.name ?? null, seconds }, 'the database is being brought up to date')
  }, MISE_A_JOUR.tell)
  try {
    await migrate(connection, MIGRATIONS, (next) => (step = next))
  } finally {
    clearTimeout(open)
    clearInterval(telling)
    await opening
    await app.close()
  }
}

function describe(step: Step | null, seconds: number): string {
  const depuis = `depuis ${formatCompte(seconds, 'seconde')}`
  return step
    ? `mise à jour de la base ${depuis} : ${step.name}, ${step.rank} sur ${step.of}. Laissez-la finir ; interrompue, elle n'abîme rien et recommence au prochain démarrage.`
    : `attente ${depuis} : un autre serveur met la base à jour.`
}

const SENTENCE = 'Diyar met ses données à jour : revenez dans quelques minutes.'

const PAGE = `<!doctype html>
<html lang="fr">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <meta name="color-scheme" content="dark light" />
  <meta http-equiv="refresh" content="${MISE_A_JOUR.retry}" />
  <title>Diyar</title>
  <h1>Diyar</h1>
  <p>${SENTENCE}</p>
</html>
`

/** Server that answers while there is no product yet: `/healthz` that the process is up, all else 503. */
function waitingRoom(logger: FastifyServerOptions['logger']): FastifyInstance {
  const app = fastify({
    logger,
    serverFactory: (handler) => createListener(handler, CONNECTION_TIMEOUTS),
    forceCloseConnections: true,
    clientErrorHandler: answerMalformed,
  })
  // The bodies of changes are not read.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.get('/healthz', () => ({ status: 'ok' }))
  app.setNotFoundHandler((request, reply) => {
    const page = request.method === 'GET' && !request.url.startsWith(BASE) && request.url !== '/readyz'
    return reply
      .status(503)
      .headers({ ...PROTECTION, 'retry-after': MISE_A_JOUR.retry, connection: 'close' })
      .type(page ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8')
      .send(page ? PAGE : { message: SENTENCE })
  })
  return app
}
