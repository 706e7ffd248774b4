import * as z from 'zod/mini'
import { clientResume } from '#features/clients/clients.contract.ts'
import { compteNomme, surNotreCompte } from '#features/comptes/comptes.contract.ts'
import { CODES_ETAT, CODES_MODE, CODES_PAYEUR } from '#features/paiements/modes.ts'
import { paiementsErreurs } from '#features/paiements/paiements.erreurs.ts'
import {
  decimal,
  facultatif,
  jour,
  jourFacultatif,
  jourLu,
  ligneFacultative,
  montantPositif,
  motFacultatif,
  reference,
  texteFacultatif,
  version,
  numeroFacultatif,
  VALEUR_INVALIDE,
} from '#shared/champs/codecs.ts'
import { liste } from '#shared/listes.ts'

/** The residence of a bien: two residences may have a bien of the same number. Absent inside a lot's own answer. */
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

const groupe = z.object({ id: z.number(), montant: decimal, recus: z.array(z.string()) })

const lienDePaiement = z.nullable(z.object({ id: z.number(), recu: z.string() }))

/**
 * One payment (D3 §3). Exactly one of the three ids and of the three objects is set (Q173). `solde` is the remainder of the sale just after
 * this payment (Q158), `prix` the price of that sale.
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
  /** The receipt's number, "2026-000123", without gaps within the year of recording; of what was paid before, "REP-000012". */
  recu: z.string(),
  /** The number on the receipt that was given before Diyar, which only an import brings. */
  recu_origine: z.nullable(z.string()),
  code: z.string(),
  /** The last day, in Algiers, on which a printed fact was corrected: means and payer count, details do not. */
  rectifie_le: z.nullable(jourLu),
  /** The means of payment, null when unknown; `date_cheque` is the day written on the cheque. */
  mode: z.nullable(z.enum(CODES_MODE)),
  banque: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  date_cheque: z.nullable(jourLu),
  /** Our account that it came to; of a cheque in a remise, the remise tells it. */
  compte: z.nullable(compteNomme),
  payeur_type: z.nullable(z.enum(CODES_PAYEUR)),
  payeur: z.nullable(z.string()),
  /** The droit de timbre, due on top of the amount and never part of it; null where none is reckoned. */
  timbre: z.nullable(decimal),
  /** The payments that one cheque or one transfer made, with their sum and the numbers of their receipts. */
  groupe: z.nullable(groupe),
  justificatif: z.nullable(z.string()),
  /** The step of a cheque, null for every other mode. A rejected cheque does not count as paid. */
  etat: z.nullable(z.enum(CODES_ETAT)),
  remise: z.nullable(z.object({ id: z.number(), numero: z.string(), jour: jourLu })),
  encaisse_le: z.nullable(jourLu),
  rejete_le: z.nullable(jourLu),
  motif_rejet: z.nullable(z.string()),
  frais_rejet: z.nullable(decimal),
  /** `represente` is the rejected cheque that this payment replaces, `represente_par` the payment that replaces this one. */
  represente: lienDePaiement,
  represente_par: lienDePaiement,
  /** The client who held the dossier on the day of the payment, null when it is still the same client. */
  detenteur: z.nullable(z.object({ id: z.number(), nomComplet: z.string() })),
  vente_id: z.number(),
  dossier: z.string(),
  /** True when the sale has ended: bien, amount and day of the payment can no longer be corrected (Q172). */
  vente_terminee: z.boolean(),
  appartement: z.nullable(appartementPaye),
  place_parking: z.nullable(placePayee),
  local: z.nullable(localPaye),
  version: z.number(),
})
export type Paiement = z.output<typeof paiement>

/** A payment with the residence of its bien: a line of the lists of payments and of cheques. */
export const ligneDeVersements = z.extend(paiement, {
  residence: z.object({ id: z.number(), nom: z.string() }),
})
export type LigneDeVersements = z.output<typeof ligneDeVersements>

/** The payments of a lot's current sale, the oldest first. */
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
  reference: numeroFacultatif(100),
  date_cheque: jourFacultatif(),
  compte_id: surNotreCompte,
  payeur_type: motFacultatif(CODES_PAYEUR, "Ce payeur n'existe pas."),
  payeur: ligneFacultative(),
})

const champOf = (valeur: unknown, champ: string): unknown =>
  typeof valeur === 'object' && valeur !== null ? new Map(Object.entries(valeur)).get(champ) : undefined
