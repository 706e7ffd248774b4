import * as z from 'zod/mini'
import {
  compte,
  confirmationBornee,
  memesMotsDePasse,
  motDePasse,
  motDePasseDonne,
  role,
  statut,
} from '#features/acces/acces.contract.ts'
import { facultatif, idParams, jourLu, message, texte, version } from '#shared/champs/codecs.ts'
import { motRequete } from '#shared/champs/requetes.ts'
import { email } from '#shared/coordonnees.ts'
import { ROLES } from '#shared/droits.ts'
import { endpoint } from '#shared/endpoint.ts'
import { pageEnvelope, pageQuery } from '#shared/pagination.ts'

/** Member in every answer, without a password (D1 §3). */
export const membre = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  statut,
  role,
  version: z.number(),
})
export type Membre = z.output<typeof membre>

/** Member of the list: the days of sign-up and of the last dismissal, null once let in again. `jamais_actif` is a request that waits. */
const membreListe = z.extend(membre, {
  jamais_actif: z.boolean(),
  inscrit_le: jourLu,
  desactive_le: z.nullable(jourLu),
  /** True when a code is asked for at his sign-in. */
  second_facteur: z.boolean(),
  /** Instant, ISO 8601, until which a password that must be changed opens; null for one of his own. */
  provisoire_jusqu_au: z.nullable(z.string()),
})
export type MembreListe = z.output<typeof membreListe>

/** Optional rôle: a member keeps the present one, a new member gets the direction. */
const roleChoisi = z.optional(z.enum(ROLES, { error: 'Veuillez choisir un rôle.' }))

/** With a password: it opens for seven days and must be changed at the first sign-in. */
const aChanger = z.optional(z.nullable(z.boolean()))

const membreAjoute = z.extend(compte, { role: roleChoisi, a_changer: aChanger }).check(memesMotsDePasse)

/** Form of a new member, where the rôle may be unset. */
export const membreAjouteForm = z
  .extend(compte, { role: z.enum([...ROLES, '']), a_changer: aChanger })
  .check(memesMotsDePasse)

const champs = z.object({
  name: texte('Le nom est obligatoire.'),
  email: email(),
  password: facultatif(motDePasse),
  password_confirmation: z.optional(z.nullable(z.string().check(confirmationBornee))),
  version,
})
/** Name, e-mail and optional new password: absent, null or blank keeps the old one (Q77). */
export const membreChange = champs.check(memesMotsDePasse)
export type MembreChange = z.output<typeof membreChange>

/** Fields of a member's edit by the direction. The rôle is left out of the profile, so that no member chooses their own. */
const champsDuMembre = z.extend(champs, { role: roleChoisi, a_changer: aChanger })
export const membreModifie = champsDuMembre.check(memesMotsDePasse)
/** The specified body repeats the id of the path, which alone counts. */
const membreModifieAvecId = z.extend(champsDuMembre, { id: z.optional(z.unknown()) }).check(memesMotsDePasse)

const saved = z.extend(membre, { message: z.string() })

/** "1" keeps the requests that wait for an activation. */
const membresQuery = z.extend(pageQuery, { jamais_actif: motRequete('1') })
export type MembresQuery = z.output<typeof membresQuery>

export const membresEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/members',
    access: 'membres',
    summary: 'Les membres, page par page, les plus récents en premier',
    query: membresQuery,
    /** `demandes` counts those requests among all members. */
    response: z.extend(pageEnvelope(membreListe), { demandes: z.number() }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/members/{id}',
    access: 'membres',
    summary: 'Un membre',
    params: idParams,
    response: membreListe,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/members',
    access: 'membres',
    summary: 'Ajoute un membre, actif aussitôt',
    body: membreAjoute,
    response: saved,
    status: 201,
    succes: 'Membre ajouté avec succès !',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/members/{id}',
    access: 'membres',
    summary: 'Modifie un membre ; sans mot de passe, le sien reste',
    params: idParams,
    body: membreModifieAvecId,
    response: saved,
    succes: 'Membre modifié avec succès !',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/members/{id}',
    access: 'membres',
    summary: 'Supprime un membre et ferme ses sessions',
    params: idParams,
    response: message,
    succes: 'Membre supprimé avec succès !',
    refuses: [409],
  }),
  removeCode: endpoint({
    method: 'POST',
    path: '/api/members/{id}/second-facteur/retirer',
    access: 'membres',
    summary:
      "Retire à un membre son code à la connexion et ferme ses sessions ; demande le mot de passe de l'auteur",
    params: idParams,
    body: z.object({ mot_de_passe: motDePasseDonne }),
    response: message,
    succes: 'Code à la connexion retiré.',
    refuses: [409, 422, 429],
  }),
  disable: endpoint({
    method: 'POST',
    path: '/api/members/{id}/disable',
    access: 'membres',
    summary: 'Désactive un membre et ferme ses sessions',
    params: idParams,
    response: saved,
    succes: 'Statut du membre modifié avec succès !',
  }),
  activate: endpoint({
    method: 'POST',
    path: '/api/members/{id}/activate',
    access: 'membres',
    summary: 'Active un membre, ou change le rôle de qui est actif',
    params: idParams,
    body: z.object({ role: roleChoisi }),
    response: saved,
    succes: 'Statut du membre modifié avec succès !',
  }),
}
