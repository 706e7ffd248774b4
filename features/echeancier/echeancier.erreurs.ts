import { formatMontant, type Centimes } from '#shared/argent.ts'
import { defineErreurs } from '#shared/erreurs.ts'

export const echeancierErreurs = defineErreurs({
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
})
