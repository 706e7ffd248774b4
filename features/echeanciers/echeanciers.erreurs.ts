import { formatMontant, type Centimes } from '#shared/argent.ts'
import { formatJourCourt, type Jour } from '#shared/dates.ts'
import { defineErreurs } from '#shared/erreurs.ts'

export const echeanciersErreurs = defineErreurs({
  modeleInconnu: { status: 422, message: 'Veuillez choisir un modèle.' },
  premierJourManquant: {
    status: 422,
    message: 'La date de la première échéance est obligatoire pour ce modèle.',
  },
  stadeSansBloc: {
    status: 422,
    message: "Une place de parking n'a pas de bloc : son échéancier ne peut pas suivre un stade.",
  },
  sommeEcheances: {
    status: 422,
    message: ({ somme, prix }: { somme: Centimes; prix: Centimes }) =>
      `La somme des échéances (${formatMontant(somme)}) doit être égale au prix de vente (${formatMontant(prix)}).`,
  },
  tropDeLignes: { status: 422, message: 'Un échéancier a 120 lignes au plus.' },
  sansEcheancier: { status: 422, message: "Ce dossier n'a pas d'échéancier." },
  echeancierEntame: {
    status: 409,
    message: 'Des échéances sont déjà réglées : appliquez le modèle au reste à payer.',
  },
  rienAPlanifier: {
    status: 409,
    message: 'Le prix est entièrement payé : il ne reste rien à planifier.',
  },
  echeanceReglee: {
    status: 409,
    message: ({ rang, libelle }: { rang: number; libelle: string }) =>
      `L'échéance ${rang} « ${libelle} » est déjà réglée : elle ne peut plus changer.`,
  },
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
