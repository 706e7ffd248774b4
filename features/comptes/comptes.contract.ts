import * as z from 'zod/mini'
import { comptesErreurs } from '#features/comptes/comptes.erreurs.ts'
import {
  facultatif,
  idParams,
  ligneFacultative,
  numeroObligatoire,
  reference,
  texte,
  version,
} from '#shared/champs/codecs.ts'
import { endpoint } from '#shared/endpoint.ts'

export const compteBancaireInput = z.object({
  banque: texte('La banque est obligatoire.', 100),
  agence: ligneFacultative(100),
  numero: numeroObligatoire('Le numéro de compte est obligatoire.', 50),
  actif: z.optional(z.boolean()),
})
export type CompteBancaireInput = z.output<typeof compteBancaireInput>

/** An account as what came to it or left it names it. */
export const compteNomme = z.object({ id: z.number(), banque: z.string(), numero: z.string() })

/** The account of a body: absent stays as it is, null is none. */
export const surNotreCompte = facultatif(reference(comptesErreurs.compteBancaireInconnu.message))

export const compteDeRemise = z.object({
  id: z.number(),
  banque: z.string(),
  agence: z.nullable(z.string()),
  numero: z.string(),
})
/** `remises` is the number of remises made to this account. */
const compteBancaire = z.extend(compteDeRemise, {
  actif: z.boolean(),
  remises: z.number(),
  version: z.number(),
})
export type CompteBancaire = z.output<typeof compteBancaire>

const saved = { message: z.string() }

export const comptesEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/comptes-bancaires',
    access: 'tresorerie',
    summary: 'Les comptes bancaires du promoteur, ceux qui servent en premier, et le dernier qui a servi',
    response: z.object({ data: z.array(compteBancaire), dernier: z.nullable(z.number()) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/comptes-bancaires',
    access: 'corriger',
    summary: 'Ajoute un compte bancaire',
    body: compteBancaireInput,
    response: z.extend(compteBancaire, saved),
    status: 201,
    succes: 'Compte bancaire ajouté avec succès !',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/comptes-bancaires/{id}',
    access: 'corriger',
    summary: 'Modifie un compte bancaire',
    params: idParams,
    body: z.extend(compteBancaireInput, { version }),
    response: z.extend(compteBancaire, saved),
    succes: 'Compte bancaire modifié avec succès !',
  }),
}
