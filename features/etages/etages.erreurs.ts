import { defineErreurs } from '#shared/erreurs.ts'

export const etagesErreurs = defineErreurs({
  etageNonVide: {
    status: 409,
    message: ({ contenu }: { contenu: string }) =>
      `Impossible de supprimer cet étage : il contient ${contenu}.`,
  },
  etageInconnu: { status: 422, message: 'Veuillez sélectionner un étage.' },
  etageAutreBloc: { status: 422, message: "Cet étage n'appartient pas au bloc choisi." },
})
