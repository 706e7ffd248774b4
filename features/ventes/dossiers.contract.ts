import * as z from 'zod/mini'
import { bienResume } from '#features/etats/etats.schema.ts'
import { compteNomme } from '#features/comptes/comptes.contract.ts'
import { clientResume } from '#features/clients/clients.contract.ts'
import { CANAUX, ETAPES, ETATS_ECHEANCE, ETATS_VENTE, ORIGINES } from '#features/ventes/dossier.codes.ts'
import { paiementsDeVente } from '#features/paiements/paiement.schema.ts'
import { DECLENCHEURS } from '#features/echeanciers/echeancier.rules.ts'
import {
  decimal,
  facultatif,
  VALEUR_INVALIDE,
  jourLu,
  idParams,
  jourFacultatif,
  jourPasse,
  jourPasseFacultatif,
  ligneFacultative,
  texteFacultatif,
  version,
  reference,
} from '#shared/champs/codecs.ts'
import { entierRequete, jourRequete, motRequete, texteRequete } from '#shared/champs/requetes.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'
import { FORMATS } from '#shared/exports.ts'
import { pageEnvelope, pageQuery } from '#shared/pagination.ts'

/** `part` is the percent of the price, cut; the `quote_part` of all lines add up to 100. `jours_retard` is 0 unless the line is late. */
export const echeance = z.object({
  id: z.number(),
  rang: z.number(),
  libelle: z.string(),
  libelle_ar: z.nullable(z.string()),
  montant: decimal,
  couvert: decimal,
  reste: decimal,
  part: z.number(),
  quote_part: z.number(),
  declencheur: z.enum(DECLENCHEURS),
  stade: z.nullable(z.object({ id: z.number(), nom: z.string() })),
  /** The line's own day: due day of a line on a date, else a forecast agreed for it alone. */
  date_prevue: z.nullable(jourLu),
  exigible_le: z.nullable(jourLu),
  /** Forecast of a line that waits for an event: its own day, else that of the bloc for the stade or the delivery. */
  prevue_le: z.nullable(jourLu),
  /** The signature for which alone an unpaid line still waits. */
  attend: z.nullable(z.enum(['contrat'])),
  /** Day the bloc reached the stade of the line; a younger sale makes the line due later. */
  stade_atteint_le: z.nullable(jourLu),
  jours_retard: z.number(),
  etat: z.enum(ETATS_ECHEANCE),
})
export type Echeance = z.output<typeof echeance>

/** A relance; with a `document` it is an appel de fonds that was sent, whose amount it has. */
export const relance = z.object({
  id: z.number(),
  vente_id: z.number(),
  dossier: z.string(),
  canal: z.enum(CANAUX),
  jour: jourLu,
  montant: decimal,
  note: z.nullable(z.string()),
  par: z.string(),
  document: z.nullable(z.object({ id: z.number(), numero: z.string() })),
})
export type Relance = z.output<typeof relance>

export const transfert = z.object({
  id: z.number(),
  nature: z.enum(['bien', 'client']),
  jour: jourLu,
  ancien: z.string(),
  nouveau: z.string(),
  prix_avant: decimal,
  prix_apres: decimal,
  frais: z.nullable(decimal),
  motif: z.string(),
  par: z.string(),
})

/** `a_rembourser` is paid less kept and given back; `remboursable` also leaves out cheques that may still be rejected. */
export const desistement = z.object({
  demande_le: jourLu,
  origine: z.enum(ORIGINES),
  motif: z.string(),
  note: z.nullable(z.string()),
  paye: decimal,
  retenue: decimal,
  retenue_pourcent: z.nullable(decimal),
  rembourse: decimal,
  a_rembourser: decimal,
  remboursable: decimal,
  version: z.number(),
})

export const remboursement = z.object({
  id: z.number(),
  vente_id: z.number(),
  numero: z.string(),
  jour: jourLu,
  montant: decimal,
  mode: z.string(),
  banque: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  compte: z.nullable(compteNomme),
  note: z.nullable(z.string()),
})

const acquereur = z.object({ client_id: z.number(), nomComplet: z.string(), part: decimal })

/** Seller: a member, or the name that is left of one or that an import gave. */
const vendeur = z.object({ id: z.nullable(z.number()), nom: z.string() })
export type Vendeur = z.output<typeof vendeur>

const enTete = {
  id: z.number(),
  dossier: z.string(),
  etat: z.enum(ETATS_VENTE),
  etape: z.enum(ETAPES),
  bien: bienResume,
  client: clientResume,
  montant: decimal,
  totalPaye: decimal,
  resteAPayer: decimal,
  pourcentagePaiement: z.number(),
  reservation_le: jourLu,
  terminee_le: z.nullable(jourLu),
  /** Remainder of all lines whose day is past. */
  en_retard: decimal,
  vendeur: z.nullable(vendeur),
}

