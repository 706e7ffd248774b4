import * as z from 'zod/mini'
import { clientResume } from '#features/clients/clients.contract.ts'
import { residenceResume, statsOccupation } from '#features/structure/residences.contract.ts'
import { idParams, jourLu, message, reference, texte, texteLong, version } from '#shared/champs/codecs.ts'
import { entierRequete } from '#shared/champs/requetes.ts'
import { endpoint } from '#shared/endpoint.ts'
import { choixQuery, pageEnvelope, pageQuery } from '#shared/pagination.ts'

/** Short form of a bloc with its residence, for select boxes and other records. */
const blocResume = z.object({
  id: z.number(),
  nomloc: z.string(),
  description: z.string(),
  residence_id: z.number(),
  residence: residenceResume,
})
/** A bloc with its residence, in the records that stand in it. */
export const blocSitue = z.omit(blocResume, { description: true })
export type BlocResume = z.output<typeof blocResume>

/** Last stade of the works that a bloc has reached, in the order of the stades. */
const stadeAtteint = z.nullable(z.object({ id: z.number(), nom: z.string(), atteint_le: jourLu }))

export const bloc = z.extend(blocResume, {
  etages_count: z.number(),
  locaux_count: z.number(),
  appartementCount: z.number(),
  availableCount: z.number(),
  occupiedCount: z.number(),
  /** Sold appartements in percent of all, two decimals (Q97). */
  tauxOccupation: z.number(),
  stade: stadeAtteint,
  version: z.number(),
})
export type Bloc = z.output<typeof bloc>

export const blocInput = z.object({
  nomloc: texte('Le nom du bloc est obligatoire.'),
  description: texteLong('La description est obligatoire.'),
  residence_id: reference('Veuillez sélectionner une résidence.'),
})
export type BlocInput = z.output<typeof blocInput>

const blocReport = z.object({
  id: z.number(),
  nomloc: z.string(),
  description: z.string(),
  residence: residenceResume,
  stade: stadeAtteint,
  stats: z.extend(statsOccupation, { etageCount: z.number() }),
  etages: z.array(
    z.object({
      id: z.number(),
      designation: z.string(),
      niveau: z.number(),
      appartements: z.array(
        z.object({
          id: z.number(),
          numLot: z.string(),
          typeLogement: z.string(),
          vente_id: z.nullable(z.number()),
          client: z.nullable(clientResume),
        }),
      ),
    }),
  ),
  clients: z.array(
    z.extend(clientResume, {
      appartement: z.object({
        id: z.number(),
        numLot: z.string(),
        typeLogement: z.string(),
        etage: z.object({ id: z.number(), designation: z.string() }),
        vente_id: z.nullable(z.number()),
      }),
    }),
  ),
})
export type BlocReport = z.output<typeof blocReport>

const saved = z.extend(bloc, { message: z.string() })

const blocsQuery = z.extend(pageQuery, { residence_id: entierRequete })
export type BlocsQuery = z.output<typeof blocsQuery>

export const blocsEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/blocs',
    access: 'membre',
    summary: "Les blocs, page par page (tous sans page ni per_page) ; ceux d'une résidence si on la nomme",
    query: blocsQuery,
    response: pageEnvelope(bloc),
  }),
  all: endpoint({
    method: 'GET',
    path: '/api/all-blocs',
    access: 'membre',
    summary:
      'Tous les blocs avec leur résidence, pour les listes de choix ; cherchés par leur nom ou le sien',
    query: choixQuery,
    response: z.array(blocResume),
  }),
  ofResidence: endpoint({
    method: 'GET',
    path: '/api/residence/{id}/blocs',
    aliases: ['/api/residences/{id}/blocs', '/api/blocs/residence/{id}'],
    access: 'membre',
    summary: "Les blocs d'une résidence, pour les listes de choix",
    params: idParams,
    response: z.array(blocResume),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/blocs/{id}',
    access: 'membre',
    summary: 'Un bloc',
    params: idParams,
    response: bloc,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/blocs',
    access: 'patrimoine',
    summary: 'Ajoute un bloc à une résidence',
    body: blocInput,
    response: saved,
    status: 201,
    succes: 'Bloc ajouté avec succès !',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/blocs/{id}',
    access: 'patrimoine',
    summary: 'Modifie un bloc',
    params: idParams,
    body: z.extend(blocInput, { version }),
    response: saved,
    succes: 'Bloc modifié avec succès !',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/blocs/{id}',
    access: 'patrimoine',
    summary: 'Supprime un bloc vide',
    params: idParams,
    response: message,
    succes: 'Bloc supprimé avec succès !',
  }),
  report: endpoint({
    method: 'GET',
    path: '/api/blocs/{id}/report',
    access: 'membre',
    summary: "Le rapport détaillé d'un bloc : chiffres, étages, clients",
    params: idParams,
    response: blocReport,
  }),
}
