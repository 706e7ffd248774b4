import type { FastifyInstance } from 'fastify'
import { parametresEndpoints } from '#features/parametres/parametres.contract.ts'
import {
  listParametres,
  listReglages,
  saveParametres,
} from '#features/parametres/server/parametres.service.ts'
import { defineFeature, type Feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'

type Settings = Required<NonNullable<Feature['settings']>>

/** The feature of the settings. @param settings completions of the réglages and checks of a save, of all other features together */
export const parametresWith = (settings: Settings): Feature =>
  defineFeature({
    routes: [(app) => routes(app, settings)],
    calls: { parametres: parametresEndpoints },
  })

function routes(app: FastifyInstance, { complete, prepare }: Settings): void {
  route(app, parametresEndpoints.read, async (_input, { db }) => ({ data: await listParametres(db) }))
  route(app, parametresEndpoints.save, async ({ params, body }, { db, actor }) => ({
    section: params.section,
    ...(await saveParametres(db, actor, params.section, body, prepare)),
  }))
  route(app, parametresEndpoints.reglages, async (_input, { db }) => ({
    data: await listReglages(db, complete),
  }))
}
