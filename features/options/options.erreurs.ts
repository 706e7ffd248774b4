import { VALEUR_INVALIDE } from '#shared/champs/codecs.ts'
import { formatJourCourt, type Jour } from '#shared/dates.ts'
import { formatCompte } from '#shared/texte.ts'
import { defineErreurs } from '#shared/erreurs.ts'

export const optionsErreurs = defineErreurs({
  optionInconnue: { status: 422, message: VALEUR_INVALIDE },
  optionClose: { status: 409, message: 'Cette option est close.' },
  optionDUnAutre: {
    status: 409,
    message: ({ nom }: { nom: string }) =>
      `Cette option est celle de ${nom} : libérez-la, puis posez-en une autre.`,
  },
  titulaireManquant: { status: 422, message: 'Veuillez choisir un client ou saisir un nom.' },
  titulaireDouble: { status: 422, message: 'Choisissez un client ou saisissez un nom, pas les deux.' },
  titulaireARecopier: { status: 422, message: 'Recopiez le nom du titulaire pour confirmer.' },
  optionDUnClient: {
    status: 409,
    message: "Cette option est celle d'un client : effacez ses données depuis son dossier.",
  },
  optionEnCours: {
    status: 409,
    message: "Impossible d'effacer ce titulaire : une option est en cours.",
  },
  jourPasse: { status: 422, message: 'Ce jour est déjà passé.' },
  optionTropLongue: {
    status: 422,
    message: ({ jours, jour }: { jours: number; jour: Jour }) =>
      `Une option ne peut pas durer plus de ${formatCompte(jours, 'jour')} : le ${formatJourCourt(jour)} au plus tard.`,
  },
})
