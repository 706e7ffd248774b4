import * as z from 'zod/mini'
import { bon, bonEntier, categorie, ligne } from '#features/charges/charges.schema.ts'
import { CODES_ETAT_BON } from '#features/charges/charges.words.ts'
import { MONTANT_MAX } from '#shared/argent.ts'
import {
  entier,
  facultatif,
  idParams,
  ligneFacultative,
  jour,
  message,
  montant,
  reference,
  texte,
  version,
  numeroObligatoire,
} from '#shared/champs/codecs.ts'
import { entierRequete, jourRequete, motRequete, texteRequete } from '#shared/champs/requetes.ts'
import { liste } from '#shared/listes.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'
import { pageEnvelope, pageQuery } from '#shared/pagination.ts'

const LIGNES_MAX = 1000

/** A quantity has nine digits at most: bricks are bought by the hundred thousand. */
const QUANTITE_MAX = 999_999_999

export const categorieInput = z.object({ nom: texte('Le nom de la catégorie est obligatoire.') })
export type CategorieInput = z.output<typeof categorieInput>

const ligneFields = z.object({
  designation: texte('La désignation est obligatoire.'),
  prix_unitaire: montant('Le prix unitaire est obligatoire.'),
  quantite: entier('La quantité est obligatoire.', {
    min: 1,
    max: QUANTITE_MAX,
    hors: 'La quantité doit être un nombre entier, 1 au moins.',
  }),
})
export type LigneInput = z.output<typeof ligneFields>

/** Refuses a line whose amount exceeds MONTANT_MAX, as `lignes_montant_borne` does in the database. */
const borne = <T extends z.ZodMiniType<LigneInput>>(schema: T) =>
  schema.check(
    z.refine(({ prix_unitaire, quantite }) => prix_unitaire * quantite <= MONTANT_MAX, {
      error: 'Le montant de la ligne dépasse le maximum.',
      path: ['prix_unitaire'],
    }),
  )
export const ligneInput = borne(ligneFields)

const bonFields = z.object({
  reference: numeroObligatoire('La référence est obligatoire.'),
  date_bon: jour('La date du bon est obligatoire.'),
  fournisseur: ligneFacultative(),
  residence_id: facultatif(reference('Veuillez sélectionner une résidence.')),
})
export const bonEditInput = bonFields
export type BonEdit = z.output<typeof bonFields>

export const bonInput = z.extend(bonFields, {
  categorie_bon_id: reference('Veuillez sélectionner une catégorie.'),
  lignes: z._default(
    liste(ligneInput, { max: LIGNES_MAX, trop: `Un bon se crée avec ${LIGNES_MAX} lignes au plus.` }),
    [],
  ),
})
export type BonInput = z.output<typeof bonInput>

const ligneParams = z.object({
  bonId: reference('Identifiant inconnu.'),
  ligneId: reference('Identifiant inconnu.'),
})

/** `page` is the page of its list on which the new record stands. */
const created = { page: z.number(), message: z.string() }

/** An optional id in a query string. An unreadable value becomes 0, an id that no record has. */
const idRequete = z.pipe(
  z.optional(z.unknown()),
  z.transform((valeur) => {
    if (valeur === undefined || valeur === '' || valeur === 'null') return undefined
    return typeof valeur === 'string' && /^[1-9]\d{0,14}$/.test(valeur) ? Number(valeur) : 0
  }),
)

/** `fournisseur` is a whole name, folded; `du` and `au` are days of vouchers. */
const bonsQuery = z.extend(pageQuery, {
  categorie_bon_id: idRequete,
  residence_id: entierRequete,
  fournisseur: texteRequete,
  etat: motRequete(...CODES_ETAT_BON),
  du: jourRequete,
  au: jourRequete,
})
export type BonsQuery = z.output<typeof bonsQuery>

