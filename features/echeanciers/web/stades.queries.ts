import { queryOptions } from '@tanstack/react-query'
import type { LigneDeModele } from '#features/echeanciers/echeancier.rules.ts'
import { type modeleLu, stadesEndpoints, type Stade } from '#features/echeanciers/stades.contract.ts'
import { tousLesReglagesQuery } from '#features/parametres/web/parametres.queries.ts'
import { fromDecimal } from '#shared/argent.ts'
import type { Wire } from '#shared/endpoint.ts'
import { recordsIn } from '#web/kit/call/answerShapes.ts'
import { callApi } from '#web/kit/call/api.ts'
import { useChange } from '#web/kit/call/useChange.ts'

const key = ['stades'] as const

/** A modèle on the screens, percents in decimals. */
export type ModeleLu = Wire<typeof modeleLu>
export type StadesDuBlocLus = NonNullable<Wire<(typeof stadesEndpoints)['list']['response']>>
export type StadeDuBlocLu = StadesDuBlocLus['data'][number]

/** The modèles and stades in the settings as they are read. */
export const modelesIn = (reglages: Record<string, unknown>) => ({
  modeles: (recordsIn(reglages['modeles'], ['id']) ?? []) as ModeleLu[],
  stades: (recordsIn(reglages['stades'], ['id']) ?? []) as Stade[],
})

export const modelesQuery = queryOptions({ ...tousLesReglagesQuery, select: modelesIn })

/** Converts the lines of a modèle for the rules: percents become hundredths. */
export const lignesOf = ({ lignes }: Pick<ModeleLu, 'lignes'>): LigneDeModele[] =>
  lignes.map((ligne) => ({ ...ligne, pourcent: fromDecimal(Number(ligne.pourcent)) }))

/** The `date` line of a modèle; only then the form asks for a first day. */
export const ligneADate = (modele: ModeleLu | undefined) =>
  modele?.lignes.find(({ declencheur }) => declencheur === 'date')

export const stadesQueries = {
  ofBloc: (id: number) =>
    queryOptions({
      queryKey: [...key, 'bloc', id],
      queryFn: ({ signal }) => callApi(stadesEndpoints.list, { params: { id }, signal }),
    }),
}

interface DuBloc {
  bloc: number
  stade: number
}

export function useRecordStade() {
  return useChange(({ bloc, stade, ...body }: DuBloc & { atteint_le: string; note: string }) =>
    callApi(stadesEndpoints.record, { params: { id: bloc, stadeId: stade }, body }),
  )
}

export function useWithdrawStade() {
  return useChange(({ bloc, stade }: DuBloc) =>
    callApi(stadesEndpoints.withdraw, { params: { id: bloc, stadeId: stade } }),
  )
}

export function useCreateStade() {
  return useChange(({ idempotencyKey, ...body }: { nom: string; nom_ar: string; idempotencyKey: string }) =>
    callApi(stadesEndpoints.create, { body, idempotencyKey }),
  )
}

export function useUpdateStade() {
  return useChange(
    ({ id, ...body }: { id: number; nom: string; nom_ar?: string; rang?: number; version: number }) =>
      callApi(stadesEndpoints.update, { params: { id }, body }),
  )
}

export function useDeleteStade() {
  return useChange((id: number) => callApi(stadesEndpoints.remove, { params: { id } }))
}
