import { VALEUR_INVALIDE } from '#shared/champs.ts'
import { formatJourCourt, type Jour } from '#shared/dates.ts'
import { defineErreurs, type Contraintes } from '#shared/erreurs.ts'

export const optionsErreurs = defineErreurs({
  bienBloque: {
    status: 409,
    message: ({ motif }: { motif: string }) => `Ce bien est bloqué (${motif}) : débloquez-le d'abord.`,
  },
  bienSousOption: {
    status: 409,
    message: ({ nom, jour }: { nom: string; jour: Jour }) =>
      `Ce bien est sous option pour ${nom} jusqu'au ${formatJourCourt(jour)} : libérez l'option d'abord.`,
  },
  optionInconnue: { status: 422, message: VALEUR_INVALIDE },
  optionClose: { status: 409, message: 'Cette option est close.' },
  titulaireManquant: { status: 422, message: 'Veuillez choisir un client ou saisir un nom.' },
  titulaireDouble: { status: 422, message: 'Choisissez un client ou saisissez un nom, pas les deux.' },
  jourPasse: { status: 422, message: 'Ce jour est déjà passé.' },
  optionTropLongue: {
    status: 422,
    message: ({ jours, jour }: { jours: number; jour: Jour }) =>
      `Une option ne peut pas durer plus de ${jours} jours : le ${formatJourCourt(jour)} au plus tard.`,
  },
})

export const optionsContraintes = {
  options_une_ouverte: { code: 'conflit' },
} as const satisfies Contraintes
