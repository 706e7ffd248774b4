import * as z from 'zod/mini'
import { ETAPES, ETATS_ECHEANCE } from '#features/ventes/dossier.codes.ts'
import { CODES_ETAT } from '#features/paiements/modes.ts'
import { decimal, idParams, jourLu, message, VALEUR_INVALIDE } from '#shared/champs/codecs.ts'
import { entierRequete } from '#shared/champs/requetes.ts'
import { toChiffres } from '#shared/chiffres.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'
import { langueQuery } from '#shared/exports.ts'

const quoi = {
  libelle: z.string(),
  libelle_ar: z.nullable(z.string()),
  /** « 12/03/2026 », « au contrat », « au stade Gros œuvre achevé ». */
  quand: z.string(),
  /** The same in Arabic, its days isolated. */
  quand_ar: z.string(),
}
const echeance = z.object({
  ...quoi,
  montant: decimal,
  paye: decimal,
  etat: z.enum(ETATS_ECHEANCE),
})
const paiement = z.object({
  recu: z.string(),
  date: jourLu,
  versement: decimal,
  /** State of a cheque, null for other modes. A rejected cheque does not count as paid. */
  etat: z.nullable(z.enum(CODES_ETAT)),
  /** True for a payment of the present holder that was not rejected. */
  telechargeable: z.boolean(),
})
const vente = z.object({
  /** Names the bien that was bought and its place, in the language asked: in Arabic in the words of the papers, numbers and names isolated. */
  bien: z.string(),
  lieu: z.string(),
  residence: z.nullable(z.string()),
  prix: decimal,
  total_paye: decimal,
  reste: decimal,
  pourcentage: z.number(),
  etape: z.enum(ETAPES),
  /** First line that is not paid in whole, with what remains of it; null when none is left. */
  prochaine: z.nullable(z.object({ ...quoi, montant: decimal, en_retard: z.boolean() })),
  echeances: z.array(echeance),
  paiements: z.array(paiement),
})

const suivi = z.object({
  client: z.object({ nomComplet: z.string() }),
  promoteur: z.nullable(
    z.object({
      nom: z.string(),
      nom_ar: z.nullable(z.string()),
      telephone: z.string(),
      email: z.string(),
      adresse: z.string(),
      /** True when there is a logo; its own call serves the bytes. */
      logo: z.boolean(),
    }),
  ),
  a_jour_le: jourLu,
  ventes: z.array(vente),
})
export type Suivi = z.output<typeof suivi>
export type VenteSuivie = Suivi['ventes'][number]

/** Valid link of a client, as the client's file shows it. Instants are ISO 8601; the address itself is stored nowhere. */
export interface LienDuClient {
  expire_le: string
  vues: number
  vu_le: string | null
}

const CHIFFRES = 'Ces chiffres ne correspondent pas.'

/** Four digits of any script. */
const quatreChiffres = z.pipe(
  z.string({ error: CHIFFRES }).check(z.maxLength(20, CHIFFRES)),
  z.pipe(
    z.transform((valeur: string) => toChiffres(valeur).replace(/\s/g, '')),
    z.string().check(z.regex(/^\d{4}$/, CHIFFRES)),
  ),
)

/** Token after # in a link. A wrong token gives the same answer as an expired one; only an oversized one is invalid. */
const jeton = z.pipe(
  z.optional(z.unknown()),
  z.transform((valeur, contexte): string => {
    if (typeof valeur !== 'string') return ''
    if (valeur.length <= 10_000) return valeur
    contexte.issues.push({ code: 'custom', message: VALEUR_INVALIDE, input: valeur })
    return z.NEVER
  }),
)

/** Id of the link whose page calls; 403 when another link is open in this browser. */
const ceLien = z.object({ lien: entierRequete })

export const suiviEndpoints = {
  creerLien: endpoint({
    method: 'POST',
    path: '/api/clients/{id}/lien',
    access: 'clients',
    summary: "Crée le lien d'un client vers sa page ; le précédent est révoqué",
    params: idParams,
    response: z.object({ adresse: z.string(), expire_le: z.string(), message: z.string() }),
    status: 201,
    secret: true,
    succes: 'Lien créé avec succès !',
  }),
  revoquerLien: endpoint({
    method: 'DELETE',
    path: '/api/clients/{id}/lien',
    access: 'clients',
    summary: "Révoque le lien d'un client",
    params: idParams,
    response: message,
    succes: 'Lien révoqué avec succès !',
  }),
  ouvrir: endpoint({
    method: 'POST',
    path: '/api/suivi/ouvrir',
    access: 'public',
    summary: 'Ouvre un lien avec les quatre derniers chiffres du téléphone, pour trente minutes',
    body: z.object({ jeton, chiffres: quatreChiffres }),
    response: z.object({ lien: z.number(), message: z.string() }),
    succes: 'Bienvenue.',
    refuses: [404, 429],
  }),
  lire: endpoint({
    method: 'GET',
    path: '/api/suivi',
    access: 'lien',
    summary: 'Les achats de celui qui a ouvert son lien',
    query: z.extend(ceLien, langueQuery.shape),
    response: suivi,
  }),
  logo: fileEndpoint({
    method: 'GET',
    path: '/api/suivi/logo',
    access: 'lien',
    summary: 'Le logo du promoteur, pour celui qui a ouvert son lien',
    query: ceLien,
    contentType: ['image/png', 'image/jpeg'],
  }),
  recu: fileEndpoint({
    method: 'GET',
    path: '/api/suivi/recus/{recu}',
    access: 'lien',
    summary: 'Un reçu de celui qui a ouvert son lien, par son numéro (« 2026-000123 »)',
    params: z.object({ recu: z.string() }),
    query: ceLien,
    contentType: 'application/pdf',
  }),
  fermer: endpoint({
    method: 'POST',
    path: '/api/suivi/fermer',
    access: 'lien',
    summary: 'Ferme la page du client, dans tous les navigateurs où elle est ouverte',
    query: ceLien,
    response: message,
    succes: 'Au revoir.',
  }),
}
