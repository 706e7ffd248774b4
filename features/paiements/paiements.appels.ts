import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import type { TypeBien } from '#shared/biens.ts'

const {
  listAppartement,
  listPlace,
  listLocal,
  soldeAppartement,
  soldePlace,
  soldeLocal,
  printAppartement,
  printPlace,
  printLocal,
} = paiementsEndpoints

export const appelsDuBien = {
  appartement: { list: listAppartement, solde: soldeAppartement, print: printAppartement },
  place_parking: { list: listPlace, solde: soldePlace, print: printPlace },
  local: { list: listLocal, solde: soldeLocal, print: printLocal },
} as const satisfies Record<TypeBien, unknown>
