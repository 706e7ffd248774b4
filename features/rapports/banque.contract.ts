import * as z from 'zod/mini'
import { surNotreCompte } from '#features/comptes/comptes.contract.ts'
import { decimal, jourLu, reference, VALEUR_INVALIDE } from '#shared/champs/codecs.ts'
import { moisRequete, motRequete, texteRequete } from '#shared/champs/requetes.ts'
import { endpoint } from '#shared/endpoint.ts'
import { liste } from '#shared/listes.ts'
import { pageEnvelope, pageQuery } from '#shared/pagination.ts'

/** Kind of record behind a line of the bank. A cheque cleared without remise is a payment. */
export const OBJETS_DE_BANQUE = ['paiement', 'remise', 'rejet', 'remboursement', 'reglement'] as const
export type ObjetDeBanque = (typeof OBJETS_DE_BANQUE)[number]

/** The word of the address for the lines that no account has. */
export const SANS_COMPTE = 'sans'

/** `vu=0` keeps what the relevé has not shown, of all months unless one is told; otherwise the month is this one. */
export const banqueFiltres = z.object({ compte: texteRequete, mois: moisRequete, vu: motRequete('0') })
export type BanqueFiltres = z.output<typeof banqueFiltres>

const ligneDeBanque = z.object({
  objet: z.enum(OBJETS_DE_BANQUE),
  /** Id of the payment, of the first one of a group, of the remise, of the rejected cheque, of the refund, of the règlement. */
  id: z.number(),
  jour: jourLu,
  piece: z.string(),
  tiers: z.nullable(z.string()),
  libelle: z.string(),
  entree: z.nullable(decimal),
  sortie: z.nullable(decimal),
  /** The account, null until it is told. */
  compte_id: z.nullable(z.number()),
  vu_le: z.nullable(jourLu),
  /** Number of cheques of a remise that are neither cleared nor rejected; null on other lines. */
  en_attente: z.nullable(z.number()),
})
export type LigneDeBanque = z.output<typeof ligneDeBanque>

const totaux = z.object({ entrees: decimal, sorties: decimal, entrees_vues: decimal, sorties_vues: decimal })
export type TotauxDeBanque = z.output<typeof totaux>

/** Sums of the kept lines by account; its id is null for lines without account. */
const sommesDuCompte = z.object({ compte_id: z.nullable(z.number()), entrees: decimal, sorties: decimal })

export type SommesDuCompte = z.output<typeof sommesDuCompte>

const LIGNES_MAX = 200
const choisies = liste(
  z.object({
    objet: z.enum(OBJETS_DE_BANQUE, { error: VALEUR_INVALIDE }),
    id: reference(VALEUR_INVALIDE),
  }),
  {
    max: LIGNES_MAX,
    trop: `${LIGNES_MAX} lignes au plus.`,
    vide: 'Choisissez au moins une ligne.',
    requis: 'Choisissez au moins une ligne.',
  },
)

/** Either `vu` or `compte_id` is told. */
export const pointageInput = z.object({
  lignes: choisies,
  vu: z.optional(z.boolean()),
  compte_id: surNotreCompte,
})
export type PointageInput = z.output<typeof pointageInput>

export const banqueEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/rapports/banque',
    access: 'tresorerie',
    summary: "Ce qui est venu sur les comptes bancaires ou en est parti, d'un mois ou non vu sur les relevés",
    query: z.extend(banqueFiltres, pageQuery.shape),
    response: z.extend(pageEnvelope(ligneDeBanque), {
      totals: totaux,
      comptes: z.array(sommesDuCompte),
      sans: z.number(),
    }),
  }),
  pointer: endpoint({
    method: 'PUT',
    path: '/api/rapports/banque',
    access: 'corriger',
    summary:
      'Pointe des lignes vues sur le relevé, retire leur pointage, ou dit leur compte : toutes ou aucune',
    body: pointageInput,
    response: z.object({
      lignes: z.array(z.object({ objet: z.enum(OBJETS_DE_BANQUE), id: z.number() })),
      message: z.string(),
    }),
    succes: 'Lignes pointées.',
  }),
}
