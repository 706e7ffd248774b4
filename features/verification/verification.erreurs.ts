import { defineErreurs } from '#shared/erreurs.ts'

export const verificationErreurs = defineErreurs({
  codeInconnu: { status: 404, message: 'Aucun document ne porte ce code.' },
})
