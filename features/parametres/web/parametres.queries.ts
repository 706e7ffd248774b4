import { queryOptions } from '@tanstack/react-query'
import { parametresEndpoints } from '#features/parametres/parametres.contract.ts'
import { callApi } from '#web/kit/api.ts'
import { useChange } from '#web/kit/useChange.ts'

const key = ['parametres'] as const

/** A section as it is kept: version 0 was never saved. */
export interface SectionLue {
  valeur: Record<string, unknown>
  version: number
}

/** Every section of the settings, with how often it was saved. */
export const parametresQuery = queryOptions({
  queryKey: [...key, 'sections'],
  queryFn: async ({ signal }): Promise<Record<string, SectionLue | undefined>> =>
    (await callApi(parametresEndpoints.read, { signal })).data,
})

const reglages = {
  queryKey: [...key, 'reglages'] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Record<string, unknown>> =>
    (await callApi(parametresEndpoints.reglages, { signal })).data,
}

/** What the forms of every member need of the settings: sections, and what features have added to them. */
export const tousLesReglagesQuery = queryOptions(reglages)

/** Of these, the sections. */
export const reglagesQuery = queryOptions({
  ...reglages,
  select: (all): Record<string, Record<string, unknown> | undefined> =>
    Object.fromEntries(
      Object.entries(all).flatMap(([nom, section]) => (isSection(section) ? [[nom, section]] : [])),
    ),
})

const isSection = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function useSaveParametres() {
  return useChange(
    ({ section, ...body }: { section: string; valeur: Record<string, unknown>; version: number }) =>
      callApi(parametresEndpoints.save, { params: { section }, body }),
  )
}

/** What the firm has set of payments: does it demand their means, and the banks that are offered. */
export interface ReglagesPaiements {
  exiger_mode: boolean
  banques: string[]
}

/** The section `paiements`, whole, out of what came; nothing is demanded nor offered where it does not say. */
export function readReglagesPaiements(section: Record<string, unknown> | undefined): ReglagesPaiements {
  const { exiger_mode, banques } = section ?? {}
  const all: unknown[] = Array.isArray(banques) ? banques : []
  return {
    exiger_mode: exiger_mode === true,
    banques: all.filter((banque) => typeof banque === 'string'),
  }
}
