import { defineErreurs } from '#shared/erreurs.ts'

export const blocsErreurs = defineErreurs({
  blocNonVide: {
    status: 409,
    message: ({ contenu }: { contenu: string }) =>
      `Impossible de supprimer ce bloc : il contient ${contenu}.`,
  },
  blocInconnu: { status: 422, message: 'Veuillez sélectionner un bloc.' },
  blocAutreResidence: { status: 422, message: "Ce bloc n'appartient pas à la résidence choisie." },
})
