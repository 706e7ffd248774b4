import * as z from 'zod/mini'
import { clientResume } from '#features/clients/clients.contract.ts'
import { CODES_ETAT, CODES_MODE, CODES_PAYEUR } from '#features/paiements/modes.ts'
import {
  decimal,
  facultatif,
  jour,
  jourLu,
  ligneFacultative,
  montantPositif,
  motFacultatif,
  reference,
  texteFacultatif,
  version,
} from '#shared/champs.ts'

/** Where a bien is, for its name: two have the same number in two residences. Not repeated inside a lot, which says it itself. */
const residence = z.optional(z.object({ nom: z.string() }))
const bloc = z.optional(z.object({ nomloc: z.string(), residence }))

const appartementPaye = z.object({
  id: z.number(),
  numLot: z.string(),
  typeLogement: z.string(),
  montant: decimal,
  bloc,
})
const placePayee = z.object({
  id: z.number(),
  numero_place: z.number(),
  montant: decimal,
  parking: z.object({ id: z.number(), parking_nom: z.string(), residence }),
})
const localPaye = z.object({ id: z.number(), num: z.string(), montant: decimal, bloc })

/** Another payment, by its receipt. */
const lienDePaiement = z.nullable(z.object({ id: z.number(), recu: z.string() }))

/**
 * One payment (D3 §3). Exactly one of the three ids and of the three objects is set (Q173). `solde` is what remained of
 * its sale once it was paid (Q158); `prix` the price of that sale.
 */
export const paiement = z.object({
  id: z.number(),
  client_id: z.number(),
  client: clientResume,
  appartement_id: z.nullable(z.number()),
  place_parking_id: z.nullable(z.number()),
  local_id: z.nullable(z.number()),
  date_paiement: jourLu,
  details: z.nullable(z.string()),
  versement: decimal,
  solde: decimal,
  prix: decimal,
  /** The receipt's number, "2026-000123": gap-free in the year it was recorded. */
  recu: z.string(),
  /** What its receipt is verified by, « K7QM-4T2X-9PBD ». */
  code: z.string(),
  /** The day, in Algiers, on which what the receipt says was last corrected; details are not. */
  rectifie_le: z.nullable(jourLu),
  /** How it was paid, null when that was not said; bank and reference belong to it, the day is the one written on a cheque. */
  mode: z.nullable(z.enum(CODES_MODE)),
  banque: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  date_cheque: z.nullable(jourLu),
  /** Who paid, null when it was the client. */
  payeur_type: z.nullable(z.enum(CODES_PAYEUR)),
  payeur: z.nullable(z.string()),
  /** The proof's own name. */
  justificatif: z.nullable(z.string()),
  /** Where a cheque is, null for every other mode. A rejected one does not count in what is paid. */
  etat: z.nullable(z.enum(CODES_ETAT)),
  remise: z.nullable(z.object({ id: z.number(), numero: z.string(), jour: jourLu })),
  encaisse_le: z.nullable(jourLu),
  rejete_le: z.nullable(jourLu),
  motif_rejet: z.nullable(z.string()),
  frais_rejet: z.nullable(decimal),
  /** The rejected cheque it stands for; the payment that stands for it. */
  represente: lienDePaiement,
  represente_par: lienDePaiement,
  /** The client who held the dossier when it was paid, null when he is the present one. */
  detenteur: z.nullable(z.object({ id: z.number(), nomComplet: z.string() })),
  vente_id: z.number(),
  /** The number of that sale as a file, "2026-D-0012". */
  dossier: z.string(),
  /** Paid for a sale that has ended: only its details can still be corrected (Q172). */
  vente_terminee: z.boolean(),
  appartement: z.nullable(appartementPaye),
  place_parking: z.nullable(placePayee),
  local: z.nullable(localPaye),
  version: z.number(),
})
export type Paiement = z.output<typeof paiement>

/** Payments of the current sale of a lot, the oldest first. */
export const paiementsDeVente = z.array(paiement)

const rattache = facultatif(reference('Veuillez sélectionner un bien.'))
const saisie = z.object({
  client_id: reference('Veuillez sélectionner un client.'),
  appartement_id: rattache,
  place_parking_id: rattache,
  local_id: rattache,
  date_paiement: jour('La date est obligatoire.'),
  versement: montantPositif('Le montant est obligatoire.'),
  details: texteFacultatif(),
  mode: motFacultatif(CODES_MODE, "Ce mode de paiement n'existe pas."),
  banque: ligneFacultative(100),
  reference: ligneFacultative(100),
  date_cheque: facultatif(jour("Cette date n'existe pas.")),
  payeur_type: motFacultatif(CODES_PAYEUR, "Ce payeur n'existe pas."),
  payeur: ligneFacultative(),
})

const biensNommes = (valeur: unknown): unknown[] => {
  if (typeof valeur !== 'object' || valeur === null) return []
  const champs = new Map(Object.entries(valeur))
  return ['appartement_id', 'place_parking_id', 'local_id']
    .map((nom) => champs.get(nom))
    .filter((id) => id != null && id !== '')
}
/** Exactly one bien, said together with the other fields' errors (Q156). */
const unBien = z.refine((valeur: unknown) => biensNommes(valeur).length > 0, {
  error: 'Veuillez sélectionner un bien.',
  path: ['appartement_id'],
  when: () => true,
})
const unSeulBien = z.refine((valeur: unknown) => biensNommes(valeur).length < 2, {
  error: 'Un paiement concerne un seul bien.',
  path: ['appartement_id'],
  when: () => true,
})

export const paiementInput = saisie.check(unBien, unSeulBien)
export type PaiementInput = z.output<typeof paiementInput>
export const paiementChange = z.extend(saisie, { version }).check(unBien, unSeulBien)

/**
 * Why this remainder: the price of the current sale, each of its payments with what remained after it, and the sums.
 * Payments of former clients stand apart in `anciens`: they do not count (Q158, Q174).
 */
export const soldeDuBien = z.object({
  client: z.nullable(clientResume),
  prix: decimal,
  total_paye: decimal,
  resteAPayer: decimal,
  pourcentagePaiement: z.number(),
  lignes: z.array(paiement),
  anciens: z.array(paiement),
  /** Rejected cheques of the current sale: they do not count. */
  rejetes: z.array(paiement),
  /** The first line of its échéancier that is not covered; null without one. */
  echeance: z.nullable(z.object({ libelle: z.string(), reste: decimal, exigible_le: z.nullable(jourLu) })),
  /** What is late of the current sale. */
  en_retard: decimal,
})
export type SoldeDuBien = z.output<typeof soldeDuBien>

export const savedPaiement = z.extend(paiement, { message: z.string() })
/** `avertissements`: what the cashier should know and that refuses nothing, a sentence each. */
export const paiementEnregistre = z.extend(savedPaiement, { avertissements: z.array(z.string()) })
