import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { biensEndpoints } from '#features/biens/biens.contract.ts'
import { locauxEndpoints } from '#features/biens/locaux.contract.ts'
import { parkingsEndpoints, placesEndpoints } from '#features/biens/parkings.contract.ts'
import {
  appartementsRoutes,
  biensRoutes,
  locauxRoutes,
  parkingsRoutes,
} from '#features/biens/server/biens.routes.ts'
import { defineFeature } from '#server/feature.ts'
import { refusalOn } from '#shared/erreurs.ts'
import { biensErreurs } from '#features/biens/biens.erreurs.ts'

export const biens = defineFeature({
  routes: [appartementsRoutes, biensRoutes, locauxRoutes, parkingsRoutes],
  calls: {
    appartements: appartementsEndpoints,
    biens: biensEndpoints,
    locaux: locauxEndpoints,
    parkings: parkingsEndpoints,
    places: placesEndpoints,
  },
  constraints: {
    appartements_num_lot_unique: refusalOn('numLot', biensErreurs.numLotPris),
    locaux_num_unique: refusalOn('num', biensErreurs.numLocalPris),
    places_parking_numero_unique: refusalOn('numero_place', biensErreurs.numeroPlaceDejaUtilise),
  },
})
