import { queryOptions } from '@tanstack/react-query'
import {
  tableauDeBordEndpoints,
  type Statistique,
} from '#features/tableau-de-bord/tableau-de-bord.contract.ts'
import { callApi, callFile } from '#web/api.ts'

const read = (signal: AbortSignal) => callApi(tableauDeBordEndpoints.read, { signal })
type Answer = Awaited<ReturnType<typeof read>>
/** The section as it is on the wire: amounts in decimal dinars. */
export type Ventes = Answer['ventes']

export interface TableauDeBord {
  stats: Statistique[]
  /** Absent from an answer that has only what the specification names. */
  ventes: Ventes | undefined
}

export const tableauDeBordQuery = queryOptions({
  queryKey: ['tableau-de-bord'],
  queryFn: async ({ signal }): Promise<TableauDeBord> => readAnswer(await read(signal)),
})

/** Values may come as digits in a string (Q38). */
const readAnswer = ({
  stats,
  ventes,
}: {
  stats: { title: string; value: number | string }[]
  ventes?: Ventes
}): TableauDeBord => ({
  stats: stats.map(({ title, value }) => ({ title, value: Number(value) })),
  ventes,
})

export const exportTableauDeBord = () => callFile(tableauDeBordEndpoints.export, {})
