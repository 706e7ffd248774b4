import { formatEcart, type Centimes } from '#shared/argent.ts'
import { defineErreurs } from '#shared/erreurs.ts'

export const clotureErreurs = defineErreurs({
  ecartSansNote: {
    status: 422,
    message: ({ ecart }: { ecart: Centimes }) => `Expliquez l'écart de ${formatEcart(ecart)}.`,
  },
  caisseDUnAutre: { status: 422, message: 'Vous ne pouvez clôturer que votre caisse.' },
})
