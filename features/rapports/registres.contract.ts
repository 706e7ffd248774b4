import * as z from 'zod/mini'
import { CODES_MODE } from '#features/paiements/modes.ts'
import { clotureDuJour } from '#features/rapports/clotures.contract.ts'
import { TYPES_DE_BIEN } from '#shared/biens.ts'
import { decimal, jourLu } from '#shared/champs/codecs.ts'
import { entierRequete, jourRequete, motRequete, texteRequete } from '#shared/champs/requetes.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'
import { EXPORT_TYPES, exportQuery } from '#shared/exports.ts'
import { pageEnvelope, pageQuery } from '#shared/pagination.ts'

/** The états of a receipt number; `absent` is a number that an import skipped. */
export const ETATS_RECU = ['valide', 'rejete', 'annule', 'absent'] as const
export type EtatRecu = (typeof ETATS_RECU)[number]

const texte = z.nullable(z.string())
const instant = z.string()

const versement = {
  client: texte,
  bien: texte,
  residence: texte,
  mode: z.nullable(z.enum(CODES_MODE)),
  banque: texte,
  reference: texte,
  /** The address of the bien's payments; null once the bien or the client is deleted. */
  lieu: z.nullable(z.object({ client_id: z.number(), type: z.enum(TYPES_DE_BIEN), id: z.number() })),
}

/** One receipt number of a year. A deleted payment keeps its last values; a number never given has no other field. */
export const recu = z.object({
  recu: z.string(),
  etat: z.enum(ETATS_RECU),
  paiement_id: z.nullable(z.number()),
  date_paiement: z.nullable(jourLu),
  enregistre_le: z.nullable(instant),
  ...versement,
  versement: z.nullable(decimal),
  /** The droit de timbre, on top of the amount; null where none is reckoned. */
  timbre: z.nullable(decimal),
  annule_le: z.nullable(instant),
  annule_par: texte,
  motif_rejet: texte,
})
export type RecuDuRegistre = z.output<typeof recu>

/**
 * The counts of the year, or of what is found in it by a search, whatever the other filters; `numeros` is the sum of the others. `montant`
 * adds the valid receipts of the filtered result.
 */
const totauxDuRegistre = z.object({
  numeros: z.number(),
  valides: z.number(),
  rejetes: z.number(),
  annules: z.number(),
  absents: z.number(),
  montant: decimal,
})
export type TotauxDuRegistre = z.output<typeof totauxDuRegistre>

const registreFiltres = z.object({
  /** 0 is the series « Reprise » (shared/numero.ts). */
  annee: entierRequete,
  etat: motRequete(...ETATS_RECU),
  /** The first and the last number shown, in either order. */
  de: entierRequete,
  a: entierRequete,
  /** The text to find: a client's name, the number of a bien or of a receipt. */
  search: texteRequete,
})
export type RegistreFiltres = z.output<typeof registreFiltres>

/**
 * A payment in the till of its day. `etait` holds the recorded amount and mode when they changed since; a void payment counts in no sum.
 */
export const ligneDeCaisse = z.object({
  heure: z.string(),
  recu: z.string(),
  paiement_id: z.nullable(z.number()),
  ...versement,
  date_paiement: z.nullable(jourLu),
  versement: decimal,
  timbre: z.nullable(decimal),
  membre: z.string(),
  etat: z.enum(['valide', 'rejete', 'annule']),
  corrige: z.boolean(),
  etait: z.nullable(z.object({ mode: z.nullable(z.enum(CODES_MODE)), versement: decimal })),
})
export type LigneDeCaisse = z.output<typeof ligneDeCaisse>

/** Sums of the till without void payments, which only `annules` counts. `modes` holds the modes that occur, the unknown one last. */
const totauxDeCaisse = z.object({
  modes: z.array(z.object({ mode: z.nullable(z.enum(CODES_MODE)), nombre: z.number(), montant: decimal })),
  nombre: z.number(),
  montant: decimal,
  especes: decimal,
  timbre: decimal,
  /** Refunds and règlements in cash recorded that day. */
  sorties: decimal,
  /** The cash that ought to be there: espèces and timbre less sorties. */
  attendu: decimal,
  annules: z.number(),
})
export type TotauxDeCaisse = z.output<typeof totauxDeCaisse>

const caisseFiltres = z.object({
  jour: jourRequete,
  membre: entierRequete,
})
export type CaisseFiltres = z.output<typeof caisseFiltres>

export const registresEndpoints = {
  listRecus: endpoint({
    method: 'GET',
    path: '/api/recus',
    access: 'tresorerie',
    summary: "Le registre des reçus d'une année : chaque numéro, aussi ceux qui ne valent plus",
    query: z.extend(registreFiltres, pageQuery.shape),
    response: z.extend(pageEnvelope(recu), { annees: z.array(z.number()), totals: totauxDuRegistre }),
  }),
  exportRecus: fileEndpoint({
    method: 'GET',
    path: '/api/recus/export',
    access: 'tresorerie',
    summary: 'Le registre des reçus en classeur Excel ou en PDF',
    query: z.extend(registreFiltres, exportQuery.shape),
    contentType: EXPORT_TYPES,
  }),
  listCaisse: endpoint({
    method: 'GET',
    path: '/api/journal-caisse',
    access: 'tresorerie',
    summary: "Le journal de caisse d'un jour : ce qui y a été encaissé, par qui, et les sommes par mode",
    query: z.extend(caisseFiltres, pageQuery.shape),
    response: z.extend(pageEnvelope(ligneDeCaisse), {
      jour: jourLu,
      membres: z.array(z.object({ id: z.number(), nom: z.string() })),
      totals: totauxDeCaisse,
      clotures: z.array(clotureDuJour),
    }),
  }),
  exportCaisse: fileEndpoint({
    method: 'GET',
    path: '/api/journal-caisse/export',
    access: 'tresorerie',
    summary: "Le journal de caisse d'un jour en classeur Excel ou en PDF",
    query: z.extend(caisseFiltres, exportQuery.shape),
    contentType: EXPORT_TYPES,
  }),
}
