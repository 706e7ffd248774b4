import * as z from 'zod/mini'
import { dossier } from '#features/dossiers/dossier.contract.ts'
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
} from '#shared/champs.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'

export const ORIGINES = ['client', 'promoteur'] as const

/** `retenue` is an amount, or `retenue_pourcent` a share of what is paid; without either nothing is kept. */
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

const saved = z.extend(dossier, { message: z.string() })

/** The end of a sale that the client or the promoter wants; each answers the dossier. */
export const desistementEndpoints = {
  desister: endpoint({
    method: 'POST',
    path: '/api/ventes/{id}/desistement',
    access: 'finDeVente',
    summary: 'Met fin à une vente par un désistement : le bien est libre, les paiements restent au dossier',
    params: idParams,
    body: desistementInput,
    response: saved,
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
    response: saved,
    succes: 'Désistement modifié avec succès !',
  }),
  rouvrir: endpoint({
    method: 'DELETE',
    path: '/api/ventes/{id}/desistement',
    access: 'finDeVente',
    summary: 'Annule un désistement : la vente est rouverte, le bien reprend son prix',
    params: idParams,
    response: saved,
    succes: 'Désistement annulé : la vente est rouverte.',
  }),
  demande: fileEndpoint({
    method: 'GET',
    path: '/api/ventes/{id}/demande-desistement',
    access: 'documents',
    summary: 'La demande de désistement à signer, en PDF',
    params: idParams,
    contentType: 'application/pdf',
  }),
}
