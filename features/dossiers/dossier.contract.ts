import * as z from 'zod/mini'
import { bienResume } from '#features/biens/bien.contract.ts'
import { clientResume } from '#features/clients/clients.contract.ts'
import { CANAUX, ETAPES, ETATS_ECHEANCE, ETATS_VENTE } from '#features/dossiers/dossier.codes.ts'
import { paiementsDeVente } from '#features/paiements/paiement.contract.ts'
import { DECLENCHEURS } from '#features/echeancier/echeancier.rules.ts'
import { decimal, jourLu } from '#shared/champs.ts'

/** `part`: percent of the price, cut. `jours_retard`: 0 unless it is late, and on the day itself. */
export const echeance = z.object({
  id: z.number(),
  rang: z.number(),
  libelle: z.string(),
  montant: decimal,
  couvert: decimal,
  reste: decimal,
  part: z.number(),
  declencheur: z.enum(DECLENCHEURS),
  stade: z.nullable(z.object({ id: z.number(), nom: z.string() })),
  date_prevue: z.nullable(jourLu),
  exigible_le: z.nullable(jourLu),
  jours_retard: z.number(),
  etat: z.enum(ETATS_ECHEANCE),
})
export type Echeance = z.output<typeof echeance>

export const relance = z.object({
  id: z.number(),
  vente_id: z.number(),
  dossier: z.string(),
  canal: z.enum(CANAUX),
  jour: jourLu,
  montant: decimal,
  note: z.nullable(z.string()),
  par: z.string(),
})

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

/** `a_rembourser`: paid, less what is kept and what was given back. `remboursable`: without the cheques that may still come back. */
export const desistement = z.object({
  demande_le: jourLu,
  origine: z.enum(['client', 'promoteur']),
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
  note: z.nullable(z.string()),
})

/** One of those who buy, with his share in percent. */
const acquereur = z.object({ client_id: z.number(), nomComplet: z.string(), part: decimal })

/** A sale as a file: where it is, whose, of what, and where its money stands. */
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
  /** What is late: the rest of every line whose day has come. */
  en_retard: decimal,
}

/** A line of the list; `retenue` and `a_rembourser` of a désisted one only. */
export const dossierLigne = z.object({
  ...enTete,
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
  ouverte_le: jourLu,
  exigible: decimal,
  prochaine: z.nullable(echeance),
  echeances: z.array(echeance),
  /** The oldest first, those by a rejected cheque too. */
  paiements: paiementsDeVente,
  relances: z.array(relance),
  transferts: z.array(transfert),
  desistement: z.nullable(desistement),
  remboursements: z.array(remboursement),
  /** Who holds the sale, with what the others leave him; then those who buy with him, the largest share first. */
  principal: acquereur,
  acquereurs: z.array(acquereur),
  autres: z.array(z.object({ id: z.number(), dossier: z.string(), designation: z.string() })),
})
export type Dossier = z.output<typeof dossier>
