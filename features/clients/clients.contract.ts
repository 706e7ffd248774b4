import * as z from 'zod/mini'
import {
  coordonneeLue,
  decimal,
  idParams,
  jourLu,
  ligneFacultative,
  message,
  texte,
  texteFacultatif,
  version,
} from '#shared/champs/codecs.ts'
import { entierRequete, idsRequete, texteRequete } from '#shared/champs/requetes.ts'
import {
  EMAIL_REQUIS,
  emailOuVide,
  telephone,
  TELEPHONE_REQUIS,
  telephoneOuVide,
} from '#shared/coordonnees.ts'
import { endpoint, type Inside, type Wire } from '#shared/endpoint.ts'
import { choixQuery, pageEnvelope, pageQuery, triRequete } from '#shared/pagination.ts'

export const clientResume = z.object({
  id: z.number(),
  nomComplet: z.string(),
  tel: coordonneeLue,
  email: coordonneeLue,
})
/** As an answer says it. */
export type ClientResume = Wire<typeof clientResume>

/** True of a client without e-mail, without phone (`entree.md` D.9); absent where an answer has the specified fields alone. */
const manques = { sans_email: z.optional(z.boolean()), sans_telephone: z.optional(z.boolean()) }

export const client = z.extend(clientResume, {
  adresse: z.nullable(z.string()),
  version: z.number(),
  ...manques,
})
/** As an answer says it. */
export type Client = Wire<typeof client>

/** Body that a form of a client sends. `nom_ar` is the name in Arabic letters; without it the name in Arabic stays what it was. */
export const champsDUnClient = z.object({
  nomComplet: texte('Le nom complet est obligatoire.'),
  tel: telephone(),
  /** '' with `sans_email`. */
  email: emailOuVide(),
  sans_email: z.optional(z.boolean()),
  adresse: texteFacultatif(255),
  nom_ar: ligneFacultative(),
})

interface Dites {
  email?: unknown
  sans_email?: unknown
  tel?: unknown
  sans_telephone?: unknown
}
const dites = z.object({ email: z.optional(z.unknown()), sans_email: z.optional(z.unknown()) })
const ditesAvecTelephone = z.extend(dites, {
  tel: z.optional(z.unknown()),
  sans_telephone: z.optional(z.unknown()),
})
const isVide = (saisi: unknown) => typeof saisi === 'string' && saisi.trim() === ''
const rien = z.transform((_: Dites) => ({}))
const emailDit = [
  z.refine<Dites>(({ email, sans_email }) => sans_email === true || !isVide(email), {
    path: ['email'],
    error: EMAIL_REQUIS,
  }),
  z.refine<Dites>(({ email, sans_email }) => sans_email !== true || email === undefined || isVide(email), {
    path: ['email'],
    error: "Donnez l'adresse, ou choisissez « Sans e-mail ».",
  }),
] as const

/** An address or the word that there is none (`entree.md` D.9), apart from the other fields so that no refusal hides another. */
export const emailOuSans = z.pipe(dites.check(...emailDit), rien)
/** As {@link emailOuSans}, and a phone or the word that there is none. */
export const coordonneesOuSans = z.pipe(
  ditesAvecTelephone.check(
    ...emailDit,
    z.refine<Dites>(({ tel, sans_telephone }) => sans_telephone === true || !isVide(tel), {
      path: ['tel'],
      error: TELEPHONE_REQUIS,
    }),
  ),
  rien,
)

/** A client who is added must have a phone: only an import makes one without. */
export const clientInput = z.intersection(champsDUnClient, emailOuSans)
export type ClientInput = z.output<typeof champsDUnClient>

/** A client who is changed; who is already without phone may stay so. */
export const clientModifie = z.intersection(
  z.extend(champsDUnClient, {
    tel: telephoneOuVide(),
    /** Said with an empty `tel`; the server holds to what is kept. */
    sans_telephone: z.optional(z.boolean()),
    version,
  }),
  coordonneesOuSans,
)
export type ClientModifie = z.output<typeof clientModifie>

/** State of the sale of a bien. Amounts are in dinars on the wire, centimes inside. */
const vendu = {
  montant: decimal,
  totalPaye: decimal,
  resteAPayer: decimal,
  pourcentagePaiement: z.number(),
  vente_id: z.number(),
  dossier: z.string(),
  /** Unpaid part of the échéances that are due. */
  en_retard: decimal,
  /** True of a sale with a price but no échéancier, of which nothing can be late. */
  sans_echeancier: z.boolean(),
}

/** Dossier that the client no longer holds: ended or ceded. `totalPaye` of a ceded one counts the payments before the cession. */
const dossierClos = z.object({
  id: z.number(),
  dossier: z.string(),
  designation: z.string(),
  etat: z.enum(['desistement', 'retrait', 'cede']),
  jour: jourLu,
  totalPaye: decimal,
  a_rembourser: z.nullable(decimal),
})
export type DossierClos = z.output<typeof dossierClos>

