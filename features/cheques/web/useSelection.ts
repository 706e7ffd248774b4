import { useMemo, useState } from 'react'
import type { ChequeLu } from '#features/cheques/web/cheques.queries.ts'
import { isPostdate } from '#features/cheques/web/cheques.texts.ts'
import { fromDecimal } from '#shared/argent.ts'

/** The cheques that are ticked in one list, on whatever page they stand. */
export interface Selection {
  cheques: readonly ChequeLu[]
  /** In centimes. */
  montant: number
  has: (id: number) => boolean
  toggle: (cheque: ChequeLu) => void
  /** Those of a page that « Tout sélectionner » means: a post-dated one is left out. */
  toggleAll: (page: readonly ChequeLu[]) => void
  remove: (ids: readonly number[]) => void
}

/** Those of a page that the bank takes today. */
export const remettables = (page: readonly ChequeLu[]): ChequeLu[] =>
  page.filter((cheque) => !isPostdate(cheque))

export function useSelection(): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<number, ChequeLu>>(new Map())
  return useMemo(() => {
    const cheques = [...chosen.values()]
    const without = (ids: readonly number[]) => new Map([...chosen].filter(([id]) => !ids.includes(id)))
    const idsOf = (page: readonly ChequeLu[]) => page.map(({ id }) => id)
    return {
      cheques,
      montant: cheques.reduce((sum, { versement }) => sum + fromDecimal(versement), 0),
      has: (id) => chosen.has(id),
      toggle: (cheque) =>
        setChosen(chosen.has(cheque.id) ? without([cheque.id]) : new Map(chosen).set(cheque.id, cheque)),
      toggleAll(page) {
        const all = remettables(page)
        setChosen(
          all.every(({ id }) => chosen.has(id))
            ? without(idsOf(page))
            : new Map([...chosen, ...all.map((cheque): [number, ChequeLu] => [cheque.id, cheque])]),
        )
      },
      remove: (ids) => setChosen(without(ids)),
    }
  }, [chosen])
}