const biensNommes = (valeur: unknown): unknown[] =>
  ['appartement_id', 'place_parking_id', 'local_id']
    .map((nom) => champOf(valeur, nom))
    .filter((id) => id != null && id !== '')
/** A payment names exactly one bien. `when` lets this error come together with those of other fields (Q156). */
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
const duCheque = (champ: 'banque' | 'reference', error: string) =>
  z.refine(
    (valeur: unknown) => {
      const texte = champOf(valeur, champ)
      return champOf(valeur, 'mode') !== 'cheque' || (typeof texte === 'string' && texte.trim() !== '')
    },
    { error, path: [champ], when: () => true },
  )
const DU_CHEQUE = [
  duCheque('banque', 'La banque est obligatoire.'),
  duCheque('reference', 'Le numéro du chèque est obligatoire.'),
] as const
/** The form of a payment asks the bank and the number of a cheque, which the call leaves optional (ecrans §12). */
export const paiementForm = paiementInput.check(...DU_CHEQUE)

/** The modes of one payment for several biens. */
export const MODES_GROUPES = ['virement', 'cheque', 'versement_bancaire'] as const
export const GROUPE_MAX = 20
const TROP_DE_BIENS = `${GROUPE_MAX} biens au plus.`
const AU_MOINS_DEUX = 'Choisissez au moins deux biens.'
const partages = saisie.shape
export const groupeInput = z.object({
  client_id: partages.client_id,
  date_paiement: partages.date_paiement,
  mode: z.enum(MODES_GROUPES, { error: paiementsErreurs.modeDuGroupe.message }),
  banque: partages.banque,
  reference: partages.reference,
  date_cheque: partages.date_cheque,
  compte_id: partages.compte_id,
  payeur_type: partages.payeur_type,
  payeur: partages.payeur,
  details: partages.details,
  lignes: liste(z.object({ vente_id: reference(VALEUR_INVALIDE), versement: partages.versement }), {
    max: GROUPE_MAX,
    trop: TROP_DE_BIENS,
    vide: AU_MOINS_DEUX,
    requis: AU_MOINS_DEUX,
  }).check(
    z.minLength(2, { error: AU_MOINS_DEUX, abort: true }),
    z.refine((lignes) => new Set(lignes.map(({ vente_id }) => vente_id)).size === lignes.length, {
      error: VALEUR_INVALIDE,
    }),
  ),
})
export type GroupeInput = z.output<typeof groupeInput>

/** Lines of the form, one a bien that the client has left to pay. */
const BIENS_MONTRES = 1000
/**
 * The form of a group asks the bank and the number of a cheque, as that of one payment does. Its line without an amount is not sent;
 * `recu`, what the client brought, is only there to be divided.
 */
export const groupeForm = z
  .extend(groupeInput, {
    recu: facultatif(partages.versement),
    lignes: liste(
      z.object({ vente_id: reference(VALEUR_INVALIDE), versement: facultatif(partages.versement) }),
      {
        max: BIENS_MONTRES,
      },
    ).check(
      z.refine((lignes) => lignes.filter(({ versement }) => versement != null).length >= 2, {
        error: AU_MOINS_DEUX,
      }),
      z.refine((lignes) => lignes.filter(({ versement }) => versement != null).length <= GROUPE_MAX, {
        error: TROP_DE_BIENS,
      }),
    ),
  })
  .check(...DU_CHEQUE)
export const groupeEnregistre = z.object({
  groupe,
  paiements: z.array(paiement),
  avertissements: z.array(z.string()),
  message: z.string(),
})

export const paiementChange = z.extend(saisie, { version }).check(unBien, unSeulBien)

/** The remainder of a bien explained; payments of former clients stand apart in `anciens` and do not count (Q158, Q174). */
export const soldeDuBien = z.object({
  client: z.nullable(clientResume),
  prix: decimal,
  total_paye: decimal,
  resteAPayer: decimal,
  pourcentagePaiement: z.number(),
  lignes: z.array(paiement),
  anciens: z.array(paiement),
  rejetes: z.array(paiement),
  /** The first line of the échéancier that is not covered; null without an échéancier. */
  echeance: z.nullable(z.object({ libelle: z.string(), reste: decimal, exigible_le: z.nullable(jourLu) })),
  en_retard: decimal,
})
export type SoldeDuBien = z.output<typeof soldeDuBien>

export const savedPaiement = z.extend(paiement, { message: z.string() })
/** `avertissements` are sentences for the cashier; none of them refuses the payment. */
export const paiementEnregistre = z.extend(savedPaiement, { avertissements: z.array(z.string()) })
