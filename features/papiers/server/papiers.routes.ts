import type { FastifyInstance } from 'fastify'
import { signedIn } from '#features/acces/server/acces.service.ts'
import {
  documentsDeBlocEndpoints,
  documentsEndpoints,
  verificationEndpoints,
} from '#features/papiers/papiers.contract.ts'
import {
  assertIdentite,
  composePapier,
  nommeIdentite,
  type PapierCompose,
} from '#features/papiers/server/papers/ventes.compose.ts'
import { composePapierDuBloc } from '#features/papiers/server/papers/blocs.compose.ts'
import { composeExemple } from '#features/papiers/server/exemple.ts'
import { papierPdf, readTirage } from '#features/papiers/server/press/pdf.ts'
import {
  cancelDocument,
  issueDocument,
  listDocuments,
  listDocumentsDuBloc,
  prepareDocument,
  type PapierPret,
} from '#features/papiers/server/documents.service.ts'
import { withTirage, type Tire } from '#features/papiers/server/press/impressions.ts'
import { contentDisposition } from '#server/documents/download.ts'
import type { Db } from '#server/database/db.ts'
import { fileRoute, route, type FileAnswer, type FileContext } from '#server/http/route.ts'
import { check } from '#features/papiers/server/verification.service.ts'
import { addressKey } from '#server/http/throttle.ts'

async function projet(
  { read, signal, files }: FileContext,
  compose: (db: Db) => Promise<PapierCompose>,
  nom: string,
): Promise<FileAnswer> {
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

export function documentsRoutes(app: FastifyInstance): void {
  const { list, apercu, exemple, etablir, pdf, annuler } = documentsEndpoints
  route(app, list, ({ params, query }, { db, session }) =>
    listDocuments(db, params.id, signedIn(session).role, query),
  )
  fileRoute(app, apercu, ({ params, query }, context) => {
    assertIdentite(context.session, nommeIdentite(query.type))
    return projet(
      context,
      (db) => composePapier(db, params.id, query, 'projet'),
      `projet_${query.type}_${params.id}.pdf`,
    )
  })
  fileRoute(app, exemple, ({ query }, context) =>
    projet(context, (db) => composeExemple(db, query), `exemple_${query.type}.pdf`),
  )
  route(
    app,
    etablir,
    ({ params, body }, { db, actor }, pret: PapierPret) =>
      issueDocument(db, actor, { vente: params.id, input: body }, pret),
    {
      prepare({ params, body }, { session }) {
        assertIdentite(session, nommeIdentite(body.type))
        return prepareDocument(app.pool, { vente: params.id, input: body })
      },
    },
  )
  fileRoute(app, pdf, ({ params, query }, context) => {
    const { read, signal, files, session } = context
    const tire: Tire = { table: 'documents', id: params.id, ...query }
    return withTirage(context, tire, async (premier) => {
      const { modele, tirage, logo, identite } = await read((db) => readTirage(db, tire, premier))
      assertIdentite(session, identite)
      const content = await papierPdf(modele, tirage, { signal, files, logo })
      return { content, disposition: contentDisposition(`${tirage.numero}.pdf`, 'inline') }
    })
  })
  route(app, annuler, ({ params, body }, { db, actor }) => cancelDocument(db, actor, params.id, body.motif))
}

export function documentsDeBlocRoutes(app: FastifyInstance): void {
  const { list, apercu, etablir } = documentsDeBlocEndpoints
  route(app, list, ({ params, query }, { db, session }) =>
    listDocumentsDuBloc(db, params.id, signedIn(session).role, query.vente_id),
  )
  fileRoute(app, apercu, ({ params, query }, context) =>
    projet(
      context,
      (db) => composePapierDuBloc(db, params.id, query),
      `projet_${query.type}_${params.id}.pdf`,
    ),
  )
  route(
    app,
    etablir,
    ({ params, body }, { db, actor }, pret: PapierPret) =>
      issueDocument(db, actor, { bloc: params.id, input: body }, pret),
    { prepare: ({ params, body }) => prepareDocument(app.pool, { bloc: params.id, input: body }) },
  )
}

export function verificationRoutes(app: FastifyInstance): void {
  route(app, verificationEndpoints.verifier, ({ query }, { pool, request }) =>
    check(pool, addressKey(request.ip), query.code),
  )
}
