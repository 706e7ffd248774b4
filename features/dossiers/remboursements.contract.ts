import * as z from 'zod/mini'
import { remboursement } from '#features/dossiers/dossier.contract.ts'
import { CODES_MODE } from '#features/paiements/modes.ts'
import {
  idParams,
  jourPasse,
  ligneFacultative,
  message,
  montantPositif,
  texteFacultatif,
} from '#shared/champs.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'

export const remboursementInput = z.object({
  jour: jourPasse(),
  montant: montantPositif(),
  mode: z.enum(CODES_MODE, { error: 'Veuillez choisir le mode de paiement.' }),
  banque: ligneFacultative(100),
  reference: ligneFacultative(100),
  note: texteFacultatif(),
})
export type RemboursementInput = z.output<typeof remboursementInput>

/** What is given back of a désisted sale, one by one, each under a number of its own. */
export const remboursementsEndpoints = {
  create: endpoint({
    method: 'POST',
    path: '/api/ventes/{id}/remboursements',
    access: 'corriger',
    summary: "Enregistre un remboursement d'une vente désistée",
    params: idParams,
    body: remboursementInput,
    response: z.extend(remboursement, { message: z.string() }),
    status: 201,
    succes: 'Remboursement ajouté avec succès !',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/remboursements/{id}',
    access: 'corriger',
    summary: 'Supprime un remboursement ; son numéro ne resservira pas',
    params: idParams,
    response: message,
    succes: 'Remboursement supprimé avec succès !',
  }),
  recu: fileEndpoint({
    method: 'GET',
    path: '/api/remboursements/{id}/recu',
    access: 'membre',
    summary: "Le reçu d'un remboursement, en PDF",
    params: idParams,
    contentType: 'application/pdf',
  }),
}
