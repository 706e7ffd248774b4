import * as z from 'zod/mini'
import { dossierSaved, echeance } from '#features/ventes/dossiers.contract.ts'
import { DECLENCHEURS } from '#features/echeanciers/echeancier.rules.ts'
import { modeleChoisi, repartition } from '#features/echeanciers/stades.contract.ts'
import {
  facultatif,
  idParams,
  jour,
  ligneFacultative,
  montantPositif,
  reference,
  texte,
  VALEUR_INVALIDE,
  version,
  decimal,
  jourLu,
} from '#shared/champs/codecs.ts'
import { entierRequete, motRequete, texteRequete } from '#shared/champs/requetes.ts'
import { liste } from '#shared/listes.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'
import { bienResume } from '#features/etats/etats.schema.ts'
import { clientResume } from '#features/clients/clients.contract.ts'
import { CANAUX } from '#features/ventes/dossier.codes.ts'
import { EXPORT_TYPES, exportQuery, langueQuery } from '#shared/exports.ts'
import { pageEnvelope, pageQuery, triRequete } from '#shared/pagination.ts'

/** Tabs: late lines; lines due by today, paid or not; lines to come. */
export const ONGLETS = ['retard', 'exigibles', 'a_venir'] as const
export type Onglet = (typeof ONGLETS)[number]
/** Days ahead that the tab « à venir » shows; `tout` adds lines without any day. */
export const HORIZONS = ['30', '60', '90', 'tout'] as const
export type Horizon = (typeof HORIZONS)[number]

export const TRIS_ECHEANCES = ['client', 'bien', 'reste', 'jour'] as const
export type TriEcheances = (typeof TRIS_ECHEANCES)[number]

export const PORTEES = ['tout', 'reste'] as const
export const LIGNES_MAX = 120
export const GENERATIONS_MAX = 500

const generation = { modele_id: modeleChoisi, ...repartition }

export const generationInput = z.object({
  ...generation,
  portee: facultatif(z.enum(PORTEES)),
  version,
})
export type GenerationInput = z.output<typeof generationInput>

export const generationsInput = z.object({
  ...generation,
  residence_id: facultatif(reference('Veuillez sélectionner une résidence.')),
  bloc_id: facultatif(reference('Veuillez sélectionner un bloc.')),
  /** In place of both: the sales that an import has made. */
  import_id: facultatif(reference(VALEUR_INVALIDE)),
})
export type GenerationsInput = z.output<typeof generationsInput>

/** A wanted line; `id` names an existing line. `date_prevue` is the due day of a `date` line, else a forecast. */
export const ligneInput = z
  .object({
    id: facultatif(reference(VALEUR_INVALIDE)),
    libelle: texte('Le libellé est obligatoire.', 120),
    libelle_ar: ligneFacultative(120),
    montant: montantPositif(),
    declencheur: z.enum(DECLENCHEURS, { error: "Veuillez choisir ce qui rend l'échéance exigible." }),
    stade_id: facultatif(reference('Veuillez choisir un stade.')),
    date_prevue: facultatif(jour()),
  })
  .check(({ value, issues }) => {
    const refuse = (champ: 'stade_id' | 'date_prevue', message: string) =>
      issues.push({ code: 'custom', message, input: value[champ], path: [champ] })
    if (value.declencheur === 'stade' && value.stade_id == null)
      refuse('stade_id', 'Veuillez choisir un stade.')
    if (value.declencheur !== 'stade' && value.stade_id != null) refuse('stade_id', VALEUR_INVALIDE)
    if (value.declencheur === 'date' && value.date_prevue == null)
      refuse('date_prevue', 'La date est obligatoire.')
  })

export const lignesInput = z.object({
  lignes: liste(ligneInput, {
    max: LIGNES_MAX,
    trop: `Un échéancier a ${LIGNES_MAX} lignes au plus.`,
  }).check(({ value, issues }) => {
    for (const [rang, { id }] of value.entries())
      if (id != null && value.slice(0, rang).some((other) => other.id === id))
        issues.push({ code: 'custom', message: VALEUR_INVALIDE, input: id, path: [rang, 'id'] })
  }),
  version,
})
export type LignesInput = z.output<typeof lignesInput>

