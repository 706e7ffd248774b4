import { formatNombre } from '#shared/argent.ts'
import { defineErreurs } from '#shared/erreurs.ts'

export const actesErreurs = defineErreurs({
  fichesServies: {
    status: 409,
    message: ({ nombre }: { nombre: number }) =>
      nombre === 1
        ? 'Impossible : 1 fiche a servi depuis.'
        : `Impossible : ${formatNombre(nombre)} fiches ont servi depuis.`,
  },
})
