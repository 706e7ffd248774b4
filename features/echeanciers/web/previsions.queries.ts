import { queryOptions } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import {
  previsionsEndpoints,
  previsionsInput,
  type BlocPrevu,
} from '#features/echeanciers/previsions.contract.ts'
import { mergeSaisies } from '#features/structure/web/dossierLegal.queries.ts'
import { callApi } from '#web/kit/call/api.ts'
import { useChange } from '#web/kit/call/useChange.ts'
import { useContractForm } from '#web/kit/form/form.ts'

export const previsionsQuery = (residence: number) =>
  queryOptions({
    queryKey: ['previsions', residence],
    queryFn: async ({ signal }) =>
      (await callApi(previsionsEndpoints.read, { params: { id: residence }, signal })).data,
  })

/** The typed days of a bloc. */
type Lu = Pick<BlocPrevu, 'id' | 'livraison_prevue_le'> & {
  stades: readonly Pick<BlocPrevu['stades'][number], 'stade_id' | 'prevu_le'>[]
}

const toSaisie = (blocs: readonly Lu[]) => ({
  blocs: blocs.map(({ id, livraison_prevue_le, stades }) => ({
    id,
    livraison_prevue_le: livraison_prevue_le ?? '',
    // The id tells the rows of two readings apart.
    stades: stades.map(({ stade_id, prevu_le }) => ({ id: stade_id, stade_id, prevu_le: prevu_le ?? '' })),
  })),
})
type Saisie = ReturnType<typeof toSaisie>

/** Days that differ from those that were read, of the blocs that have any: nothing else is sent, so that nothing else changes. */
function changesOf(typed: Saisie, read: Saisie) {
  return typed.blocs.flatMap(({ id, livraison_prevue_le, stades }, rang) => {
    const was = read.blocs[rang]
    const moved = stades.filter(({ prevu_le }, place) => prevu_le !== was?.stades[place]?.prevu_le)
    const delivered = livraison_prevue_le !== was?.livraison_prevue_le
    if (moved.length === 0 && !delivered) return []
    return [
      {
        id,
        ...(delivered && { livraison_prevue_le }),
        ...(moved.length > 0 && {
          stades: moved.map(({ stade_id, prevu_le }) => ({ stade_id, prevu_le })),
        }),
      },
    ]
  })
}

/**
 * The foreseen days of blocs of a residence as they are typed. What is read again meanwhile replaces what nobody has touched.
 * @param lus the same list until something else was read
 */
export function usePrevisions(residence: number, lus: readonly Lu[]) {
  const form = useContractForm<Saisie>(previsionsInput, toSaisie(lus))
  const { setInitialValues, setValues, getInitialValues, getValues } = form
  useLayoutEffect(() => {
    const { blocs: before } = getInitialValues()
    const fresh = toSaisie(lus)
    setInitialValues(fresh)
    setValues({ blocs: mergeSaisies(getValues().blocs, before, fresh.blocs) })
    // oxlint-disable-next-line react/exhaustive-deps -- the functions of a form are new at each drawing
  }, [lus])
  const change = useChange((blocs: ReturnType<typeof changesOf>) =>
    callApi(previsionsEndpoints.update, { params: { id: residence }, body: { blocs } }),
  )
  return {
    form,
    changed: changesOf(form.values, form.getInitialValues()).length > 0,
    /** Sends what differs; undefined when nothing does. */
    async save() {
      const blocs = changesOf(form.getValues(), form.getInitialValues())
      return blocs.length === 0 ? undefined : change.mutateAsync(blocs)
    },
  }
}
