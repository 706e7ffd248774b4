import * as z from 'zod/mini'
import { compteNomme } from '#features/comptes/comptes.contract.ts'
import { CODES_ETAT_BON } from '#features/charges/charges.words.ts'
import { CODES_MODE } from '#features/paiements/modes.ts'
import { decimal, jourLu } from '#shared/champs/codecs.ts'
import { pageEnvelope } from '#shared/pagination.ts'

/** A line of a voucher. `montant` is the unit price × the quantity (D3 §5, Q203). */
export const ligne = z.object({
  id: z.number(),
  bon_id: z.number(),
  designation: z.string(),
  prix_unitaire: decimal,
  quantite: z.number(),
  montant: decimal,
  version: z.number(),
})
export type Ligne = z.output<typeof ligne>

/** A purchase voucher with its total and the first page of its lines (Q191). */
export const bon = z.object({
  id: z.number(),
  reference: z.string(),
  date_bon: jourLu,
  categorie_bon_id: z.number(),
  /** Whom it is owed to, as it was typed; null when the voucher names nobody. */
  fournisseur: z.nullable(z.string()),
  residence: z.nullable(z.object({ id: z.number(), nom: z.string() })),
  total_montant: decimal,
  /** Sum of its règlements, and the remainder. */
  regle: decimal,
  reste: decimal,
  /** Null while its total is 0. */
  etat: z.nullable(z.enum(CODES_ETAT_BON)),
  lignes: pageEnvelope(ligne),
  version: z.number(),
})
export type Bon = z.output<typeof bon>

/** A payment of a voucher to its fournisseur, out of one of our accounts where it went through the bank. */
const reglement = z.object({
  id: z.number(),
  date_reglement: jourLu,
  montant: decimal,
  mode: z.enum(CODES_MODE),
  compte: z.nullable(compteNomme),
  banque: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  details: z.nullable(z.string()),
  /** The day on which it was seen on the bank's relevé. */
  vu_le: z.nullable(jourLu),
})
export type Reglement = z.output<typeof reglement>

/** A voucher with its règlements, the oldest first. */
export const bonEntier = z.extend(bon, { reglements: z.array(reglement) })
export type BonEntier = z.output<typeof bonEntier>

/** A category with the total of its vouchers and the first page of them (Q191). */
export const categorie = z.object({
  id: z.number(),
  nom: z.string(),
  total_montant: decimal,
  bons: pageEnvelope(bon),
  version: z.number(),
})
export type Categorie = z.output<typeof categorie>
