import { formatNombre, formatNombreDe } from '#shared/argent.ts'
import { defineErreurs } from '#shared/erreurs.ts'

/** Most lots of one generation; more would hold its locks for too long. */
export const LOTS_MAX = 5_000

export const generationErreurs = defineErreurs({
  rienACreer: { status: 422, message: "Il n'y a rien à créer." },
  tropDeLots: {
    status: 422,
    message: ({ lots }: { lots: number }) =>
      `${formatNombre(lots)} lots : ${formatNombre(LOTS_MAX)} au plus à la fois.`,
  },
  generationNeSAnnulePlus: { status: 409, message: "Cette génération ne s'annule plus." },
  collisions: {
    status: 422,
    message: ({ nombre }: { nombre: number }) =>
      `Rien n'a été créé : ${formatNombreDe(nombre, 'collision')}.`,
  },
})
