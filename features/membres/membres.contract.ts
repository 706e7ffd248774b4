import * as z from 'zod/mini'
import {
  compte,
  confirmationBornee,
  memesMotsDePasse,
  motDePasse,
  role,
  statut,
} from '#features/acces/acces.contract.ts'
import { email, facultatif, idParams, message, texte, version } from '#shared/champs.ts'
import { ROLES } from '#shared/droits.ts'
import { endpoint } from '#shared/endpoint.ts'
import { pageEnvelope, pageQuery } from '#shared/pagination.ts'

/** A member as every answer shows it: there is no password in it (D1 §3). */
export const membre = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  statut,
  role,
  version: z.number(),
})
export type Membre = z.output<typeof membre>

/** The rôle somebody is given; absent leaves what he has, a new member is of the direction. */
const roleChoisi = z.optional(z.enum(ROLES, { error: 'Veuillez choisir un rôle.' }))

/** A new member: what an account is made of, and his rôle. */
export const membreAjoute = z.extend(compte, { role: roleChoisi }).check(memesMotsDePasse)

const champs = z.object({
  name: texte('Le nom est obligatoire.'),
  email: email(),
  password: facultatif(motDePasse),
  password_confirmation: z.optional(z.nullable(z.string().check(confirmationBornee))),
  version,
})
/** Name, e-mail and, when filled, a new password: absent, null or blank keeps the old one (Q77). */
export const membreChange = champs.check(memesMotsDePasse)
export type MembreChange = z.output<typeof membreChange>

/** The same and his rôle, which nobody chooses for himself in his profile. */
const champsDuMembre = z.extend(champs, { role: roleChoisi })
export const membreModifie = champsDuMembre.check(memesMotsDePasse)
/** The specified body repeats the path's id; the path decides. */
const membreModifieAvecId = z.extend(champsDuMembre, { id: z.optional(z.unknown()) }).check(memesMotsDePasse)

const saved = z.extend(membre, { message: z.string() })

export const membresEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/members',
    access: 'membres',
    summary: "Les membres, page par page : les demandes en attente d'abord, puis les plus récents",
    query: pageQuery,
    response: pageEnvelope(membre),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/members/{id}',
    access: 'membres',
    summary: 'Un membre',
    params: idParams,
    response: membre,
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