/** A line of the list; only a désistement has `desistement_le`, `retenue` and `a_rembourser`. */
export const dossierLigne = z.object({
  ...enTete,
  /** True of an open sale with a price but no échéancier, of which nothing can be late. */
  sans_echeancier: z.boolean(),
  contrat_le: z.nullable(jourLu),
  notaire: z.nullable(z.string()),
  /** The day on which it was asked for, as its dossier says. */
  desistement_le: z.nullable(jourLu),
  retenue: z.nullable(decimal),
  a_rembourser: z.nullable(decimal),
})
export type DossierLigne = z.output<typeof dossierLigne>

export const dossier = z.object({
  ...enTete,
  version: z.number(),
  contrat_le: z.nullable(jourLu),
  livraison_le: z.nullable(jourLu),
  livraison_prevue_le: z.nullable(jourLu),
  notaire: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** The discount granted on the price when the sale was opened, kept through a transfert; null for a sale opened before this was kept. */
  remise: z.nullable(decimal),
  ouverte_le: jourLu,
  exigible: decimal,
  prochaine: z.nullable(echeance),
  echeances: z.array(echeance),
  paiements: paiementsDeVente,
  relances: z.array(relance),
  transferts: z.array(transfert),
  desistement: z.nullable(desistement),
  remboursements: z.array(remboursement),
  /** The client of the sale, with the share that the co-acquéreurs leave; `acquereurs` has these, the largest share first. */
  principal: acquereur,
  acquereurs: z.array(acquereur),
  autres: z.array(z.object({ id: z.number(), dossier: z.string(), designation: z.string() })),
})
export type Dossier = z.output<typeof dossier>

/** Days of a dossier are past, except the planned delivery. An absent field stays as it is, null clears it. */
export const dossierInput = z.object({
  reservation_le: jourPasse('La date de réservation est obligatoire.'),
  contrat_le: jourPasseFacultatif(),
  livraison_le: jourPasseFacultatif(),
  livraison_prevue_le: jourFacultatif(),
  notaire: ligneFacultative(),
  note: texteFacultatif(),
  /** An active member; whoever does not end sales sends it unchanged or not at all. */
  vendeur_id: facultatif(reference(VALEUR_INVALIDE)),
  version,
})
export type DossierInput = z.output<typeof dossierInput>

/** Body of the call when a step alone is noted: its day is required, what is absent stays. */
export const etapeInput = {
  contrat: z.extend(dossierInput, { contrat_le: jourPasse() }),
  livraison: z.extend(dossierInput, { livraison_le: jourPasse() }),
}

export const dossierSaved = z.extend(dossier, { message: z.string() })

/**
 * Without `etat` the list shows open dossiers. `reste` leaves out paid ones, the largest remainder first; `sans_echeancier` shows open ones
 * that have a price and no échéance, and ignores `tri`; `sans_contrat` keeps open ones without the day of the contract.
 */
const dossiersFiltres = z.object({
  search: texteRequete,
  residence_id: entierRequete,
  bloc_id: entierRequete,
  client_id: entierRequete,
  bien_id: entierRequete,
  vendeur_id: entierRequete,
  etat: motRequete('ouvertes', 'closes'),
  a_rembourser: motRequete('1'),
  sans_echeancier: motRequete('1'),
  sans_contrat: motRequete('1'),
  /** Days of the réservation, of the end with etat=closes, both included; in the wrong order they are exchanged. */
  du: jourRequete,
  au: jourRequete,
  tri: motRequete('dossier', 'reste'),
})
export type DossiersFiltres = z.output<typeof dossiersFiltres>
const dossiersQuery = z.extend(dossiersFiltres, pageQuery.shape)
export type DossiersQuery = z.output<typeof dossiersQuery>

export const dossiersEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/ventes',
    access: 'membre',
    summary:
      "Les dossiers de vente : les ouverts, le plus récent d'abord ou le plus grand reste à payer (tri=reste), ou les clos (etat=closes), le dernier clos d'abord",
    query: dossiersQuery,
    response: z.extend(pageEnvelope(dossierLigne), { totals: z.object({ sans_echeancier: z.number() }) }),
  }),
  export: fileEndpoint({
    method: 'GET',
    path: '/api/ventes/export',
    access: 'exporter',
    summary: 'Les dossiers de vente de la même liste, en classeur Excel',
    query: dossiersFiltres,
    contentType: FORMATS.xlsx,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/ventes/{id}',
    access: 'membre',
    summary: 'Un dossier de vente : étapes, échéancier, paiements, relances, fin de la vente',
    params: idParams,
    response: dossier,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/ventes/{id}',
    access: 'ventes',
    summary: "Modifie les jours, le notaire, la note et, pour la direction, le vendeur d'un dossier",
    params: idParams,
    body: dossierInput,
    response: dossierSaved,
    succes: 'Dossier modifié avec succès !',
  }),
}
