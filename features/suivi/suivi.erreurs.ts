import { defineErreurs } from '#shared/erreurs.ts'

export const suiviErreurs = defineErreurs({
  telephoneTropCourt: {
    status: 422,
    message: "Ce client n'a pas de téléphone d'au moins quatre chiffres.",
  },
  sansTelephone: { status: 422, message: "Ce client n'a pas de téléphone." },
  chiffresFaux: { status: 422, message: 'Ces chiffres ne correspondent pas.' },
})
