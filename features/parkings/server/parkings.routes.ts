import type { FastifyInstance } from 'fastify'
import { parkingsEndpoints } from '#features/parkings/parkings.contract.ts'
import { placesEndpoints } from '#features/parkings/places.contract.ts'
import {
  createParking,
  deleteParking,
  listParkings,
  readOccupation,
  readParking,
  updateParking,
} from '#features/parkings/server/parkings.service.ts'
import {
  createPlace,
  deletePlace,
  placesOfClient,
  placesOfParking,
  readPlace,
  updatePlace,
} from '#features/parkings/server/places.service.ts'
import { venteRoutes } from '#features/ventes/server/ventes.routes.ts'
import { inSnapshot } from '#server/database/reading.ts'
import { route } from '#server/http/route.ts'

export function parkingsRoutes(app: FastifyInstance): void {
  route(app, parkingsEndpoints.list, ({ query }, { db }) => listParkings(db, query))
  route(app, parkingsEndpoints.detail, ({ params }, { db }) =>
    inSnapshot(db, async (instant) => ({
      ...(await readParking(instant, params.id)),
      places: await placesOfParking(instant, params.id),
    })),
  )
  route(app, parkingsEndpoints.occupation, ({ params }, { db }) => readOccupation(db, params.id))
  route(app, parkingsEndpoints.create, async ({ body }, { db, actor }) => ({
    ...(await createParking(db, actor, body)),
    message: parkingsEndpoints.create.succes,
  }))
  route(app, parkingsEndpoints.update, async ({ params, body }, { db, actor }) => ({
    ...(await updateParking(db, actor, params.id, body)),
    message: parkingsEndpoints.update.succes,
  }))
  route(app, parkingsEndpoints.remove, async ({ params }, { db, actor }) => {
    await deleteParking(db, actor, params.id)
    return { message: parkingsEndpoints.remove.succes }
  })
  placesRoutes(app)
}

function placesRoutes(app: FastifyInstance): void {
  route(app, placesEndpoints.detail, ({ params }, { db }) => readPlace(db, params.id))
  route(app, placesEndpoints.ofClient, async ({ params }, { db }) => ({
    places: await placesOfClient(db, params.id),
  }))
  route(app, placesEndpoints.create, async ({ body }, { db, actor }) => ({
    ...(await createPlace(db, actor, body)),
    message: placesEndpoints.create.succes,
  }))
  route(app, placesEndpoints.update, async ({ params, body }, { db, actor }) => ({
    ...(await updatePlace(db, actor, params.id, body)),
    message: placesEndpoints.update.succes,
  }))
  route(app, placesEndpoints.remove, async ({ params }, { db, actor }) => {
    await deletePlace(db, actor, params.id)
    return { message: placesEndpoints.remove.succes }
  })
  venteRoutes(app, {
    type: 'place_parking',
    assign: placesEndpoints.attribuer,
    withdraw: placesEndpoints.liberer,
    async answer(db, id, message) {
      const place = await readPlace(db, id)
      return { ...place, place, message }
    },
  })
}
