import type { FastifyInstance } from 'fastify'
import { chargesEndpoints as calls } from '#features/charges/charges.contract.ts'
import { createBon, deleteBon, listBons, readBon, updateBon } from '#features/charges/server/bons.service.ts'
import {
  createCategorie,
  deleteCategorie,
  listCategories,
  readCategorie,
  updateCategorie,
} from '#features/charges/server/categories.service.ts'
import { bonsModele } from '#features/charges/server/charges.documents.ts'
import {
  createLigne,
  deleteLigne,
  listLignes,
  readLigne,
  updateLigne,
} from '#features/charges/server/lignes.service.ts'
import { bonsPdf } from '#features/charges/server/bons.ts'
import { contentDisposition } from '#server/documents/download.ts'
import { runExport } from '#server/documents/exports.ts'
import { fileRoute, route } from '#server/http/route.ts'

export function chargesRoutes(app: FastifyInstance): void {
  categoriesRoutes(app)
  bonsRoutes(app)
  lignesRoutes(app)
  fileRoute(app, calls.print, async ({ query }, { read, signal, files }) => {
    // One voucher is a small paper; the others are exports, which take turns.
    const make = async () => {
      const { modele, name } = await read((db) => bonsModele(db, query))
      return { content: await bonsPdf(modele, { signal, files }), name }
    }
    const { content, name } = query.bon_id === undefined ? await runExport(make, signal) : await make()
    return { content, disposition: contentDisposition(name) }
  })
}

function categoriesRoutes(app: FastifyInstance): void {
  route(app, calls.categories, ({ query }, { db }) => listCategories(db, query))
  route(app, calls.categorie, ({ params }, { db }) => readCategorie(db, params.id))
  route(app, calls.createCategorie, async ({ body }, { db, actor }) => ({
    ...(await createCategorie(db, actor, body)),
    message: calls.createCategorie.succes,
  }))
  route(app, calls.updateCategorie, async ({ params, body }, { db, actor }) => ({
    ...(await updateCategorie(db, actor, params.id, body)),
    message: calls.updateCategorie.succes,
  }))
  route(app, calls.deleteCategorie, async ({ params }, { db, actor }) => {
    await deleteCategorie(db, actor, params.id)
    return { message: calls.deleteCategorie.succes }
  })
}

function bonsRoutes(app: FastifyInstance): void {
  route(app, calls.bons, ({ query }, { db }) => listBons(db, query))
  route(app, calls.bon, ({ params }, { db }) => readBon(db, params.id))
  route(app, calls.createBon, async ({ body }, { db, actor }) => ({
    ...(await createBon(db, actor, body)),
    message: calls.createBon.succes,
  }))
  route(app, calls.updateBon, async ({ params, body }, { db, actor }) => ({
    ...(await updateBon(db, actor, params.id, body)),
    message: calls.updateBon.succes,
  }))
  route(app, calls.deleteBon, async ({ params }, { db, actor }) => {
    await deleteBon(db, actor, params.id)
    return { message: calls.deleteBon.succes }
  })
}

function lignesRoutes(app: FastifyInstance): void {
  route(app, calls.lignes, ({ params, query }, { db }) => listLignes(db, params.id, query))
  route(app, calls.ligne, ({ params }, { db }) => readLigne(db, params))
  route(app, calls.createLigne, async ({ params, body }, { db, actor }) => ({
    ...(await createLigne(db, actor, params.id, body)),
    message: calls.createLigne.succes,
  }))
  route(app, calls.updateLigne, async ({ params, body }, { db, actor }) => ({
    ...(await updateLigne(db, actor, params, body)),
    message: calls.updateLigne.succes,
  }))
  route(app, calls.deleteLigne, async ({ params }, { db, actor }) => {
    await deleteLigne(db, actor, params)
    return { message: calls.deleteLigne.succes }
  })
}
