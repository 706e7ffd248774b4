import * as z from 'zod/mini'
import { savedPaiement } from '#features/paiements/paiement.contract.ts'
import { facultatif, idParams, jourPasse, montant, texte, version } from '#shared/champs.ts'
import { endpoint } from '#shared/endpoint.ts'

export const rejetInput = z.object({
  rejete_le: jourPasse(),
  motif: texte('Le motif du rejet est obligatoire.'),
  frais_rejet: facultatif(montant()),
})
export type RejetInput = z.output<typeof rejetInput>

export const representationInput = z.object({ date_paiement: jourPasse() })

/** What happens to one cheque, a payment by its id. Each answer is the payment and says in its message what changed. */
export const chequeEndpoints = {
  rejeter: endpoint({
    method: 'POST',
    path: '/api/cheques/{id}/rejeter',
    access: 'encaisser',
    summary: "Rejette un chèque : il ne compte plus, le reste à payer augmente d'autant",
    params: idParams,
    body: z.extend(rejetInput, { version }),
    response: savedPaiement,
    succes: 'Chèque rejeté.',
  }),
  representer: endpoint({
    method: 'POST',
    path: '/api/cheques/{id}/representer',
    access: 'encaisser',
    summary: 'Représente un chèque rejeté : un nouveau paiement, avec son reçu',
    params: idParams,
    body: representationInput,
    response: savedPaiement,
    status: 201,
    succes: 'Chèque représenté.',
  }),
  annulerEtape: endpoint({
    method: 'POST',
    path: '/api/cheques/{id}/annuler-etape',
    access: 'encaisser',
    summary: "Annule la dernière étape d'un chèque",
    params: idParams,
    body: z.object({ version }),
    response: savedPaiement,
    succes: 'Étape annulée.',
  }),
}
