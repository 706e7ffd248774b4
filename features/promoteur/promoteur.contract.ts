import * as z from 'zod/mini'
import {
  decimal,
  facultatif,
  idParams,
  ligneFacultative,
  message,
  montant,
  texte,
  version,
  numeroFacultatif,
} from '#shared/champs/codecs.ts'
import { email, telephone } from '#shared/coordonnees.ts'
import { isCouleur, isLisible } from '#shared/couleurs.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'

/** Legal data of the promoter, one line of the form each, in the order of the printed papers. */
const lignes = {
  nom_ar: z.nullable(z.string()),
  rc: z.nullable(z.string()),
  nif: z.nullable(z.string()),
  nis: z.nullable(z.string()),
  ai: z.nullable(z.string()),
  agrement: z.nullable(z.string()),
  tnpi: z.nullable(z.string()),
}

/** Lines that the papers add: the address in Arabic, and who acts for the promoter, with the quality of that person. */
const REPRESENTATION = [
  'adresse_ar',
  'representant',
  'representant_ar',
  'representant_qualite',
  'representant_qualite_ar',
] as const
const chacune = <T>(champ: () => T) =>
  Object.fromEntries(REPRESENTATION.map((nom) => [nom, champ()])) as Record<
    (typeof REPRESENTATION)[number],
    T
  >

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
  /** True when there is a logo; its own call serves the bytes. */
  logo: z.boolean(),
  ...chacune(() => z.nullable(z.string())),
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
/** Colour of the papers' headings, dark enough to be read on white paper. */
const couleur = z
  .string({ error: COULEUR_REQUISE })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.refine(isCouleur, { error: COULEUR_REQUISE, abort: true }),
    z.refine(isLisible, 'Cette couleur est trop claire pour être lue sur du papier.'),
  )

const LIGNE_MAX = 100
/** Legal identity of the promoter. An absent field stays unchanged. */
export const identiteInput = z.object({
  nom_ar: ligneFacultative(LIGNE_MAX),
  rc: numeroFacultatif(LIGNE_MAX),
  nif: numeroFacultatif(LIGNE_MAX),
  nis: numeroFacultatif(LIGNE_MAX),
  ai: numeroFacultatif(LIGNE_MAX),
  agrement: numeroFacultatif(LIGNE_MAX),
  tnpi: numeroFacultatif(LIGNE_MAX),
  capital: facultatif(montant()),
  couleur: facultatif(couleur),
  ...chacune(() => ligneFacultative()),
})
export type IdentiteInput = z.output<typeof identiteInput>
const promoteurComplet = z.extend(promoteurInput, identiteInput.shape)

/** The promoter, as the pages of buyers, banks and notaries show him before anybody is known; null without one. */
const presente = z.nullable(z.object({ nom: z.string(), nom_ar: z.nullable(z.string()), logo: z.boolean() }))

const saved = z.extend(promoteur, { message: z.string() })

export const promoteurEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/promoteurs',
    access: 'membre',
    summary: "Le promoteur, seul élément de la liste ; vide tant qu'aucun n'est enregistré",
    response: z.array(promoteur),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/promoteurs',
    access: 'parametres',
    summary: "Enregistre le promoteur, s'il n'y en a pas encore",
    body: promoteurComplet,
    response: saved,
    status: 201,
    // This sentence and the two below have no space before the exclamation mark (D3 §8, Q189).
    succes: 'Promoteur ajouté avec succès!',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/promoteurs/{id}',
    access: 'parametres',
    summary: 'Modifie le promoteur',
    params: idParams,
    body: z.extend(promoteurComplet, { version }),
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
  presenter: endpoint({
    method: 'GET',
    path: '/api/suivi/promoteur',
    access: 'public',
    summary: "Le promoteur au nom duquel s'ouvrent /suivi et /verifier",
    response: z.object({ promoteur: presente }),
  }),
  logoPresente: fileEndpoint({
    method: 'GET',
    path: '/api/suivi/promoteur/logo',
    access: 'public',
    summary: 'Le logo du promoteur, pour /suivi et /verifier',
    refuses: [404],
    contentType: ['image/png', 'image/jpeg'],
  }),
}
