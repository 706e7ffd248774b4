import { formatJourCourt, type Jour } from '#shared/dates.ts'
import { defineErreurs } from '#shared/erreurs.ts'

export const chequesErreurs = defineErreurs({
  pasUnCheque: { status: 409, message: "Ce paiement n'est pas un chèque." },
  chequeDeja: {
    status: 409,
    message: ({ recu, etat }: { recu: string; etat: string }) =>
      `Le chèque du reçu ${recu} est déjà ${etat}.`,
  },
  chequeJour: {
    status: 422,
    message: ({ apres, jour }: { apres: 'remise' | 'encaissement'; jour: Jour }) =>
      `La date ne peut pas précéder celle de ${apres === 'remise' ? 'la remise' : "l'encaissement"} (${formatJourCourt(jour)}).`,
  },
  chequeRecuApres: {
    status: 422,
    message: ({ recu, recuLe, etape, jour }: { recu: string; recuLe: Jour; etape: string; jour: Jour }) =>
      `Le chèque du reçu ${recu} a été reçu le ${formatJourCourt(recuLe)} : il ne peut pas être ${etape} le ${formatJourCourt(jour)}.`,
  },
  pasRejete: {
    status: 409,
    message: ({ recu }: { recu: string }) => `Le chèque du reçu ${recu} n'est pas rejeté.`,
  },
  dejaRepresente: {
    status: 409,
    message: ({ recu }: { recu: string }) => `Ce chèque a déjà été représenté par le reçu ${recu}.`,
  },
  venteFinie: {
    status: 409,
    message: 'La vente de ce bien est terminée : ce chèque ne peut plus être représenté.',
  },
  rienAAnnuler: { status: 409, message: "Ce chèque est à remettre : aucune étape n'est à annuler." },
  chequeInconnu: { status: 422, message: "Ce chèque n'existe pas ou a été supprimé." },
  remiseEntamee: {
    status: 409,
    message: 'Impossible de supprimer cette remise : un de ses chèques est déjà encaissé ou rejeté.',
  },
})
