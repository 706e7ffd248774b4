import * as z from 'zod/mini'
import { sections } from '#features/parametres/parametres.sections.ts'
import { version } from '#shared/champs/codecs.ts'
import { endpoint } from '#shared/endpoint.ts'

/** Fields of a section on the wire; each section has its own schema in parametres.sections.ts. */
const valeur = z.record(z.string(), z.unknown())

/** `version` counts the saves: 0 for the defaults. */
const section = z.object({ valeur, version: z.number() })

export const parametresEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/parametres',
    access: 'parametres',
    summary: 'Tous les paramètres, par section',
    response: z.object({ data: z.record(z.string(), section) }),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/parametres/{section}',
    access: 'parametres',
    summary: 'Enregistre une section des paramètres, entière',
    succes: 'Paramètres enregistrés avec succès !',
    params: z.object({
      section: z.string().check(z.refine((nom) => Object.hasOwn(sections, nom), 'Section inconnue.')),
    }),
    body: z.object({ valeur, version }),
    response: z.extend(section, { section: z.string(), message: z.string() }),
  }),
  reglages: endpoint({
    method: 'GET',
    path: '/api/reglages',
    access: 'membre',
    summary: 'Ce que les formulaires de tous les membres ont besoin de savoir des paramètres',
    response: z.object({
      data: z.record(z.string(), z.unknown()),
    }),
  }),
}
