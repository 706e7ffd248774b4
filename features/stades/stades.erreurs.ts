import { formatJourCourt, type Jour } from '#shared/dates.ts'
import { defineErreurs, type Contraintes } from '#shared/erreurs.ts'

export const stadesErreurs = defineErreurs({
  stadePrecedent: {
    status: 422,
    message: ({ nom }: { nom: string }) => `Enregistrez d'abord le stade « ${nom} ».`,
  },
  stadeOrdre: {
    status: 422,
    message: ({ nom, jour }: { nom: string; jour: Jour }) =>
      `Cette date ne suit pas l'ordre des stades : « ${nom} » est au ${formatJourCourt(jour)}.`,
  },
  stadeInconnu: { status: 422, message: 'Veuillez choisir un stade.' },
  stadeNomPris: { status: 422, message: 'Ce nom de stade existe déjà.' },
  stadeUtilise: {
    status: 409,
    message: 'Impossible de supprimer ce stade : il sert à des échéances, à un modèle ou à un bloc.',
  },
})

export const stadesContraintes = {
  stades_nom_unique: { code: 'stadeNomPris', champ: 'nom' },
  stades_atteints_stade: { code: 'stadeUtilise' },
  echeances_stade: { code: 'stadeUtilise' },
} as const satisfies Contraintes
