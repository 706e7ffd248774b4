import { useEffect, useRef, useState } from 'react'
import type { LotSitue } from '#features/biens/web/lots.ts'
import type { Etat } from '#shared/biens.ts'
import { useSearchField } from '#web/kit/useSearchField.ts'
import { useUrlState } from '#web/kit/useUrlState.ts'
import { TABLE_ROWS, useView } from '#web/kit/useView.ts'

/**
 * Filters that come with a link hold for the whole list; those chosen on the screen hold for the loaded page (D2 §9),
 * which `portee: 'page'` says; in a table they always hold for the whole list, as its order does. `rapport` and `details` name the lot that is opened.
 */
const DEFAULTS = {
  page: 1,
  recherche: '',
  residence: 0,
  bloc: 0,
  etage: 0,
  client: 0,
  etat: '',
  portee: '',
  tri: '',
  rapport: 0,
  details: 0,
}
const SPINNER_MS = 500

type Chosen = Partial<Record<'residence' | 'bloc' | 'etage' | 'client', number> & { etat: string }>

/** Search, filters, order and page of a list of lots, in the address; their spinner lasts half a second (D2 §9). */
export function useLotFilters(screen: string) {
  const [state, setState] = useUrlState(DEFAULTS)
  const [view, setView] = useView(screen, () => setState({ page: 1 }, { replace: true }))
  const table = view === 'tableau'
  const { page, recherche, residence, bloc, etage, client } = state
  const etat: Etat | null = state.etat === 'disponible' || state.etat === 'vendu' ? state.etat : null
  const filtered = residence + bloc + etage + client > 0 || etat !== null
  const wholeList = filtered && (table || state.portee !== 'page')
  const [flashing, flash] = useFlash(SPINNER_MS)
  const search = useSearchField(
    recherche,
    (text) => setState({ recherche: text, page }, { replace: true }),
    SPINNER_MS,
  )
  return {
    page,
    recherche,
    chosen: {
      residence: residence || null,
      bloc: bloc || null,
      etage: etage || null,
      client: client || null,
      etat,
    },
    /** Where a new lot most likely goes: a bloc counts with its residence, an étage with its bloc. */
    place: {
      residence: residence || null,
      bloc: residence > 0 ? bloc || null : null,
      etage: residence > 0 && bloc > 0 ? etage || null : null,
    },
    search: { ...search, busy: search.busy || flashing },
    filtered,
    /** Nothing but a residence, a bloc or an étage is asked for. */
    byPlace: residence + bloc + etage > 0 && client === 0 && etat === null && recherche === '',
    /** How many of the selects are set. */
    set: [residence, bloc, etage, client].filter(Boolean).length + (etat === null ? 0 : 1),
    view,
    setView,
    tri: state.tri,
    sortBy: (tri: string) => setState({ tri }),
    /** The filters hold for the loaded page only, because they were chosen here. */
    inPlace: filtered && !wholeList,
    /** What the list is asked with. */
    query: {
      page,
      ...(table && { per_page: TABLE_ROWS, tri: state.tri }),
      ...(wholeList && {
        residence_id: residence || undefined,
        bloc_id: bloc || undefined,
        etage_id: etage || undefined,
        client_id: client || undefined,
        etat: etat ?? undefined,
      }),
    },
    keeps: (lot: LotSitue) =>
      (residence === 0 || lot.bloc.residence_id === residence) &&
      (bloc === 0 || lot.bloc.id === bloc) &&
      (etage === 0 || lot.etage_id === etage) &&
      (client === 0 || lot.client_id === client) &&
      (etat === null || lot.estDispo === (etat === 'disponible')),
    choose(patch: Chosen) {
      const next = { residence, bloc, etage, client, etat: etat ?? '', ...patch }
      const any = next.residence + next.bloc + next.etage + next.client > 0 || next.etat !== ''
      flash()
      setState({ ...next, portee: any && !table ? 'page' : '', ...(!wholeList && !table && { page }) })
    },
    reset() {
      search.clear()
      setState({ ...DEFAULTS, tri: state.tri, page: wholeList ? 1 : page })
    },
    everywhere: () => setState({ portee: '' }),
    goTo: (wanted: number) => setState({ page: wanted }),
    rapport: state.rapport,
    details: state.details,
    open: (what: { rapport: number } | { details: number }) => setState({ ...what, page }),
    /** Takes the step back out of the history: what was closed stays closed when one goes back. */
    close: () => setState({ rapport: 0, details: 0, page }, { replace: true }),
  }
}

/** True for so long after each call of the second. */
function useFlash(ms: number): [boolean, () => void] {
  const [on, setOn] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return [
    on,
    () => {
      clearTimeout(timer.current)
      setOn(true)
      timer.current = setTimeout(() => setOn(false), ms)
    },
  ]
}
