import type { FastifyInstance } from 'fastify'
import { appelsDuBien, paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import {
  joinJustificatif,
  readJustificatif,
  removeJustificatif,
} from '#features/paiements/server/justificatifs.service.ts'
import { type Portee, readReleveModele } from '#features/paiements/server/paiements.documents.ts'
import {
  listPaiementsDuBien,
  type PaiementLu,
  readPaiement,
  readSoldeDuBien,
} from '#features/paiements/server/paiements.read.ts'
import {
  createPaiement,
  deletePaiement,
  readAvertissements,
  updatePaiement,
} from '#features/paiements/server/paiements.service.ts'
import { toListe, toPaiement, toSaisie, toSolde } from '#features/paiements/server/paiements.wire.ts'
import { readRecuModele } from '#features/paiements/server/recu.read.ts'
import { recuPdf } from '#features/paiements/server/recu.ts'
import { relevePdf } from '#features/paiements/server/releve.ts'
import { readVersementsListe } from '#features/paiements/server/versements.documents.ts'
import { listVersements } from '#features/paiements/server/versements.read.ts'
import { readOriginal, withTirage, type Tire } from '#features/papiers/server/tirages.ts'
import { versementsEndpoints } from '#features/paiements/versements.contract.ts'
import { GENRES, TYPES_DE_BIEN } from '#shared/biens.ts'
import { fichierDuPapier, type Langue } from '#shared/papiers.ts'
import { fichierAnswer } from '#server/files/intact.ts'
import { contentDisposition } from '#server/documents/download.ts'
import { sendExport } from '#server/documents/liste.ts'
import { type FileAnswer, type FileContext, fileRoute, route } from '#server/http/route.ts'

export function paiementsRoutes(app: FastifyInstance): void {
  for (const type of TYPES_DE_BIEN) {
    route(app, appelsDuBien[type].list, async ({ params, query }, { db }) =>
      toListe(await listPaiementsDuBien(db, type, params.id, query)),
    )
    route(app, appelsDuBien[type].solde, async ({ params }, { db }) =>
      toSolde(await readSoldeDuBien(db, type, params.id)),
    )
    fileRoute(app, appelsDuBien[type].print, ({ params: { id }, query: { langue } }, context) =>
      releve(context, { portee: 'bien', type, id }, `paiements_${GENRES[type].chemin}_${id}`, langue),
    )
  }
  route(app, versementsEndpoints.list, ({ query }, { db }) => listVersements(db, query))
  fileRoute(app, versementsEndpoints.export, ({ query }, context) =>
    sendExport(query, context, (db, checkTotal) => readVersementsListe(db, query, checkTotal)),
  )
  route(app, paiementsEndpoints.read, async ({ params }, { db }) =>
    toPaiement(await readPaiement(db, params.id)),
  )
  route(app, paiementsEndpoints.create, async ({ body }, { db, actor }) => {
    const paiement = await createPaiement(db, actor, toSaisie(body))
    return saved(paiement, paiementsEndpoints.create.succes, await readAvertissements(db, paiement))
  })
  route(app, paiementsEndpoints.update, async ({ params, body }, { db, actor }) => {
    const paiement = await updatePaiement(db, actor, params.id, toSaisie(body))
    return saved(paiement, paiementsEndpoints.update.succes, await readAvertissements(db, paiement))
  })
  route(app, paiementsEndpoints.remove, async ({ params }, { db, actor, ...life }) => {
    await deletePaiement(db, actor, params.id, life)
  })
  justificatifRoutes(app)
  fileRoute(
    app,
    paiementsEndpoints.printSingle,
    async ({ params: { id }, query: { langue, tirage } }, context) => {
      const { read, signal, files } = context
      const tire: Tire = { table: 'paiements', id, tirage }
      const content = await withTirage(context, tire, async (premier) => {
        const modele = await read(async (db) => ({
          ...(await readRecuModele(db, id, langue)),
          original: await readOriginal(db, tire, premier),
        }))
        return recuPdf(modele, { signal, files })
      })
      return { content, disposition: contentDisposition(fichierDuPapier(`paiement_${id}`, langue)) }
    },
  )
  fileRoute(app, paiementsEndpoints.printClient, ({ params: { id }, query: { langue } }, context) =>
    releve(context, { portee: 'client', id }, `paiements_client_${id}`, langue),
  )
  // The statement of all payments exists in French only.
  fileRoute(app, paiementsEndpoints.printAll, (_input, context) =>
    releve(context, { portee: 'tous' }, 'tous_les_paiements', 'fr'),
  )
}

function justificatifRoutes(app: FastifyInstance): void {
  route(app, paiementsEndpoints.joindre, async ({ params, file }, { db, actor, ...life }) => ({
    ...toPaiement(await joinJustificatif(db, actor, params.id, file, life)),
  }))
  route(app, paiementsEndpoints.retirerJustificatif, async ({ params }, { db, actor, ...life }) => {
    await removeJustificatif(db, actor, params.id, life)
  })
  fileRoute(app, paiementsEndpoints.justificatif, async ({ params }, { db, files }) =>
    fichierAnswer(files, await readJustificatif(db, params.id)),
  )
}

const saved = (paiement: PaiementLu, message: string, avertissements: string[]) => ({
  ...toPaiement(paiement),
  message,
  avertissements,
})

async function releve(
  { read, signal, files, inTurn }: FileContext,
  portee: Portee,
  name: string,
  langue: Langue,
): Promise<FileAnswer> {
  const content = await inTurn(async () =>
    relevePdf(await read((db) => readReleveModele(db, portee, langue)), { signal, files }),
  )
  return { content, disposition: contentDisposition(fichierDuPapier(name, langue)) }
}
