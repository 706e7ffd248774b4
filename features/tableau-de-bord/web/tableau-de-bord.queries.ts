import { queryOptions } from '@tanstack/react-query'
import {
  tableauDeBordEndpoints,
  type Statistique,
} from '#features/tableau-de-bord/tableau-de-bord.contract.ts'
import { STAT_VIDE } from '#features/tableau-de-bord/web/tableau-de-bord.blanks.ts'
import { callFile, callRecord } from '#web/kit/api.ts'

const read = (signal: AbortSignal) =>
  callRecord(tableauDeBordEndpoints.read, { signal }, { stats: [STAT_VIDE] })
/** The section as it is on the wire: amounts in decimal dinars. */
export type Ventes = Awaited<ReturnType<typeof read>>['ventes']

export type Alertes = Awaited<ReturnType<typeof read>>['alertes']

export interface TableauDeBord {
  stats: Statistique[]
  /** Absent from an answer that has only what the specification names. */
  ventes: Ventes | undefined
  alertes: Alertes | undefined
  /** Absent for who sees to no backup. */
  sauvegarde_en_retard?: boolean | undefined
}

export const tableauDeBordQuery = queryOptions({
  queryKey: ['tableau-de-bord'],
  queryFn: ({ signal }): Promise<TableauDeBord> => read(signal),
})

export const exportTableauDeBord = () => callFile(tableauDeBordEndpoints.export, {})
