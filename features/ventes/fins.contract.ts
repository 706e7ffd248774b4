import * as z from 'zod/mini'
import { surNotreCompte } from '#features/comptes/comptes.contract.ts'
import { ORIGINES } from '#features/ventes/dossier.codes.ts'
import { dossierSaved, remboursement } from '#features/ventes/dossiers.contract.ts'
import {
  facultatif,
  idParams,
  jourPasse,
  montant,
  pourcent,
  texte,
  texteFacultatif,
  VALEUR_INVALIDE,
  version,
  ligneFacultative,
  message,
  montantPositif,
  reference,
  numeroFacultatif,
} from '#shared/champs/codecs.ts'
import { langueQuery, tirageQuery } from '#shared/exports.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'
import { CODES_MODE } from '#features/paiements/modes.ts'

/** `retenue` is an amount, `retenue_pourcent` a share of what is paid; without either nothing is kept. */
export const desistementInput = z
  .object({
    demande_le: jourPasse(),
    origine: z.enum(ORIGINES, { error: 'Précisez qui demande le désistement.' }),
    motif: texte('Le motif est obligatoire.', 500),
    retenue: facultatif(montant()),
    retenue_pourcent: facultatif(pourcent(VALEUR_INVALIDE)),
    note: texteFacultatif(),
    version,
  })
  .check(
    z.refine(({ retenue, retenue_pourcent }) => retenue == null || retenue_pourcent == null, {
      error: 'Saisissez un montant ou un pourcentage, pas les deux.',
      path: ['retenue'],
    }),
  )
export type DesistementInput = z.output<typeof desistementInput>

export const desistementEndpoints = {
  desister: endpoint({
    method: 'POST',
    path: '/api/ventes/{id}/desistement',
    access: 'finDeVente',
    summary: 'Met fin à une vente par un désistement : le bien est libre, les paiements restent au dossier',
    params: idParams,
    body: desistementInput,
    response: dossierSaved,
    status: 201,
    succes: 'Désistement enregistré avec succès !',
  }),
  updateDesistement: endpoint({
    method: 'PUT',
    path: '/api/ventes/{id}/desistement',
    access: 'finDeVente',
    summary: 'Modifie un désistement',
    params: idParams,
    body: desistementInput,
    response: dossierSaved,
    succes: 'Désistement modifié avec succès !',
  }),
  rouvrir: endpoint({
    method: 'DELETE',
    path: '/api/ventes/{id}/desistement',
    access: 'finDeVente',
    summary: 'Annule un désistement : la vente est rouverte, le bien reprend son prix',
    params: idParams,
    response: dossierSaved,
    succes: 'Désistement annulé : la vente est rouverte.',
  }),
  demande: fileEndpoint({
    method: 'GET',
    path: '/api/ventes/{id}/demande-desistement',
    access: 'documents',
    summary: 'La demande de désistement à signer, en PDF',
    params: idParams,
    query: langueQuery,
    contentType: 'application/pdf',
    refuses: [409],
  }),
}

export const remboursementInput = z.object({
  jour: jourPasse(),
  montant: montantPositif(),
  mode: z.enum(CODES_MODE, { error: 'Veuillez choisir le mode de paiement.' }),
  banque: ligneFacultative(100),
  reference: numeroFacultatif(100),
  compte_id: surNotreCompte,
  note: texteFacultatif(),
})
export type RemboursementInput = z.output<typeof remboursementInput>

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
    query: z.extend(langueQuery, tirageQuery.shape),
    contentType: 'application/pdf',
  }),
}

const motif = texte('Le motif est obligatoire.', 500)

/** `montant` is the agreed price; the price of the bien when absent. */
export const transfertInput = z.object({
  bien_id: reference('Veuillez sélectionner un bien.'),
  montant: facultatif(montant()),
  motif,
  version,
})
export type TransfertInput = z.output<typeof transfertInput>

/** `frais` is noted with the cession and is no part of the price. */
export const cessionInput = z.object({
  client_id: reference('Veuillez sélectionner un client.'),
  frais: facultatif(montant()),
  motif,
  version,
})
export type CessionInput = z.output<typeof cessionInput>

/** Calls that move a sale to another bien or to another client; it keeps its id, its number, its payments and its lines. */
export const transfertsEndpoints = {
  transferer: endpoint({
    method: 'POST',
    path: '/api/ventes/{id}/transfert-bien',
    access: 'finDeVente',
    summary: 'Transfère un dossier de vente vers un autre bien',
    params: idParams,
    body: transfertInput,
    response: dossierSaved,
    status: 201,
    succes: 'Dossier transféré avec succès !',
  }),
  ceder: endpoint({
    method: 'POST',
    path: '/api/ventes/{id}/transfert-client',
    access: 'finDeVente',
    summary: 'Cède un dossier de vente à un autre client',
    params: idParams,
    body: cessionInput,
    response: dossierSaved,
    status: 201,
    succes: 'Dossier cédé avec succès !',
  }),
}