export const chargesEndpoints = {
  categories: endpoint({
    method: 'GET',
    path: '/api/categories',
    access: 'chargesLire',
    summary: "Les catégories de charges, cinq par page, les plus récentes d'abord",
    query: pageQuery,
    response: pageEnvelope(categorie),
  }),
  categorie: endpoint({
    method: 'GET',
    path: '/api/categories/{id}',
    access: 'chargesLire',
    summary: 'Une catégorie',
    params: idParams,
    response: categorie,
  }),
  createCategorie: endpoint({
    method: 'POST',
    path: '/api/categories',
    access: 'charges',
    summary: 'Ajoute une catégorie',
    body: categorieInput,
    response: z.extend(categorie, created),
    status: 201,
    succes: 'Catégorie ajoutée avec succès !',
  }),
  updateCategorie: endpoint({
    method: 'PUT',
    path: '/api/categories/{id}',
    access: 'charges',
    summary: 'Renomme une catégorie',
    params: idParams,
    body: z.extend(categorieInput, { version }),
    response: z.extend(categorie, { message: z.string() }),
    succes: 'Catégorie modifiée avec succès !',
  }),
  deleteCategorie: endpoint({
    method: 'DELETE',
    path: '/api/categories/{id}',
    access: 'charges',
    summary: 'Supprime une catégorie avec ses bons et leurs lignes',
    params: idParams,
    response: message,
    succes: 'Catégorie supprimée avec succès !',
  }),
  bons: endpoint({
    method: 'GET',
    path: '/api/bons',
    access: 'chargesLire',
    summary:
      "Les bons d'achat d'une catégorie (de toutes sans categorie_bon_id), cinq par page, les plus récents d'abord",
    query: bonsQuery,
    response: pageEnvelope(bon),
  }),
  bon: endpoint({
    method: 'GET',
    path: '/api/bons/{id}',
    access: 'chargesLire',
    summary: "Un bon d'achat, avec ses règlements",
    params: idParams,
    response: bonEntier,
  }),
  createBon: endpoint({
    method: 'POST',
    path: '/api/bons',
    access: 'charges',
    summary: "Ajoute un bon d'achat avec ses lignes, le tout ou rien",
    body: bonInput,
    response: z.extend(bonEntier, created),
    status: 201,
    succes: "Bon d'achat et ses lignes ajoutés avec succès !",
  }),
  updateBon: endpoint({
    method: 'PUT',
    path: '/api/bons/{id}',
    access: 'charges',
    summary: "Modifie la référence, la date, le fournisseur et la résidence d'un bon",
    params: idParams,
    body: z.extend(bonEditInput, { version }),
    response: z.extend(bonEntier, { message: z.string() }),
    succes: "Bon d'achat modifié avec succès !",
  }),
  deleteBon: endpoint({
    method: 'DELETE',
    path: '/api/bons/{id}',
    access: 'charges',
    summary: 'Supprime un bon avec ses lignes',
    params: idParams,
    response: message,
    succes: "Bon d'achat supprimé avec succès !",
  }),
  lignes: endpoint({
    method: 'GET',
    path: '/api/bons/{id}/lignes',
    access: 'chargesLire',
    summary: "Les lignes d'un bon, cinq par page, dans l'ordre de leur ajout",
    params: idParams,
    query: pageQuery,
    response: pageEnvelope(ligne),
  }),
  ligne: endpoint({
    method: 'GET',
    path: '/api/bons/{bonId}/lignes/{ligneId}',
    access: 'chargesLire',
    summary: 'Une ligne',
    params: ligneParams,
    response: ligne,
  }),
  createLigne: endpoint({
    method: 'POST',
    path: '/api/bons/{id}/lignes',
    access: 'charges',
    summary: 'Ajoute une ligne à un bon',
    params: idParams,
    body: ligneInput,
    response: z.extend(ligne, created),
    status: 201,
    succes: 'Ligne ajoutée avec succès !',
  }),
  updateLigne: endpoint({
    method: 'PUT',
    path: '/api/bons/{bonId}/lignes/{ligneId}',
    access: 'charges',
    summary: 'Modifie une ligne',
    params: ligneParams,
    body: borne(z.extend(ligneFields, { version })),
    response: z.extend(ligne, { message: z.string() }),
    succes: 'Ligne modifiée avec succès !',
  }),
  deleteLigne: endpoint({
    method: 'DELETE',
    path: '/api/bons/{bonId}/lignes/{ligneId}',
    access: 'charges',
    summary: 'Supprime une ligne',
    params: ligneParams,
    response: message,
    succes: 'Ligne supprimée avec succès !',
  }),
  print: fileEndpoint({
    method: 'GET',
    path: '/api/generate-pdf',
    access: 'chargesLire',
    summary: "Les bons d'achat en PDF : un bon (bon_id), une catégorie (categorie_id), ou tous",
    query: z.object({ bon_id: idRequete, categorie_id: idRequete }),
    contentType: 'application/pdf',
    refuses: [404],
  }),
}
