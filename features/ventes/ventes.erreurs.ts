import { formatJourCourt, type Jour } from '#shared/dates.ts'
import { defineErreurs, type Contraintes } from '#shared/erreurs.ts'

export const ventesErreurs = defineErreurs({
  bienDejaVendu: { status: 409, message: 'Ce bien est déjà assigné à un client.' },
  chequeEnBanque: {
    status: 409,
    message: ({ recu, etat }: { recu: string; etat: string }) =>
      `Impossible de retirer ce client : le chèque du reçu ${recu} est ${etat}. Annulez cette étape ou faites un désistement.`,
  },
  dejaRembourse: {
    status: 409,
    message: ({ dossier }: { dossier: string }) =>
      `Le dossier ${dossier} est désisté : ce versement compte dans la retenue ou les remboursements. Corrigez d'abord le désistement.`,
  },
  venteClose: {
    status: 409,
    message: ({ dossier, jour }: { dossier: string; jour: Jour }) =>
      `Le dossier ${dossier} est clos depuis le ${formatJourCourt(jour)}.`,
  },
  bienSansClient: { status: 409, message: "Ce bien n'est assigné à aucun client." },
  bienVenduAutreClient: {
    status: 409,
    message: "Ce bien est déjà assigné à un client : retirez-le d'abord pour en choisir un autre.",
  },
})

export const ventesContraintes = {
  ventes_une_ouverte: { code: 'bienDejaVendu' },
  ventes_paye_borne: { code: 'conflit' },
  ventes_client: { code: 'conflit' },
} as const satisfies Contraintes
