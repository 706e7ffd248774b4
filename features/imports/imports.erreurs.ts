import { formatNombre } from '#shared/argent.ts'
import { defineErreurs } from '#shared/erreurs.ts'

export const importsErreurs = defineErreurs({
  pasClasseur: { status: 422, message: 'Le fichier doit être un classeur Excel (.xlsx).' },
  ancienClasseur: {
    status: 422,
    message:
      'Ce fichier est un ancien classeur (.xls) ou un classeur protégé par un mot de passe : enregistrez-le en .xlsx, sans mot de passe.',
  },
  classeurMacros: {
    status: 422,
    message: 'Ce classeur contient des macros : enregistrez-le en .xlsx, sans macros.',
  },
  portefeuilleTropGrand: {
    status: 422,
    message: ({ lignes }: { lignes: number }) =>
      `Le portefeuille compte ${formatNombre(lignes)} lignes : un classeur en porte ${formatNombre(150_000)} au plus. Choisissez une résidence.`,
  },
})
