import * as z from 'zod/mini'
import { clientResume } from '#features/clients/clients.contract.ts'
import { blocSitue } from '#features/structure/blocs.contract.ts'
import { statsOccupation } from '#features/structure/residences.contract.ts'
import { entier, facultatif, idParams, message, reference, texte, version } from '#shared/champs/codecs.ts'
import { entierRequete } from '#shared/champs/requetes.ts'
import { endpoint } from '#shared/endpoint.ts'
import { choixQuery, pageEnvelope, pageQuery } from '#shared/pagination.ts'

/** Short form of an étage with its bloc and residence, for select boxes and other records. */
const etageResume = z.object({
  id: z.number(),
  designation: z.string(),
  niveau: z.number(),
  logement_par_palier: z.number(),
  bloc_id: z.number(),
  bloc: blocSitue,
})
export type EtageResume = z.output<typeof etageResume>

export const etage = z.extend(etageResume, {
  logements_count: z.number(),
  occupied_logements_count: z.number(),
  /** Sold appartements in percent of all, two decimals (D2 §3). */
  tauxOccupation: z.number(),
  version: z.number(),
})
export type Etage = z.output<typeof etage>

const saisie = {
  designation: texte('La désignation est obligatoire.'),
  niveau: entier('Le niveau est obligatoire.', {
    min: -100,
    max: 1000,
    hors: 'Le niveau doit être un nombre entier, entre -100 et 1000.',
  }),
  logement_par_palier: entier('Le nombre de logements par palier est obligatoire.', {
    min: 1,
    max: 10_000,
    hors: 'Le nombre de logements par palier doit être un nombre entier, entre 1 et 10000.',
  }),
  bloc_id: reference('Veuillez sélectionner un bloc.'),
}
const residenceChoisie = reference('Veuillez sélectionner une résidence.')

/** Form of an étage, where the residence is required. */
export const etageForm = z.object({ residence_id: residenceChoisie, ...saisie })
/** Body of the call, where the residence is optional. When sent, it must be the bloc's (Q113). */
export const etageInput = z.object({ ...saisie, residence_id: facultatif(residenceChoisie) })
export type EtageInput = z.output<typeof etageInput>

/** Number of logements that the étage can hold (Q110). */
export const capacite = z.object({ capacite_logement: z.number() })

const etageReport = z.object({
  id: z.number(),
  designation: z.string(),
  niveau: z.number(),
  bloc: blocSitue,
  stats: statsOccupation,
  appartements: z.array(
    z.object({
      id: z.number(),
      numLot: z.string(),
      typeLogement: z.string(),
      bloc: z.object({ id: z.number(), nomloc: z.string() }),
      vente_id: z.nullable(z.number()),
      client: z.nullable(clientResume),
    }),
  ),
})
export type EtageReport = z.output<typeof etageReport>

const saved = z.extend(etage, { message: z.string() })

const etagesQuery = z.extend(pageQuery, {
  residence_id: entierRequete,
  bloc_id: entierRequete,
})
export type EtagesQuery = z.output<typeof etagesQuery>

const choixEtagesQuery = z.extend(choixQuery, { residence_id: entierRequete })
export type ChoixEtagesQuery = z.output<typeof choixEtagesQuery>

export const etagesEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/etages',
    access: 'membre',
    summary: "Les étages, page par page ; ceux d'une résidence ou d'un bloc si on les nomme",
    query: etagesQuery,
    response: pageEnvelope(etage),
  }),
  all: endpoint({
    method: 'GET',
    path: '/api/all-etages',
    access: 'membre',
    summary:
      "Tous les étages avec leur bloc et leur résidence, pour les listes de choix ; cherchés par nom, ceux d'une résidence si on la nomme",
    query: choixEtagesQuery,
    response: z.array(etageResume),
  }),
  ofBloc: endpoint({
    method: 'GET',
    path: '/api/blocs/{id}/etages',
    access: 'membre',
    summary: "Les étages d'un bloc, pour les listes de choix",
    params: idParams,
    response: z.array(etageResume),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/etages/{id}',
    access: 'membre',
    summary: 'Un étage',
    params: idParams,
    response: etage,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/etages',
    access: 'patrimoine',
    summary: 'Ajoute un étage à un bloc',
    body: etageInput,
    response: saved,
    status: 201,
    succes: 'Étage ajouté avec succès !',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/etages/{id}',
    access: 'patrimoine',
    summary: 'Modifie un étage',
    params: idParams,
    body: z.extend(etageInput, { version }),
    response: saved,
    succes: 'Étage modifié avec succès !',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/etages/{id}',
    access: 'patrimoine',
    summary: 'Supprime un étage vide',
    params: idParams,
    response: message,
    succes: 'Étage supprimé avec succès !',
  }),
  capacite: endpoint({
    method: 'GET',
    path: '/api/etages/{id}/capacite',
    access: 'membre',
    summary: "La capacité en logements d'un étage",
    params: idParams,
    response: capacite,
  }),
  report: endpoint({
    method: 'GET',
    path: '/api/etages/{id}/report',
    access: 'membre',
    summary: "Le rapport détaillé d'un étage : chiffres, appartements et leurs clients",
    params: idParams,
    response: etageReport,
  }),
}
