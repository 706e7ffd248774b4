import { queryOptions } from '@tanstack/react-query'
import type { LigneDeModele } from '#features/echeancier/echeancier.rules.ts'
import type { modeleLu } from '#features/echeancier/modeles.contract.ts'
import { tousLesReglagesQuery } from '#features/parametres/web/parametres.queries.ts'
import { stadesEndpoints, type Stade } from '#features/stades/stades.contract.ts'
import { fromDecimal } from '#shared/argent.ts'
import type { Wire } from '#shared/endpoint.ts'
import type { RowOf } from '#web/kit/answers.ts'
import { recordsIn } from '#web/kit/answers.ts'
import { callApi, callList } from '#web/kit/api.ts'
import { useChange } from '#web/kit/useChange.ts'

const key = ['stades'] as const

/** A modèle as the forms are told of it: percents in decimals. */
export type ModeleLu = Wire<typeof modeleLu>
export type StadeDuBlocLu = RowOf<(typeof stadesEndpoints)['list']['response']>

/** What the settings say of échéanciers: the modèles by name, the stades of the works in their order. */
export const modelesQuery = queryOptions({
  ...tousLesReglagesQuery,
  select: (reglages) => ({
    modeles: (recordsIn(reglages['modeles'], ['id']) ?? []) as ModeleLu[],
    stades: (recordsIn(reglages['stades'], ['id']) ?? []) as Stade[],
  }),
})

/** The lines of a modèle as the rules take them: percents in hundredths. */
export const lignesOf = ({ lignes }: Pick<ModeleLu, 'lignes'>): LigneDeModele[] =>
  lignes.map((ligne) => ({ ...ligne, pourcent: fromDecimal(Number(ligne.pourcent)) }))

/** Has it a line with days? Then it is asked from which day on. */
export const ligneADate = (modele: ModeleLu | undefined) =>
  modele?.lignes.find(({ declencheur }) => declencheur === 'date')

export const stadesQueries = {
  /** Where the works of a bloc stand. */
  ofBloc: (id: number) =>
    queryOptions({
      queryKey: [...key, 'bloc', id],
      queryFn: ({ signal }) =>
        callList(
          stadesEndpoints.list,
          { params: { id }, signal },
          {
            keys: ['stade_id'],
            blank: {
              stade_id: 0,
              nom: '',
              rang: 0,
              atteint_le: null,
              note: null,
              note_par: null,
              note_le: null,
              echeances_en_attente: 0,
              montant_en_attente: 0,
            },
          },
        ),
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
  return useChange(({ idempotencyKey, ...body }: { nom: string; idempotencyKey: string }) =>
    callApi(stadesEndpoints.create, { body, idempotencyKey }),
  )
}

export function useUpdateStade() {
  return useChange(({ id, ...body }: { id: number; nom: string; rang?: number; version: number }) =>
    callApi(stadesEndpoints.update, { params: { id }, body }),
  )
}

export function useDeleteStade() {
  return useChange((id: number) => callApi(stadesEndpoints.remove, { params: { id } }))
}
