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

/** Key of a cheque: a group is one cheque, known by any of its payments. */
const cleOf = ({ id, groupe }: Pick<ChequeLu, 'id' | 'groupe'>): number => (groupe ? -groupe.id : id)

/** Amount of a cheque, a group whole. In centimes. */
export const montantDuCheque = ({ versement, groupe }: Pick<ChequeLu, 'versement' | 'groupe'>): number =>
  fromDecimal(groupe ? groupe.montant : versement)

/** Cheques, each once: of a group its first payment here, which stands for all of it. */
export function chequesEntiers<C extends Pick<ChequeLu, 'id' | 'groupe'>>(paiements: readonly C[]): C[] {
  const seen = new Set<number>()
  return paiements.filter((paiement) => {
    const known = seen.has(cleOf(paiement))
    seen.add(cleOf(paiement))
    return !known
  })
}

/** The ticked cheques of one tab, over all its pages; of a group one payment. */
export interface Selection {
  cheques: readonly ChequeLu[]
  montant: number
  has: (cheque: ChequeLu) => boolean
  toggle: (cheque: ChequeLu) => void
  toggleAll: (page: readonly ChequeLu[]) => void
  /** Unticks payments by id; of a group the one that stands for it. */
  remove: (ids: readonly number[]) => void
  /** Unticks a cheque by any of its payments. */
  forget: (cheque: ChequeLu) => void
}

/** The cheques of a page that the bank takes today. */
export const remettables = (page: readonly ChequeLu[]): ChequeLu[] =>
  page.filter((cheque) => !isPostdate(cheque))

export function useSelection(): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<number, ChequeLu>>(new Map())
  return useMemo(() => {
    const cheques = [...chosen.values()]
    const without = (cles: readonly number[]) => new Map([...chosen].filter(([cle]) => !cles.includes(cle)))
    return {
      cheques,
      montant: cheques.reduce((sum, cheque) => sum + montantDuCheque(cheque), 0),
      has: (cheque) => chosen.has(cleOf(cheque)),
      toggle: (cheque) =>
        setChosen(
          chosen.has(cleOf(cheque)) ? without([cleOf(cheque)]) : new Map(chosen).set(cleOf(cheque), cheque),
        ),
      toggleAll(page) {
        const all = remettables(page)
        setChosen(
          all.every((cheque) => chosen.has(cleOf(cheque)))
            ? without(page.map(cleOf))
            : new Map([
                ...chosen,
                ...chequesEntiers(all).map((cheque): [number, ChequeLu] => [cleOf(cheque), cheque]),
              ]),
        )
      },
      forget: (cheque) => setChosen(without([cleOf(cheque)])),
      remove: (ids) => setChosen(new Map([...chosen].filter(([, { id }]) => !ids.includes(id)))),
    }
  }, [chosen])
}
