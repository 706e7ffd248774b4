import * as z from 'zod/mini'
import { dossier, dossierLigne } from '#features/dossiers/dossier.contract.ts'
import {
  entierRequete,
  facultatif,
  idParams,
  jour,
  jourPasse,
  ligneFacultative,
  motRequete,
  texteFacultatif,
  texteRequete,
  version,
} from '#shared/champs.ts'
import { endpoint } from '#shared/endpoint.ts'
import { pageEnvelope, pageQuery } from '#shared/pagination.ts'

const JOUR = "Cette date n'existe pas."

/** The days of a dossier, which are facts; that of the delivery to come may lie ahead. Absent: left as it is; null: cleared. */
export const dossierInput = z.object({
  reservation_le: jourPasse('La date de réservation est obligatoire.'),
  contrat_le: facultatif(jourPasse(JOUR)),
  livraison_le: facultatif(jourPasse(JOUR)),
  livraison_prevue_le: facultatif(jour(JOUR)),
  notaire: ligneFacultative(),
  note: texteFacultatif(),
  version,
})
export type DossierInput = z.output<typeof dossierInput>

/** A dossier as a call that changed it answers. */
export const dossierSaved = z.extend(dossier, { message: z.string() })

/** Open ones unless told; `reste` puts the largest remainder first and leaves out who owes nothing. */
export const dossiersQuery = z.extend(pageQuery, {
  search: texteRequete,
  residence_id: entierRequete,
  bloc_id: entierRequete,
  client_id: entierRequete,
  etat: motRequete('ouvertes', 'closes'),
  a_rembourser: motRequete('1'),
  tri: motRequete('dossier', 'reste'),
})
export type DossiersQuery = z.output<typeof dossiersQuery>

export const dossiersEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/ventes',
    access: 'membre',
    summary:
      "Les dossiers de vente : les ouverts, le plus récent d'abord ou le plus grand reste à payer (tri=reste), ou les clos (etat=closes), le dernier clos d'abord",
    query: dossiersQuery,
    response: pageEnvelope(dossierLigne),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/ventes/{id}',
    access: 'membre',
    summary: 'Un dossier de vente : étapes, échéancier, paiements, relances, fin de la vente',
    params: idParams,
    response: dossier,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/ventes/{id}',
    access: 'ventes',
    summary: "Modifie les jours, le notaire et la note d'un dossier",
    params: idParams,
    body: dossierInput,
    response: dossierSaved,
    succes: 'Dossier modifié avec succès !',
  }),
}
