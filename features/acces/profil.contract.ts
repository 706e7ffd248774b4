import * as z from 'zod/mini'
import {
  compte,
  memesMotsDePasse,
  motDePasseDonne,
  role,
  statut,
  suite,
} from '#features/acces/acces.contract.ts'
import { membreChange } from '#features/membres/membres.contract.ts'
import { idParams, message } from '#shared/champs/codecs.ts'
import { endpoint } from '#shared/endpoint.ts'

const profil = z.object({
  name: z.string(),
  email: z.string(),
  statut,
  role,
  version: z.number(),
  suite,
  /** The code at sign-in; `codes_restants` counts the recovery codes that were not used yet, 0 without code. */
  second_facteur: z.object({ actif: z.boolean(), codes_restants: z.number() }),
})
export type Profil = z.output<typeof profil>

const connexion = z.object({
  id: z.number(),
  appareil: z.string(),
  adresse: z.string(),
  /** Instants, ISO 8601. */
  ouverte_le: z.string(),
  vue_le: z.string(),
  actuelle: z.boolean(),
})
export type Connexion = z.output<typeof connexion>

/** The profile stands in `data` and at the top level as well (Q26). */
const answer = z.extend(profil, { data: profil })

const motDePasseChange = z
  .extend(z.pick(compte, { password: true, password_confirmation: true }), { actuel: motDePasseDonne })
  .check(memesMotsDePasse)

export const profilEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/profile',
    access: 'membre',
    malgreSuite: true,
    summary: "Le profil de l'utilisateur connecté",
    response: answer,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/profile',
    access: 'membre',
    summary: 'Modifie son propre profil, rôle excepté ; un nouveau mot de passe ferme ses autres sessions',
    body: membreChange,
    response: z.extend(answer, { message: z.string() }),
    succes: 'Profil mis à jour avec succès !',
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/profile/mot-de-passe',
    access: 'membre',
    malgreSuite: true,
    summary:
      'Change son propre mot de passe et ferme ses autres sessions ; un mot de passe provisoire prend fin',
    body: motDePasseChange,
    response: message,
    succes: 'Mot de passe modifié avec succès !',
    refuses: [422, 429],
  }),
  connexions: endpoint({
    method: 'GET',
    path: '/api/profile/connexions',
    access: 'membre',
    summary: "Les navigateurs où l'utilisateur est connecté, le dernier utilisé d'abord",
    response: z.object({ data: z.array(connexion) }),
  }),
  closeConnexion: endpoint({
    method: 'DELETE',
    path: '/api/profile/connexions/{id}',
    access: 'membre',
    summary: "Ferme une autre session de l'utilisateur",
    params: idParams,
    response: message,
    succes: 'Connexion fermée avec succès !',
  }),
  closeConnexions: endpoint({
    method: 'POST',
    path: '/api/profile/connexions/fermer',
    access: 'membre',
    summary: "Ferme toutes les sessions de l'utilisateur, celle-ci comprise",
    response: message,
    succes: 'Vous êtes déconnecté partout.',
  }),
}
