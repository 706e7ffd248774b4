import { AUCUN_PRIX_NE_CHANGE } from '#features/prix/prix.rules.ts'
import { formatNombre } from '#shared/argent.ts'
import { duBien, type TypeBien } from '#shared/biens.ts'
import { defineErreurs } from '#shared/erreurs.ts'

/** Most lots of one revision; more would hold their locks for too long. */
export const LOTS_MAX = 5_000

export const prixErreurs = defineErreurs({
  revisionTropLongue: {
    status: 422,
    message: ({ lots }: { lots: number }) =>
      `${formatNombre(lots)} lots : ${formatNombre(LOTS_MAX)} au plus à la fois. Précisez les critères.`,
  },
  revisionSansEffet: { status: 422, message: AUCUN_PRIX_NE_CHANGE },
  revisionSansLot: { status: 422, message: 'Aucun lot non vendu ne correspond à ces critères.' },
  prixHorsLimites: {
    status: 422,
    message: ({ type, numero }: { type: TypeBien; numero: string }) =>
      `Le nouveau prix ${duBien({ type, numero })} serait négatif ou trop grand.`,
  },
  apercuPerime: {
    status: 409,
    message: "Les lots ou leurs prix ont changé depuis l'aperçu. Relancez l'aperçu.",
  },
})
