import { queryOptions, useQuery } from '@tanstack/react-query'
import { parametresEndpoints } from '#features/parametres/parametres.contract.ts'
import { callApi } from '#web/kit/call/api.ts'
import { useChange } from '#web/kit/call/useChange.ts'

const key = ['parametres'] as const

/** Stored section. Version 0: never saved. */
export interface SectionLue {
  valeur: Record<string, unknown>
  version: number
}
export interface SectionProps {
  lue: SectionLue
  onSaved: (message: string) => void
}

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

/** Settings that all members' forms need: sections, and additions of the features. */
export const tousLesReglagesQuery = queryOptions(reglages)

/** Sections among the réglages, without the lists that features add. */
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

/** Settings of payments: `exiger_mode` makes mode, bank and reference required; `banques` are the proposed names. */
export interface ReglagesPaiements {
  exiger_mode: boolean
  banques: string[]
}

/** Reads the section `paiements`. Missing fields mean no requirement and no bank. */
export function readReglagesPaiements(section: Record<string, unknown> | undefined): ReglagesPaiements {
  const { exiger_mode, banques } = section ?? {}
  const all: unknown[] = Array.isArray(banques) ? banques : []
  return {
    exiger_mode: exiger_mode === true,
    banques: all.filter((banque) => typeof banque === 'string'),
  }
}

/** Settings of {@link readReglagesPaiements}; no requirement and no bank until they have loaded. */
export const useReglagesPaiements = (): ReglagesPaiements =>
  readReglagesPaiements(useQuery(reglagesQuery).data?.['paiements'])

/** The firm's settings for the end of a sale and for cessions, in decimal percent and dinars; null where nothing is set. */
export interface ReglagesFins {
  desistement_retenue: number | null
  cession_avant_contrat: boolean
  cession_paye: number | null
  cession_frais: number | null
}

function readReglagesFins(section: Record<string, unknown> | undefined): ReglagesFins {
  const number = (name: string) => {
    const value = section?.[name]
    return typeof value === 'number' ? value : null
  }
  return {
    desistement_retenue: number('desistement_retenue'),
    cession_avant_contrat: section?.['cession_avant_contrat'] === true,
    cession_paye: number('cession_paye'),
    cession_frais: number('cession_frais'),
  }
}

/** True when the droit de timbre of cash is reckoned; false until the settings have loaded. */
export const useTimbre = (): boolean => useQuery(tousLesReglagesQuery).data?.['timbre'] === true

/** Country code of a phone without one, « 213 »; '' until the settings have loaded. */
export function useIndicatif(): string {
  const { indicatif } = useQuery(reglagesQuery).data?.['ventes'] ?? {}
  return typeof indicatif === 'string' ? indicatif : ''
}

/** Settings of {@link readReglagesFins}; undefined until they have loaded. */
export function useReglagesFins(): ReglagesFins | undefined {
  const { data, isError } = useQuery(reglagesQuery)
  return data || isError ? readReglagesFins(data?.['ventes']) : undefined
}
