import { queryOptions } from '@tanstack/react-query'
import {
  tableauDeBordEndpoints,
  type Statistique,
} from '#features/tableau-de-bord/tableau-de-bord.contract.ts'
import { callApi, callFile, callRecord } from '#web/kit/call/api.ts'

const STAT_VIDE = { title: '', value: 0 } as const

const read = (signal: AbortSignal) =>
  callRecord(tableauDeBordEndpoints.read, { signal }, { stats: [STAT_VIDE] })
/** Amounts are in decimal dinars here, as on the wire. */
export type Ventes = Awaited<ReturnType<typeof read>>['ventes']

export type Alertes = Awaited<ReturnType<typeof read>>['alertes']

export interface TableauDeBord {
  stats: Statistique[]
  /** Absent from an answer that holds only the fields of the specification. */
  ventes: Ventes | undefined
  alertes: Alertes | undefined
  /** Absent for a member who is not in charge of backups. */
  sauvegarde_en_retard?: boolean | undefined
  telechargements?: readonly { nom: string; le: string }[] | undefined
}

export const tableauDeBordQuery = queryOptions({
  queryKey: ['tableau-de-bord'],
  queryFn: ({ signal }): Promise<TableauDeBord> => read(signal),
})

export const residencesQuery = queryOptions({
  queryKey: ['tableau-de-bord', 'residences'],
  queryFn: ({ signal }) => callApi(tableauDeBordEndpoints.residences, { signal }),
})
export type ResidenceLue = Awaited<ReturnType<NonNullable<typeof residencesQuery.queryFn>>>['data'][number]

export const exportTableauDeBord = () => callFile(tableauDeBordEndpoints.export, {})