export const totauxDuClient = z.object({
  biens: z.number(),
  montant: decimal,
  totalPaye: decimal,
  resteAPayer: decimal,
})

const residence = z.object({ nom: z.string() })

/** Biens that a client owns now, and their sums (D1 §3). */
export const clientAssets = z.object({
  appartements: z.array(
    z.object({
      id: z.number(),
      numLot: z.string(),
      typeLogement: z.string(),
      surfaceHabitable: decimal,
      surfaceUtile: decimal,
      etage: z.object({ bloc: z.object({ nomloc: z.string(), residence }) }),
      ...vendu,
    }),
  ),
  places: z.array(
    z.object({
      id: z.number(),
      numero_place: z.number(),
      type_place: z.nullable(z.string()),
      parking: z.object({ parking_nom: z.string(), residence }),
      ...vendu,
    }),
  ),
  locaux: z.array(
    z.object({
      id: z.number(),
      num: z.string(),
      surface: decimal,
      bloc: z.object({ nomloc: z.string(), residence }),
      ...vendu,
    }),
  ),
  /** Payments of the client's sales, of open and ended ones. */
  paiements: z.number(),
  dossiersClos: z.array(dossierClos),
  /** `en_retard` is the sum of that of the biens; it leaves out the `sans_echeancier` ones, which it counts. */
  totaux: z.optional(z.extend(totauxDuClient, { en_retard: decimal, sans_echeancier: z.number() })),
})

/** A row of the list, with what the client's assets add up to; a list of all clients is asked without. */
export const clientDeLaListe = z.extend(client, {
  biens: z.optional(z.number()),
  reste: z.optional(decimal),
  en_retard: z.optional(decimal),
  /** How many of the biens have no échéancier, and nothing late to tell. */
  sans_echeancier: z.optional(z.number()),
})

/** Sort keys of the list (docs/decisions/0062). */
export const TRIS_CLIENTS = ['nomComplet', 'tel', 'email', 'adresse'] as const
export type TriClients = (typeof TRIS_CLIENTS)[number]

const clientsQuery = z.extend(pageQuery, { search: texteRequete, tri: triRequete(TRIS_CLIENTS) })
export type ClientsQuery = z.output<typeof clientsQuery>

const RAISONS = ['téléphone', 'NIN', "pièce d'identité"] as const

/** Numbers typed in a client's form; `sauf` is the id of the edited client. */
const doublonsQuery = z.object({
  tel: texteRequete,
  tel2: texteRequete,
  nin: texteRequete,
  piece_numero: texteRequete,
  sauf: entierRequete,
})
export type DoublonsQuery = z.output<typeof doublonsQuery>

const doublon = z.object({
  id: z.number(),
  nomComplet: z.string(),
  tel: coordonneeLue,
  raisons: z.array(z.enum(RAISONS)),
})
export type Doublon = Inside<typeof doublon>

const saved = z.extend(client, { message: z.string() })

/** Query of a select box; `ids` restricts the answer to these clients. */
const clientsChoixQuery = z.extend(choixQuery, { ids: idsRequete })

export const clientsEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/clients',
    access: 'membre',
    summary:
      'Les clients, page par page, triés si on le demande (tri=-nomComplet…) ; tous sans page ni per_page ; cherchés par nom ou téléphone',
    query: clientsQuery,
    response: pageEnvelope(clientDeLaListe),
  }),
  all: endpoint({
    method: 'GET',
    path: '/api/all-clients',
    access: 'membre',
    summary: 'Tous les clients, ou ceux de `ids`, pour les listes de choix ; cherchés par nom ou téléphone',
    query: clientsChoixQuery,
    response: z.array(z.extend(clientResume, manques)),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/clients/{id}',
    access: 'membre',
    summary: 'Un client',
    params: idParams,
    response: client,
  }),
  doublons: endpoint({
    method: 'GET',
    path: '/api/clients/doublons',
    access: 'clients',
    summary:
      "Les clients qui ont déjà ce téléphone, ce NIN ou ce numéro de pièce, quelle qu'en soit l'écriture ; cinq au plus",
    query: doublonsQuery,
    response: z.object({ data: z.array(doublon) }),
  }),
  assets: endpoint({
    method: 'GET',
    path: '/api/clients/{id}/assets',
    access: 'membre',
    summary: "Les biens d'un client et ce qu'il en a payé",
    params: idParams,
    response: clientAssets,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/clients',
    access: 'clients',
    summary: 'Ajoute un client',
    body: clientInput,
    response: saved,
    status: 201,
    succes: 'Client ajouté avec succès !',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/clients/{id}',
    access: 'clients',
    summary: 'Modifie un client',
    params: idParams,
    body: clientModifie,
    response: saved,
    succes: 'Client modifié avec succès !',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/clients/{id}',
    access: 'donnees',
    summary: 'Supprime un client sans bien ni paiement',
    params: idParams,
    response: message,
    succes: 'Client supprimé avec succès !',
  }),
}
