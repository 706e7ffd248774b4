import * as z from 'zod/mini'
import { role, statut } from '#features/acces/acces.contract.ts'
import { membreChange } from '#features/membres/membres.contract.ts'
import { idParams, message } from '#shared/champs/codecs.ts'
import { endpoint } from '#shared/endpoint.ts'

const profil = z.object({ name: z.string(), email: z.string(), statut, role, version: z.number() })
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

export const profilEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/profile',
    access: 'membre',
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
}
