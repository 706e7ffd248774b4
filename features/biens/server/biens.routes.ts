import type { FastifyInstance } from 'fastify'
import { biensEndpoints } from '#features/biens/biens.contract.ts'
import { listAVendre } from '#features/biens/server/a-vendre.service.ts'
import { blockBien } from '#features/biens/server/biens.service.ts'
import { fichierAnswer } from '#server/files/intact.ts'
import { route, fileRoute } from '#server/http/route.ts'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import {
  APPARTEMENT,
  readAppartementReport,
  readPlan,
  readSuperficie,
} from '#features/biens/server/appartements.ts'
import { createBien, deleteBien, updateBien } from '#features/biens/server/genre.changes.ts'
import { listBiens } from '#features/biens/server/genre.list.ts'
import { biensOfClient, readBien } from '#features/biens/server/genre.read.ts'
import { LOCAL, nextLocal, readLocalReport } from '#features/biens/server/locaux.ts'
import { PLACE, placesOfParking } from '#features/biens/server/places.ts'
import { createNiveau, updateNiveau } from '#features/structure/server/niveaux.service.ts'
import { venteDuBienRoutes } from '#features/ventes/server/ventes.routes.ts'
import { locauxEndpoints } from '#features/biens/locaux.contract.ts'
import { parkingsEndpoints, placesEndpoints } from '#features/biens/parkings.contract.ts'
import {
  deleteParking,
  listParkings,
  PARKING,
  readOccupation,
  readParking,
} from '#features/biens/server/parkings.service.ts'
import { inSnapshot } from '#server/database/transaction.ts'

export function biensRoutes(app: FastifyInstance): void {
  route(app, biensEndpoints.aVendre, ({ query }, { db }) => listAVendre(db, query))
  route(app, biensEndpoints.bloquer, async ({ params, body }, { db, actor }) => {
    const bien = await blockBien(db, actor, params.id, body)
    const message = body.motif === null ? 'Bien débloqué avec succès !' : biensEndpoints.bloquer.succes
    return { ...bien, message }
  })
}

export function appartementsRoutes(app: FastifyInstance): void {
  route(app, appartementsEndpoints.list, ({ query }, { db }) => listBiens(db, APPARTEMENT, query))
  route(app, appartementsEndpoints.read, ({ params }, { db }) => readBien(db, APPARTEMENT, params.id))
  route(app, appartementsEndpoints.ofClient, ({ params }, { db }) =>
    biensOfClient(db, APPARTEMENT, params.id),
  )
  route(app, appartementsEndpoints.report, ({ params }, { db }) => readAppartementReport(db, params.id))
  route(app, appartementsEndpoints.superficie, ({ params }, { db }) => readSuperficie(db, params.id))
  fileRoute(app, appartementsEndpoints.plan, async ({ params }, { db, files }) =>
    fichierAnswer(files, await readPlan(db, params.id)),
  )
  route(app, appartementsEndpoints.create, ({ body, file }, { db, actor, ...life }) =>
    createBien(db, actor, APPARTEMENT, body, { file, life }),
  )
  route(app, appartementsEndpoints.update, ({ params, body, file }, { db, actor, ...life }) =>
    updateBien(db, actor, APPARTEMENT, params.id, body, {
      file: file ?? (body.plan_pdf ? null : undefined),
      life,
    }),
  )
  route(app, appartementsEndpoints.remove, async ({ params }, { db, actor, ...life }) => {
    await deleteBien(db, actor, APPARTEMENT, params.id, { file: null, life })
  })
  venteDuBienRoutes(app, {
    type: 'appartement',
    assign: appartementsEndpoints.assigner,
    withdraw: appartementsEndpoints.retirer,
    async answer(db, id) {
      const appartement = await readBien(db, APPARTEMENT, id)
      return { ...appartement, appartement }
    },
  })
}

export function locauxRoutes(app: FastifyInstance): void {
  route(app, locauxEndpoints.list, ({ query }, { db }) => listBiens(db, LOCAL, query))
  route(app, locauxEndpoints.read, ({ params }, { db }) => readBien(db, LOCAL, params.id))
  route(app, locauxEndpoints.ofClient, ({ params }, { db }) => biensOfClient(db, LOCAL, params.id))
  route(app, locauxEndpoints.report, ({ params }, { db }) => readLocalReport(db, params.id))
  route(app, locauxEndpoints.create, async ({ body }, { db, actor }) => {
    const local = await createBien(db, actor, LOCAL, body)
    return { ...local, numero_suivant: await nextLocal(db, local) }
  })
  route(app, locauxEndpoints.update, ({ params, body }, { db, actor }) =>
    updateBien(db, actor, LOCAL, params.id, body),
  )
  route(app, locauxEndpoints.remove, async ({ params }, { db, actor }) => {
    await deleteBien(db, actor, LOCAL, params.id)
  })
  venteDuBienRoutes(app, {
    type: 'local',
    assign: locauxEndpoints.assigner,
    withdraw: locauxEndpoints.retirer,
    async answer(db, id) {
      const local = await readBien(db, LOCAL, id)
      return { ...local, local }
    },
  })
}

export function parkingsRoutes(app: FastifyInstance): void {
  route(app, parkingsEndpoints.list, ({ query }, { db }) => listParkings(db, query))
  route(app, parkingsEndpoints.detail, ({ params }, { db }) =>
    inSnapshot(db, async (instant) => ({
      ...(await readParking(instant, params.id)),
      places: await placesOfParking(instant, params.id),
    })),
  )
  route(app, parkingsEndpoints.occupation, ({ params }, { db }) => readOccupation(db, params.id))
  route(app, parkingsEndpoints.create, ({ body }, { db, actor }) => createNiveau(db, actor, PARKING, body))
  route(app, parkingsEndpoints.update, ({ params, body }, { db, actor }) =>
    updateNiveau(db, actor, PARKING, params.id, body),
  )
  route(app, parkingsEndpoints.remove, async ({ params }, { db, actor }) => {
    await deleteParking(db, actor, params.id)
  })
  placesRoutes(app)
}

function placesRoutes(app: FastifyInstance): void {
  route(app, placesEndpoints.list, ({ query }, { db }) => listBiens(db, PLACE, query))
  route(app, placesEndpoints.detail, ({ params }, { db }) => readBien(db, PLACE, params.id))
  route(app, placesEndpoints.ofClient, async ({ params }, { db }) => ({
    places: await biensOfClient(db, PLACE, params.id),
  }))
  route(app, placesEndpoints.create, ({ body }, { db, actor }) => createBien(db, actor, PLACE, body))
  route(app, placesEndpoints.update, ({ params, body }, { db, actor }) =>
    updateBien(db, actor, PLACE, params.id, body),
  )
  route(app, placesEndpoints.remove, async ({ params }, { db, actor }) => {
    await deleteBien(db, actor, PLACE, params.id)
  })
  venteDuBienRoutes(app, {
    type: 'place_parking',
    assign: placesEndpoints.attribuer,
    withdraw: placesEndpoints.liberer,
    async answer(db, id) {
      const place = await readBien(db, PLACE, id)
      return { ...place, place }
    },
  })
}
