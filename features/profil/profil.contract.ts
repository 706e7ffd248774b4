import * as z from 'zod/mini'
import { statut } from '#features/acces/acces.contract.ts'
import { membreChange } from '#features/membres/membres.contract.ts'
import { endpoint } from '#shared/endpoint.ts'

const profil = z.object({ name: z.string(), email: z.string(), statut, version: z.number() })
export type Profil = z.output<typeof profil>

/** In `data`, and at the top level as well (Q26). */
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
    summary: 'Modifie son propre profil ; un nouveau mot de passe ferme ses autres sessions',
    body: membreChange,
    response: z.extend(answer, { message: z.string() }),
    succes: 'Profil mis à jour avec succès !',
  }),
}
