import type { FastifyInstance } from 'fastify'
import { signedIn } from '#features/acces/server/acces.service.ts'
import { documentsEndpoints, verificationEndpoints } from '#features/papiers/papiers.contract.ts'
import {
  assertIdentite,
  composeExemple,
  composePapier,
  nommeIdentite,
  type PapierCompose,
} from '#features/papiers/server/documents.compose.ts'
import { papierPdf } from '#features/papiers/server/papiers.pdf.ts'
import {
  annulerDocument,
  issueDocument,
  listDocuments,
  prepareDocument,
  readTirage,
  type PapierPret,
} from '#features/papiers/server/documents.service.ts'
import { contentDisposition } from '#server/documents/download.ts'
import type { Db } from '#server/database/db.ts'
import { fileRoute, route, type FileContext } from '#server/http/route.ts'
import { check } from '#features/papiers/server/verification.service.ts'
import { addressKey } from '#server/http/throttle.ts'

export function documentsRoutes(app: FastifyInstance): void {
  const { list, apercu, exemple, etablir, pdf, annuler } = documentsEndpoints
  route(app, list, ({ params }, { db, session }) => listDocuments(db, params.id, signedIn(session).role))
  const projet = async (
    { read, signal, files }: FileContext,
    compose: (db: Db) => Promise<PapierCompose>,
    nom: string,
  ) => {
    const { modele, logo } = await read(compose)
    return {
      content: await papierPdf(
        modele,
        { numero: null, code: null, etat: 'valide' },
        { signal, exact: true, files, logo },
      ),
      disposition: contentDisposition(nom, 'inline'),
    }
  }
  fileRoute(app, apercu, ({ params, query }, context) => {
    assertIdentite(context.session, nommeIdentite(query.type))
    return projet(
      context,
      (db) => composePapier(db, params.id, query),
      `projet_${query.type}_${params.id}.pdf`,
    )
  })
  fileRoute(app, exemple, ({ query }, context) =>
    projet(context, (db) => composeExemple(db, query), `exemple_${query.type}.pdf`),
  )
  route(
    app,
    etablir,
    ({ params, body }, { db, actor }, pret: PapierPret) => issueDocument(db, actor, params.id, body, pret),
    {
      prepare({ params, body }, { session }) {
        assertIdentite(session, nommeIdentite(body.type))
        return prepareDocument(app.pool, params.id, body)
      },
    },
  )
  fileRoute(app, pdf, async ({ params }, { read, signal, files, session }) => {
    const { modele, tirage, logo, identite } = await read((db) => readTirage(db, params.id))
    assertIdentite(session, identite)
    return {
      content: await papierPdf(modele, tirage, { signal, files, logo }),
      disposition: contentDisposition(`${tirage.numero}.pdf`, 'inline'),
    }
  })
  route(app, annuler, ({ params, body }, { db, actor }) => annulerDocument(db, actor, params.id, body.motif))
}

export function verificationRoutes(app: FastifyInstance): void {
  route(app, verificationEndpoints.verifier, ({ query }, { pool, request }) =>
    check(pool, addressKey(request.ip), query.code),
  )
}
