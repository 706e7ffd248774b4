import { formatNombre } from '#shared/argent.ts'
import { defineErreurs } from '#shared/erreurs.ts'

/** Lines of one workbook at most. */
export const LIGNES_MAX = 20_000

export const journalErreurs = defineErreurs({
  journalTropLong: {
    status: 422,
    message: `Cet export est trop long (plus de ${formatNombre(LIGNES_MAX)} lignes). Choisissez une période plus courte, un membre ou un objet.`,
  },
})
