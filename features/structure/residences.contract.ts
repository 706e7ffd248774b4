import * as z from 'zod/mini'
import {
  coordonneeLue,
  decimal,
  idParams,
  message,
  planRetire,
  texte,
  version,
} from '#shared/champs/codecs.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'
import { choixQuery, pageEnvelope, pageQuery } from '#shared/pagination.ts'

/** Short form of a residence, for select boxes and other records. */
export const residenceResume = z.object({ id: z.number(), nom: z.string() })
export type ResidenceResume = z.output<typeof residenceResume>

export const residence = z.object({
  id: z.number(),
  nom: z.string(),
  adresse: z.string(),
  /** Name of the stored plan, null without one. Its bytes are served by the plan call only (Q117). */
  plan_pdf: z.nullable(z.string()),
  /** True when there is at least one appartement and none is free (Q96). */
  est_saturee: z.boolean(),
  /** Sold appartements in percent of all, two decimals (Q97). */
  taux_occupation: z.number(),
  blocs_count: z.number(),
  etages_count: z.number(),
  appartements_count: z.number(),
  occupied_count: z.number(),
  locaux_count: z.number(),
  parkings_count: z.number(),
  version: z.number(),
})
export type Residence = z.output<typeof residence>

export const residenceInput = z.object({
  nom: texte('Le nom est obligatoire.'),
  adresse: texte("L'adresse est obligatoire."),
})
export type ResidenceInput = z.output<typeof residenceInput>

/** Counts of every occupancy report. `tauxOccupation` is in percent, two decimals. */
export const statsOccupation = z.object({
  appartementCount: z.number(),
  occupiedCount: z.number(),
  availableCount: z.number(),
  tauxOccupation: z.number(),
  typeDistribution: z.record(z.string(), z.number()),
  typeOccupation: z.record(z.string(), z.number()),
})
export type StatsOccupation = z.output<typeof statsOccupation>

const residenceReport = z.object({
  id: z.number(),
  nom: z.string(),
  adresse: z.string(),
  stats: z.extend(statsOccupation, { blocCount: z.number(), etageCount: z.number() }),
  blocs: z.array(
    z.object({
      id: z.number(),
      nomloc: z.string(),
      description: z.string(),
      etages_count: z.number(),
      appartements_count: z.number(),
      occupied_count: z.number(),
      tauxOccupation: z.number(),
    }),
  ),
  clients: z.array(
    z.object({
      id: z.number(),
      nomComplet: z.string(),
      email: coordonneeLue,
      tel: coordonneeLue,
      appartement: z.object({
        id: z.number(),
        numLot: z.string(),
        typeLogement: z.string(),
        bloc: z.object({ id: z.number(), nomloc: z.string() }),
        etage: z.object({ id: z.number(), designation: z.string() }),
        vente_id: z.nullable(z.number()),
      }),
    }),
  ),
})
export type ResidenceReport = z.output<typeof residenceReport>

/** Sums paid for the current sales of a residence: dinars on the wire, centimes inside (Q101). */
export const paymentTotals = z.object({
  appartements_total: decimal,
  places_parking_total: decimal,
  locaux_total: decimal,
})
export type PaymentTotals = z.output<typeof paymentTotals>

const saved = z.extend(residence, { message: z.string() })

export const residencesEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/residences',
    access: 'membre',
    summary: 'Les résidences, page par page, la plus récente en premier',
    query: pageQuery,
    response: pageEnvelope(residence),
  }),
  all: endpoint({
    method: 'GET',
    path: '/api/residence/all',
    aliases: ['/api/residences/all'],
    access: 'membre',
    summary: 'Toutes les résidences par nom, pour les listes de choix ; cherchées par nom',
    query: choixQuery,
    response: z.array(residenceResume),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/residences/{id}',
    aliases: ['/api/residence/{id}'],
    access: 'membre',
    summary: 'Une résidence',
    params: idParams,
    response: residence,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/residences',
    aliases: ['/api/residence'],
    access: 'patrimoine',
    summary: 'Ajoute une résidence, avec son plan PDF si on en joint un',
    body: residenceInput,
    file: 'plan_pdf',
    response: saved,
    status: 201,
    succes: 'Résidence ajoutée avec succès !',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/residences/{id}',
    aliases: ['/api/residence/{id}'],
    access: 'patrimoine',
    summary: "Modifie une résidence ; sans nouveau fichier, le plan reste ce qu'il est ; vide, il est retiré",
    params: idParams,
    body: z.extend(residenceInput, { version, plan_pdf: planRetire }),
    file: 'plan_pdf',
    response: saved,
    succes: 'Résidence modifiée avec succès !',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/residences/{id}',
    aliases: ['/api/residence/{id}'],
    access: 'patrimoine',
    summary: 'Supprime une résidence vide',
    params: idParams,
    response: message,
    succes: 'Résidence supprimée avec succès !',
  }),
  plan: fileEndpoint({
    method: 'GET',
    path: '/api/residences/{id}/plan',
    aliases: ['/api/residence/{id}/plan'],
    access: 'membre',
    summary: "Le plan PDF d'une résidence",
    params: idParams,
    contentType: 'application/pdf',
  }),
  report: endpoint({
    method: 'GET',
    path: '/api/residences/{id}/report',
    aliases: ['/api/residence/{id}/report'],
    access: 'membre',
    summary: "Le rapport détaillé d'une résidence : chiffres, blocs, clients",
    params: idParams,
    response: residenceReport,
  }),
  paymentTotals: endpoint({
    method: 'GET',
    path: '/api/residence/{id}/payment-totals',
    aliases: ['/api/residences/{id}/payment-totals'],
    access: 'membre',
    summary: "Ce qui est encaissé sur les ventes en cours d'une résidence, par sorte de bien",
    params: idParams,
    response: paymentTotals,
  }),
}
