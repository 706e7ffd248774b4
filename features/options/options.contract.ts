import * as z from 'zod/mini'
import { bienResume } from '#features/etats/etats.schema.ts'
import { clientResume } from '#features/clients/clients.contract.ts'
import {
  facultatif,
  idParams,
  jour,
  jourLu,
  ligneFacultative,
  message,
  reference,
  texte,
  texteFacultatif,
  version,
} from '#shared/champs/codecs.ts'
import { entierRequete, motRequete, texteRequete } from '#shared/champs/requetes.ts'
import { telephoneLibre } from '#shared/coordonnees.ts'
import { endpoint } from '#shared/endpoint.ts'
import { pageEnvelope, pageQuery } from '#shared/pagination.ts'

/** State of an option: it holds the bien, its last day is over, a member released it, or its holder bought. */
const ETATS_OPTION = ['en_cours', 'expiree', 'liberee', 'vendue'] as const

/** A bien held for a person until a day; `jours_restants` is 0 on its last day and once it is over. */
export const option = z.object({
  id: z.number(),
  bien: bienResume,
  client_id: z.nullable(z.number()),
  client: z.nullable(clientResume),
  nom: z.string(),
  tel: z.nullable(z.string()),
  expire_le: jourLu,
  jours_restants: z.number(),
  note: z.nullable(z.string()),
  etat: z.enum(ETATS_OPTION),
  prise_le: jourLu,
  prise_par: z.string(),
  fin_le: z.nullable(jourLu),
  motif_fin: z.nullable(z.string()),
  /** An erased option names nobody: `nom` says « Client effacé » or « Titulaire effacé ». */
  effacee: z.boolean(),
  version: z.number(),
})
export type Option = z.output<typeof option>

const BIEN = 'Veuillez sélectionner un bien.'
const client = facultatif(reference('Veuillez sélectionner un client.'))

/** An option is for a client or for a name, never both. */
export const optionInput = z.object({
  bien_id: reference(BIEN),
  client_id: client,
  nom: ligneFacultative(),
  tel: telephoneLibre(),
  expire_le: jour('La date est obligatoire.'),
  note: texteFacultatif(),
})
export type OptionInput = z.output<typeof optionInput>

const TITULAIRE = 'Veuillez choisir un client ou saisir un nom.'
export const optionForm = z
  .object({
    titulaire: z.enum(['client', 'autre']),
    client_id: client,
    nom: ligneFacultative(),
    tel: telephoneLibre(),
    expire_le: jour('La date est obligatoire.'),
    note: texteFacultatif(),
  })
  .check(
    z.refine(({ titulaire, client_id }) => titulaire !== 'client' || client_id != null, {
      path: ['client_id'],
      error: TITULAIRE,
    }),
    z.refine(({ titulaire, nom }) => titulaire !== 'autre' || nom != null, {
      path: ['nom'],
      error: TITULAIRE,
    }),
  )

export const prolongationInput = z.object({
  client_id: client,
  expire_le: jour('La date est obligatoire.'),
  note: texteFacultatif(),
  version,
})
export type ProlongationInput = z.output<typeof prolongationInput>

export const liberationInput = z.object({ motif: texteFacultatif(500), version })

export const effacementDOptionInput = z.object({
  confirmation: texte('Recopiez le nom du titulaire pour confirmer.', 1000),
})

const optionsQuery = z.extend(pageQuery, {
  search: texteRequete,
  residence_id: entierRequete,
  bloc_id: entierRequete,
  bien_id: entierRequete,
  etat: motRequete('en_cours', 'expiree', 'closes', 'toutes'),
})
export type OptionsQuery = z.output<typeof optionsQuery>

const saved = z.extend(option, { message: z.string() })

export const optionsEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/options',
    access: 'membre',
    summary:
      'Les options : celles en cours par dernier jour, les autres de la plus récente à la plus ancienne',
    query: optionsQuery,
    response: pageEnvelope(option),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/options',
    access: 'ventes',
    summary: 'Pose une option sur un bien libre',
    body: optionInput,
    response: saved,
    status: 201,
    succes: 'Option posée avec succès !',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/options/{id}',
    access: 'ventes',
    summary: 'Prolonge une option, ou la donne à un client',
    params: idParams,
    body: prolongationInput,
    response: saved,
    succes: 'Option prolongée avec succès !',
  }),
  release: endpoint({
    method: 'POST',
    path: '/api/options/{id}/liberer',
    access: 'ventes',
    summary: 'Libère une option : le bien redevient libre',
    params: idParams,
    body: liberationInput,
    response: saved,
    succes: 'Option libérée avec succès !',
  }),
  erase: endpoint({
    method: 'POST',
    path: '/api/options/{id}/effacer',
    access: 'donnees',
    summary:
      "Efface le titulaire d'une option close qui n'est celle d'aucun client, et de ses autres options closes au même nom et au même téléphone, son nom recopié dans confirmation",
    params: idParams,
    body: effacementDOptionInput,
    response: message,
    succes: 'Données effacées avec succès !',
  }),
}
