import { formatNombre } from '#shared/argent.ts'
import { defineErreurs } from '#shared/erreurs.ts'

/** The most journal lines that one workbook holds. */
export const LIGNES_MAX = 20_000

export const journalErreurs = defineErreurs({
  rechercheTropLongue: {
    status: 422,
    message:
      'Cette recherche prend trop de temps. Précisez-la par un mot plus long, un membre, un objet ou une période.',
  },
  journalTropLong: {
    status: 422,
    message: `Cet export est trop long (plus de ${formatNombre(LIGNES_MAX)} lignes). Choisissez une période plus courte, un membre ou un objet.`,
  },
})
