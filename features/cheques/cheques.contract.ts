import * as z from 'zod/mini'
import { compteDeRemise } from '#features/comptes/comptes.contract.ts'
import { CODES_ETAT } from '#features/paiements/modes.ts'
import { ligneDeVersements, savedPaiement } from '#features/paiements/paiement.schema.ts'
import {
  decimal,
  facultatif,
  idParams,
  jourLu,
  jourPasse,
  message,
  montant,
  reference,
  texte,
  version,
} from '#shared/champs/codecs.ts'
import { jourRequete, motRequete, texteRequete } from '#shared/champs/requetes.ts'
import { references } from '#shared/listes.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'
import { pageEnvelope, pageQuery } from '#shared/pagination.ts'

export const CHEQUES_MAX = 100
const AUCUN = 'Sélectionnez au moins un chèque.'
const INCONNU = "Ce chèque n'existe pas ou a été supprimé."
/** 1 to 100 cheques, as ids of payments; a repeated id counts once. The whole field gets one error sentence. */
const ids = references(INCONNU, {
  max: CHEQUES_MAX,
  trop: `Sélectionnez ${CHEQUES_MAX} chèques au plus.`,
  vide: AUCUN,
  requis: AUCUN,
})

const remise = z.object({
  id: z.number(),
  numero: z.string(),
  jour: jourLu,
  compte: compteDeRemise,
  nombre: z.number(),
  montant: decimal,
  en_attente: z.number(),
  encaisses: z.number(),
  rejetes: z.number(),
  /** Cheques without a number, which the bank may send back. */
  sans_numero: z.number(),
})
export type Remise = z.output<typeof remise>
const remiseEntiere = z.extend(remise, { cheques: z.array(ligneDeVersements) })
export type RemiseEntiere = z.output<typeof remiseEntiere>

export const remiseInput = z.object({
  compte_id: reference('Veuillez sélectionner un compte bancaire.'),
  jour: jourPasse(),
  ids,
})
export type RemiseInput = z.output<typeof remiseInput>
const periode = { du: jourRequete, au: jourRequete }
const compte = z.object({ nombre: z.number(), montant: decimal })
/** The filters of a list of cheques. The period is about the day of payment, remise, clearing or rejection, as `etat` says. */
export const chequesQuery = z.extend(pageQuery, {
  etat: motRequete(...CODES_ETAT),
  recherche: texteRequete,
  banque: texteRequete,
  /** "1" keeps the rejected cheques that no payment represents yet. */
  a_representer: motRequete('1'),
  ...periode,
})
export type ChequesQuery = z.output<typeof chequesQuery>
/** `totals` covers the filtered result, `etats` all cheques. In `rejete` only `total` counts those already represented. */
const pageDeCheques = z.extend(pageEnvelope(ligneDeVersements), {
  totals: compte,
  etats: z.object({ recu: compte, remis: compte, rejete: z.extend(compte, { total: z.number() }) }),
})

export const encaissementInput = z.object({ ids, encaisse_le: jourPasse() })

const saved = { message: z.string() }

export const rejetInput = z.object({
  rejete_le: jourPasse(),
  motif: texte('Le motif du rejet est obligatoire.'),
  frais_rejet: facultatif(montant()),
})
export type RejetInput = z.output<typeof rejetInput>

export const representationInput = z.object({ date_paiement: jourPasse() })

/** `rejeter`, `representer` and `annulerEtape` name a cheque by the id of its payment; each answers the payment, and a message that says what changed. */
export const chequesEndpoints = {
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
  listCheques: endpoint({
    method: 'GET',
    path: '/api/cheques',
    access: 'tresorerie',
    summary:
      'Les chèques à remettre (ou remis, encaissés ce mois-ci, rejetés) et ce que chaque état contient',
    query: chequesQuery,
    response: pageDeCheques,
  }),
  encaisser: endpoint({
    method: 'POST',
    path: '/api/cheques/encaisser',
    access: 'encaisser',
    summary: 'Marque des chèques encaissés, tous ou aucun',
    body: encaissementInput,
    response: z.object({ data: z.array(ligneDeVersements), ...saved }),
    succes: 'Chèques encaissés.',
  }),
  listRemises: endpoint({
    method: 'GET',
    path: '/api/remises',
    access: 'tresorerie',
    summary: 'Les remises de chèques, la dernière en premier',
    query: z.extend(pageQuery, periode),
    response: pageEnvelope(remise),
  }),
  readRemise: endpoint({
    method: 'GET',
    path: '/api/remises/{id}',
    access: 'tresorerie',
    summary: 'Une remise et ses chèques, par numéro de reçu',
    params: idParams,
    response: remiseEntiere,
  }),
  createRemise: endpoint({
    method: 'POST',
    path: '/api/remises',
    access: 'encaisser',
    summary: 'Remet des chèques à la banque et donne son numéro à la remise',
    body: remiseInput,
    response: z.extend(remiseEntiere, saved),
    status: 201,
    succes: 'Remise enregistrée.',
  }),
  bordereau: fileEndpoint({
    method: 'GET',
    path: '/api/remises/{id}/bordereau',
    access: 'tresorerie',
    summary: "Le bordereau d'une remise de chèques, en PDF",
    params: idParams,
    contentType: 'application/pdf',
  }),
  deleteRemise: endpoint({
    method: 'DELETE',
    path: '/api/remises/{id}',
    access: 'encaisser',
    summary: 'Supprime une remise ; son numéro ne resservira pas',
    params: idParams,
    response: message,
    succes: 'Remise supprimée : ses chèques sont de nouveau à remettre.',
  }),
}
