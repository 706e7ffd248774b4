import * as z from 'zod/mini'
import { surNotreCompte } from '#features/comptes/comptes.contract.ts'
import { bonEntier } from '#features/charges/charges.schema.ts'
import { CODES_MODE } from '#features/paiements/modes.ts'
import {
  decimal,
  idParams,
  jourPasse,
  ligneFacultative,
  message,
  montantPositif,
  numeroFacultatif,
  reference,
  texteFacultatif,
} from '#shared/champs/codecs.ts'
import { motRequete, texteRequete } from '#shared/champs/requetes.ts'
import { endpoint } from '#shared/endpoint.ts'
import { pageEnvelope, pageQuery } from '#shared/pagination.ts'

export const reglementInput = z.object({
  date_reglement: jourPasse(),
  montant: montantPositif(),
  mode: z.enum(CODES_MODE, { error: 'Veuillez choisir le mode de règlement.' }),
  compte_id: surNotreCompte,
  banque: ligneFacultative(100),
  reference: numeroFacultatif(100),
  details: texteFacultatif(),
})
export type ReglementInput = z.output<typeof reglementInput>

/** Amount owed to a fournisseur: `nom` as on his latest voucher, null for the vouchers that name nobody. */
const sommes = { bons: z.number(), total: decimal, regle: decimal, reste: decimal }
const fournisseur = z.object({ nom: z.nullable(z.string()), ...sommes })
export type Fournisseur = z.output<typeof fournisseur>

const fournisseursQuery = z.extend(pageQuery, { search: texteRequete, solde: motRequete('1') })
export type FournisseursQuery = z.output<typeof fournisseursQuery>

export const reglementsEndpoints = {
  fournisseurs: endpoint({
    method: 'GET',
    path: '/api/bons/fournisseurs',
    access: 'chargesLire',
    summary: "Les fournisseurs des bons, par nom, et ce qu'on leur doit ; avec solde=1, ceux à qui l'on doit",
    query: fournisseursQuery,
    response: z.extend(pageEnvelope(fournisseur), { totals: z.object(sommes) }),
  }),
  createReglement: endpoint({
    method: 'POST',
    path: '/api/bons/{id}/reglements',
    access: 'charges',
    summary: "Règle un bon, en tout ou en partie, dans la limite de ce qu'il reste à régler",
    params: idParams,
    body: reglementInput,
    response: z.extend(bonEntier, { message: z.string() }),
    status: 201,
    succes: 'Règlement ajouté avec succès !',
  }),
  deleteReglement: endpoint({
    method: 'DELETE',
    path: '/api/bons/{bonId}/reglements/{reglementId}',
    access: 'charges',
    summary: "Supprime un règlement d'un bon",
    params: z.object({
      bonId: reference('Identifiant inconnu.'),
      reglementId: reference('Identifiant inconnu.'),
    }),
    response: message,
    succes: 'Règlement supprimé avec succès !',
  }),
}
