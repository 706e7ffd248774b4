import * as z from 'zod/mini'
import {
  decimal,
  email,
  facultatif,
  idParams,
  ligneFacultative,
  message,
  montant,
  telephone,
  texte,
  version,
} from '#shared/champs.ts'
import { isCouleur, isLisible } from '#shared/couleurs.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'

/** What papers say of a promoter besides, each in a line of its own of the form; in the order in which they are printed. */
const lignes = {
  nom_ar: z.nullable(z.string()),
  rc: z.nullable(z.string()),
  nif: z.nullable(z.string()),
  nis: z.nullable(z.string()),
  ai: z.nullable(z.string()),
  agrement: z.nullable(z.string()),
  tnpi: z.nullable(z.string()),
}

export const promoteur = z.object({
  id: z.number(),
  nom: z.string(),
  email: z.string(),
  telephone: z.string(),
  adresse: z.string(),
  version: z.number(),
  ...lignes,
  capital: z.nullable(decimal),
  couleur: z.nullable(z.string()),
  /** Is there one? It has an address of its own. */
  logo: z.boolean(),
})
export type Promoteur = z.output<typeof promoteur>

export const promoteurInput = z.object({
  nom: texte('Le nom est obligatoire.'),
  email: email(),
  telephone: telephone(),
  adresse: texte("L'adresse est obligatoire."),
})
export type PromoteurInput = z.output<typeof promoteurInput>

const COULEUR_REQUISE = 'Choisissez une couleur.'
/** A colour that headings can be read in; none is the product's own. */
const couleur = z
  .string({ error: COULEUR_REQUISE })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.refine(isCouleur, { error: COULEUR_REQUISE, abort: true }),
    z.refine(isLisible, 'Cette couleur est trop claire pour être lue sur du papier.'),
  )

const LIGNE_MAX = 100
/** Who the promoter is before the law. What is absent stays as it is. */
export const identiteInput = z.object({
  nom_ar: ligneFacultative(LIGNE_MAX),
  rc: ligneFacultative(LIGNE_MAX),
  nif: ligneFacultative(LIGNE_MAX),
  nis: ligneFacultative(LIGNE_MAX),
  ai: ligneFacultative(LIGNE_MAX),
  agrement: ligneFacultative(LIGNE_MAX),
  tnpi: ligneFacultative(LIGNE_MAX),
  capital: facultatif(montant()),
  couleur: facultatif(couleur),
})
export type IdentiteInput = z.output<typeof identiteInput>
const fiche = z.extend(promoteurInput, identiteInput.shape)

const saved = z.extend(promoteur, { message: z.string() })

export const promoteurEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/promoteurs',
    access: 'membre',
    summary: 'Le promoteur, seul élément de la liste ; vide tant qu’aucun n’est enregistré',
    response: z.array(promoteur),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/promoteurs',
    access: 'parametres',
    summary: 'Enregistre le promoteur, s’il n’y en a pas encore',
    body: fiche,
    response: saved,
    status: 201,
    succes: 'Promoteur ajouté avec succès!',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/promoteurs/{id}',
    access: 'parametres',
    summary: 'Modifie le promoteur',
    params: idParams,
    body: z.extend(fiche, { version }),
    response: saved,
    succes: 'Promoteur modifié avec succès!',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/promoteurs/{id}',
    access: 'parametres',
    summary: 'Supprime le promoteur',
    params: idParams,
    response: message,
    succes: 'Promoteur supprimé avec succès!',
  }),
  logo: fileEndpoint({
    method: 'GET',
    path: '/api/promoteurs/{id}/logo',
    access: 'membre',
    summary: 'Le logo du promoteur',
    params: idParams,
    contentType: ['image/png', 'image/jpeg'],
  }),
  saveLogo: endpoint({
    method: 'PUT',
    path: '/api/promoteurs/{id}/logo',
    access: 'parametres',
    summary: 'Enregistre le logo du promoteur (PNG ou JPEG), à la place de celui qui y est',
    params: idParams,
    file: 'logo',
    accept: 'logo',
    response: saved,
    succes: 'Logo enregistré avec succès !',
  }),
  removeLogo: endpoint({
    method: 'DELETE',
    path: '/api/promoteurs/{id}/logo',
    access: 'parametres',
    summary: 'Retire le logo du promoteur',
    params: idParams,
    response: message,
    succes: 'Logo retiré avec succès !',
  }),
}
