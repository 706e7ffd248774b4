import * as z from 'zod/mini'
import { decimal, jourLu } from '#shared/champs/codecs.ts'
import { entierRequete } from '#shared/champs/requetes.ts'
import { endpoint } from '#shared/endpoint.ts'
import { pageEnvelope, pageQuery } from '#shared/pagination.ts'

/** Months that the forecast tells one by one, this one first. */
export const MOIS_PREVUS = 12

/** `ferme` has a day, `prevu` only a foreseen one. */
const sortes = { ferme: decimal, prevu: decimal }

/** Remainders of the open ventes, each line in one place: late, its day, its forecast, the contract it waits for, no day (comptes-2 D.10). */
const sommes = {
  en_retard: decimal,
  /** Days from today on. */
  mois: z.array(z.object({ mois: z.string(), ...sortes })),
  /** Foreseen before today, and not due. */
  depasse: decimal,
  plus_tard: z.object(sortes),
  attend_contrat: decimal,
  sans_date: decimal,
  /** Ventes that have no line at all. */
  sans_echeancier: decimal,
  total: decimal,
}
const sommesSeules = z.object(sommes)
export type SommesPrevues = z.output<typeof sommesSeules>

export const previsionsFiltres = z.object({ residence: entierRequete })
export type PrevisionsFiltres = z.output<typeof previsionsFiltres>

export const previsionsDuRapport = {
  read: endpoint({
    method: 'GET',
    path: '/api/rapports/previsions',
    access: 'exporter',
    summary:
      'Ce qui reste à encaisser des ventes ouvertes : en retard, par mois de date ferme ou prévue, sans date, et par résidence',
    query: z.extend(previsionsFiltres, pageQuery.shape),
    response: z.object({
      aujourdhui: jourLu,
      ...sommes,
      residences: pageEnvelope(z.object({ id: z.number(), nom: z.string(), ...sommes })),
    }),
  }),
}
