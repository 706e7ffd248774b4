import { defineErreurs } from '#shared/erreurs.ts'

export const comptesErreurs = defineErreurs({
  compteBancaireInconnu: { status: 422, message: 'Veuillez sélectionner un compte bancaire.' },
  compteBancaireInactif: { status: 422, message: "Ce compte bancaire n'est plus utilisé." },
  compteBancairePris: { status: 422, message: 'Ce compte bancaire existe déjà.' },
})
