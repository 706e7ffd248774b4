import * as z from 'zod/mini'
import { ETATS_DE_GARANTIE } from '#features/structure/dossier-legal.rules.ts'
import {
  idParams,
  jourFacultatif,
  jourLu,
  jourPasseFacultatif,
  ligneFacultative,
  reference,
  VALEUR_INVALIDE,
  version,
  numeroFacultatif,
} from '#shared/champs/codecs.ts'
import { liste } from '#shared/listes.ts'
import { endpoint } from '#shared/endpoint.ts'

const id = reference(VALEUR_INVALIDE)

/** More étages than any résidence has. */
const LIEUX = { max: 5_000 }
const etageInput = z.object({ id, designation_ar: ligneFacultative() })
const parkingInput = z.object({ id, nom_ar: ligneFacultative() })

/** A bloc that changes. Its guarantee has a number and a day, or neither. */
const blocInput = z.object({
  id,
  nom_ar: ligneFacultative(),
  garantie_numero: numeroFacultatif(),
  garantie_police: numeroFacultatif(),
  garantie_le: jourPasseFacultatif(),
  garantie_au: jourFacultatif(),
  livraison_prevue_le: jourFacultatif(),
  etages: z.optional(liste(etageInput, LIEUX)),
})

/** An absent field stays unchanged, null or a blank clears it; of the lists only what changes, by id. Étages may stand in their bloc or apart. */
export const dossierLegalInput = z.object({
  nom_ar: ligneFacultative(),
  adresse_ar: ligneFacultative(),
  permis_numero: numeroFacultatif(),
  permis_le: jourPasseFacultatif(),
  permis_autorite: ligneFacultative(),
  terrain_acte: numeroFacultatif(),
  terrain_le: jourPasseFacultatif(),
  blocs: z.optional(liste(blocInput, LIEUX)),
  etages: z.optional(liste(etageInput, LIEUX)),
  parkings: z.optional(liste(parkingInput, LIEUX)),
  version,
})
export type DossierLegalInput = z.output<typeof dossierLegalInput>

const texteLu = z.nullable(z.string())
const jourOuRien = z.nullable(jourLu)

const etage = z.object({
  id: z.number(),
  designation: z.string(),
  niveau: z.number(),
  designation_ar: texteLu,
})

const bloc = z.object({
  id: z.number(),
  nomloc: z.string(),
  nom_ar: texteLu,
  garantie_numero: texteLu,
  garantie_police: texteLu,
  garantie_le: jourOuRien,
  garantie_au: jourOuRien,
  livraison_prevue_le: jourOuRien,
  /** State of the guarantee today. */
  garantie: z.enum(ETATS_DE_GARANTIE),
  etages: z.array(etage),
})

/** Facts that papers state of a residence and its blocs. `version` counts the saves of this file, apart from those of the residence. */
export const dossierLegal = z.object({
  id: z.number(),
  nom: z.string(),
  nom_ar: texteLu,
  adresse_ar: texteLu,
  permis_numero: texteLu,
  permis_le: jourOuRien,
  permis_autorite: texteLu,
  terrain_acte: texteLu,
  terrain_le: jourOuRien,
  version: z.number(),
  blocs: z.array(bloc),
  parkings: z.array(z.object({ id: z.number(), parking_nom: z.string(), nom_ar: texteLu })),
})
export type DossierLegal = z.output<typeof dossierLegal>

export const dossierLegalEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/residences/{id}/dossier-legal',
    access: 'membre',
    summary: "Le dossier légal d'une résidence : permis, terrain, garanties des blocs, noms en arabe",
    params: idParams,
    response: dossierLegal,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/residences/{id}/dossier-legal',
    access: 'patrimoine',
    summary: "Modifie le dossier légal d'une résidence ; des listes, seulement ce qui change",
    params: idParams,
    body: dossierLegalInput,
    response: z.extend(dossierLegal, { message: z.string() }),
    succes: 'Dossier légal enregistré avec succès !',
  }),
}
