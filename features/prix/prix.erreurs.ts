import { formatNombre } from '#shared/argent.ts'
import { titreDuBien, type TypeBien } from '#shared/biens.ts'
import { defineErreurs } from '#shared/erreurs.ts'

/** Lots of one revision: more would keep their locks for longer than anybody should wait. */
export const LOTS_MAX = 5_000

export const prixErreurs = defineErreurs({
  revisionTropLongue: {
    status: 422,
    message: ({ lots }: { lots: number }) =>
      `${formatNombre(lots)} lots : ${formatNombre(LOTS_MAX)} au plus à la fois. Précisez les critères.`,
  },
  revisionSansLot: { status: 422, message: 'Aucun lot non vendu ne correspond à ces critères.' },
  prixHorsLimites: {
    status: 422,
    message: ({ type, numero }: { type: TypeBien; numero: string }) =>
      `Le nouveau prix de ${titreDuBien(type, numero)} serait négatif ou trop grand.`,
  },
  apercuPerime: {
    status: 409,
    message: "Les lots ou leurs prix ont changé depuis l'aperçu. Relancez l'aperçu.",
  },
})
