import { CODES_ETAT, type EtatCheque } from '#features/paiements/modes.ts'
import { useMemo, useState } from 'react'
import type { ChequeLu } from '#features/cheques/web/cheques.queries.ts'
import { isPostdate } from '#features/cheques/web/cheques.words.ts'
import { fromDecimal } from '#shared/argent.ts'

export const ONGLETS = [...CODES_ETAT, 'remises'] as const
export type Onglet = (typeof ONGLETS)[number]

export const DEFAULTS = { onglet: 'recu', page: 1, recherche: '', banque: '', du: '', au: '', rejetes: '' }
type State = typeof DEFAULTS

export interface OngletProps {
  state: State
  setState: (patch: Partial<State>, options?: { replace?: boolean }) => void
}

/** The choices among rejected cheques; the default leaves out those already represented. */
export const REJETES = [
  { value: '', label: 'À représenter' },
  { value: 'tous', label: 'Tous' },
]

/** The tab named by an address, or the first one when the name is unknown. */
export const toOnglet = (mot: string): Onglet => ONGLETS.find((onglet) => onglet === mot) ?? 'recu'

export const isEtat = (onglet: Onglet): onglet is EtatCheque => onglet !== 'remises'

/** True for the tabs with tick boxes: cheques to bring, cheques to clear. */
export const isOuvert = (onglet: Onglet): onglet is 'recu' | 'remis' =>
  onglet === 'recu' || onglet === 'remis'

/** The ticked cheques of one tab, over all its pages. */
export interface Selection {
  cheques: readonly ChequeLu[]
  montant: number
  has: (id: number) => boolean
  toggle: (cheque: ChequeLu) => void
  toggleAll: (page: readonly ChequeLu[]) => void
  remove: (ids: readonly number[]) => void
}

/** The cheques of a page that the bank takes today. */
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
