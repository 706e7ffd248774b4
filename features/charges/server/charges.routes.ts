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
import {
  createLigne,
  deleteLigne,
  listLignes,
  readLigne,
  updateLigne,
} from '#features/charges/server/lignes.service.ts'
import { reglementsEndpoints } from '#features/charges/reglements.contract.ts'
import { listFournisseurs } from '#features/charges/server/reglements.read.ts'
import { createReglement, deleteReglement } from '#features/charges/server/reglements.service.ts'
import { route } from '#server/http/route.ts'

export function chargesRoutes(app: FastifyInstance): void {
  categoriesRoutes(app)
  bonsRoutes(app)
  lignesRoutes(app)
  reglementsRoutes(app)
}

function categoriesRoutes(app: FastifyInstance): void {
  route(app, calls.categories, ({ query }, { db }) => listCategories(db, query))
  route(app, calls.categorie, ({ params }, { db }) => readCategorie(db, params.id))
  route(app, calls.createCategorie, ({ body }, { db, actor }) => createCategorie(db, actor, body))
  route(app, calls.updateCategorie, ({ params, body }, { db, actor }) =>
    updateCategorie(db, actor, params.id, body),
  )
  route(app, calls.deleteCategorie, async ({ params }, { db, actor }) => {
    await deleteCategorie(db, actor, params.id)
  })
}

function bonsRoutes(app: FastifyInstance): void {
  route(app, calls.bons, ({ query }, { db }) => listBons(db, query))
  route(app, calls.bon, ({ params }, { db }) => readBon(db, params.id))
  route(app, calls.createBon, ({ body }, { db, actor }) => createBon(db, actor, body))
  route(app, calls.updateBon, ({ params, body }, { db, actor }) => updateBon(db, actor, params.id, body))
  route(app, calls.deleteBon, async ({ params }, { db, actor }) => {
    await deleteBon(db, actor, params.id)
  })
}

function lignesRoutes(app: FastifyInstance): void {
  route(app, calls.lignes, ({ params, query }, { db }) => listLignes(db, params.id, query))
  route(app, calls.ligne, ({ params }, { db }) => readLigne(db, params))
  route(app, calls.createLigne, ({ params, body }, { db, actor }) => createLigne(db, actor, params.id, body))
  route(app, calls.updateLigne, ({ params, body }, { db, actor }) => updateLigne(db, actor, params, body))
  route(app, calls.deleteLigne, async ({ params }, { db, actor }) => {
    await deleteLigne(db, actor, params)
  })
}

function reglementsRoutes(app: FastifyInstance): void {
  const { fournisseurs, createReglement: create, deleteReglement: remove } = reglementsEndpoints
  route(app, fournisseurs, ({ query }, { db }) => listFournisseurs(db, query))
  route(app, create, ({ params, body }, { db, actor }) => createReglement(db, actor, params.id, body))
  route(app, remove, async ({ params }, { db, actor }) => {
    await deleteReglement(db, actor, params)
  })
}