export const echeancierEndpoints = {
  generate: endpoint({
    method: 'POST',
    path: '/api/ventes/{id}/echeancier',
    access: 'ventes',
    summary: "Génère l'échéancier d'un dossier à partir d'un modèle, à la place de celui qu'il a",
    params: idParams,
    body: generationInput,
    response: dossierSaved,
    status: 201,
    succes: 'Échéancier généré avec succès !',
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/ventes/{id}/echeancier',
    access: 'ventes',
    summary: "Modifie les lignes de l'échéancier d'un dossier, dans leur ordre",
    params: idParams,
    body: lignesInput,
    response: dossierSaved,
    succes: 'Échéancier modifié avec succès !',
  }),
  print: fileEndpoint({
    method: 'GET',
    path: '/api/ventes/{id}/echeancier-pdf',
    access: 'membre',
    summary: "L'échéancier de paiement d'un dossier, à imprimer",
    params: idParams,
    query: langueQuery,
    contentType: 'application/pdf',
  }),
  countWithout: endpoint({
    method: 'GET',
    path: '/api/echeanciers',
    access: 'membre',
    summary:
      "Combien de dossiers ouverts sont sans échéancier, et parmi eux de places, dans une résidence, un bloc ou ceux d'un import",
    query: z.object({ residence_id: entierRequete, bloc_id: entierRequete, import_id: entierRequete }),
    response: z.object({
      dossiers: z.number(),
      places: z.number(),
      /** Number of dossiers of an import whose contract has no day. */
      sans_contrat: z.optional(z.number()),
    }),
  }),
  generateAll: endpoint({
    method: 'POST',
    path: '/api/echeanciers',
    access: 'ventes',
    summary: `Applique un modèle aux dossiers sans échéancier d'une résidence, d'un bloc ou d'un import, ${GENERATIONS_MAX} au plus`,
    body: generationsInput,
    response: z.object({
      crees: z.number(),
      /** Places are skipped when the modèle has a stade, since a place stands in no bloc. */
      ignores: z.number(),
      restants: z.number(),
      message: z.string(),
    }),
    status: 201,
    succes: 'Échéancier généré.',
  }),
}

export const ligne = z.extend(echeance, {
  vente_id: z.number(),
  dossier: z.string(),
  client: clientResume,
  bien: bienResume,
  derniere_relance: z.nullable(z.object({ jour: jourLu, canal: z.enum(CANAUX) })),
  relance_aujourdhui: z.boolean(),
  /** Late amount of the whole dossier. */
  dossier_en_retard: decimal,
})
export type Ligne = z.output<typeof ligne>

const totaux = z.object({ nombre: z.number(), montant: decimal, recu: decimal, reste: decimal })
export type Totaux = z.output<typeof totaux>

/** Remainders of the late lines under the same filters, whatever the tab, by days of lateness. */
export const anciennete = z.object({ j0_30: decimal, j31_60: decimal, j61_90: decimal, j90_plus: decimal })
export type Anciennete = z.output<typeof anciennete>

/** Unpaid lines under the same filters that have no due day yet: on the date of a contract, on a stade not reached. */
const attendent = z.object({ contrat: z.number(), stade: z.number() })
export type Attendent = z.output<typeof attendent>

/** Remainder to cash in one of six months; `mois` is null for later months and unknown days. */
const parMois = z.object({ mois: z.nullable(z.string()), reste: decimal })
export type ParMois = z.output<typeof parMois>

const echeancesFiltres = z.object({
  onglet: motRequete(...ONGLETS),
  horizon: motRequete(...HORIZONS),
  /** On the tab « exigibles » settled lines too. */
  reglees: motRequete('1'),
  search: texteRequete,
  residence_id: entierRequete,
  bloc_id: entierRequete,
  /** Without it the order of the tab. */
  tri: triRequete(TRIS_ECHEANCES),
})
export type EcheancesFiltres = z.output<typeof echeancesFiltres>

export const echeancesEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/echeances',
    access: 'membre',
    summary: "Les échéances en retard, exigibles ou à venir, avec leurs sommes et l'ancienneté des retards",
    query: z.extend(echeancesFiltres, pageQuery.shape),
    response: z.extend(pageEnvelope(ligne), {
      totals: totaux,
      anciennete,
      attendent,
      /** Null outside the tab « à venir »; the months add up to what remains there. */
      par_mois: z.nullable(z.array(parMois)),
    }),
  }),
  export: fileEndpoint({
    method: 'GET',
    path: '/api/echeances/export',
    access: 'exporter',
    summary: 'Les échéances en classeur Excel, ou en PDF avec format=pdf',
    query: z.extend(echeancesFiltres, exportQuery.shape),
    contentType: EXPORT_TYPES,
  }),
}
