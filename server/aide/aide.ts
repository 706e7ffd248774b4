import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AIDE } from '#shared/aide.ts'
import { screens } from '#shared/screens.ts'
import { FICHIERS, liste, message, page } from '#server/aide/pages.ts'
import { toAppError } from '#server/http/errors.ts'

const HTML = 'text/html; charset=utf-8'
const INCONNUE = message(
  "Cette page d'aide n'existe pas",
  "Choisissez-en une dans la liste des pages d'aide.",
)
const INDISPONIBLE = message('Aide indisponible', 'Réessayez dans un instant.')

/**
 * Serves `/aide` and `/aide/{page}` to members, as whole pages that need no script. A visitor signs in first and comes back; a member who
 * may not go on yet is led to the screens, which say why.
 */
export function serveAide(app: FastifyInstance): void {
  const options = { config: { access: 'membre' as const }, errorHandler: leadOn }
  app.get(AIDE, options, (_request, reply) => send(reply, liste()))
  app.get<{ Params: { page: string } }>(`${AIDE}/:page`, options, ({ params }, reply) => {
    const found = page(params.page)
    return found === null ? send(reply.status(404), INCONNUE) : send(reply, found)
  })
  for (const { chemin, type, contenu } of FICHIERS)
    app.get(chemin, (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(contenu),
    )
}

const send = (reply: FastifyReply, html: string) =>
  reply.header('cache-control', 'no-store').type(HTML).send(html)

/** A refusal of the guard is no answer to somebody who reads a page. */
function leadOn(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = toAppError(error)?.status() ?? 500
  reply.header('cache-control', 'no-store')
  if (status === 401) return reply.redirect(`${screens.login}?retour=${encodeURIComponent(request.url)}`)
  if (status === 403) return reply.redirect(screens.dashboard)
  if (status >= 500) request.log.warn({ err: error }, 'a help page could not be given')
  return send(reply.status(status).header('retry-after', 1), INDISPONIBLE)
}
