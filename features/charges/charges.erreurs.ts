import { formatMontant, type Centimes } from '#shared/argent.ts'
import { defineErreurs } from '#shared/erreurs.ts'
import { formatCompte } from '#shared/texte.ts'

const sousLeRegle = ({ regle }: { regle: Centimes }) =>
  `Le total du bon ne peut pas être inférieur à ce qui est déjà réglé (${formatMontant(regle)}).`

const rattaches = (reglements: number, ou: string): string =>
  `${formatCompte(reglements, 'règlement')} ${ou} ${reglements > 1 ? 'rattachés' : 'rattaché'}`

export const chargesErreurs = defineErreurs({
  categorieInconnue: { status: 422, message: 'Veuillez sélectionner une catégorie.' },
  reglementDepasse: {
    status: 422,
    message: ({ reste }: { reste: Centimes }) =>
      `Le règlement dépasse le reste à régler (${formatMontant(reste)}).`,
  },
  /** A line changed below what is paid of its voucher, and one that is deleted. */
  totalSousLeRegle: { status: 422, message: sousLeRegle },
  ligneReglee: { status: 409, message: sousLeRegle },
  bonAvecReglements: {
    status: 409,
    message: ({ reglements }: { reglements: number }) =>
      `Impossible de supprimer ce bon : ${rattaches(reglements, reglements > 1 ? 'y sont' : 'y est')}.`,
  },
  categorieAvecReglements: {
    status: 409,
    message: ({ reglements }: { reglements: number }) =>
      `Impossible de supprimer cette catégorie : ${rattaches(reglements, reglements > 1 ? 'sont' : 'est')} à ses bons.`,
  },
})
