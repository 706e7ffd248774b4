import { useEffect, useRef, useState } from 'react'
import type { LieuChoisi, LotSitue } from '#features/biens/web/lots.ts'
import type { Etat } from '#shared/biens.ts'
import { useList } from '#web/kit/useList.ts'

/** `rapport` and `details` name the lot that is opened. */
const OWN = { residence: 0, bloc: 0, etage: 0, client: 0, etat: '', rapport: 0, details: 0 }
const FILTERS = ['residence', 'bloc', 'etage', 'client', 'etat'] as const
const SPINNER_MS = 500

type Chosen = Partial<Pick<typeof OWN, (typeof FILTERS)[number]>>

/** Search, filters, order and page of a list of lots, in the address; their spinner lasts half a second (D2 §9). */
export function useLotList(ecran: string) {
  const list = useList(OWN, { filters: FILTERS, table: ecran })
  const { residence, bloc, etage, client } = list.state
  const etat = etatOf(list.state.etat)
  const [flashing, flash] = useFlash(SPINNER_MS)
  const chosen = {
    residence: residence || null,
    bloc: bloc || null,
    etage: etage || null,
    client: client || null,
    etat,
  }
  /** Where a new lot most likely goes: a bloc counts with its residence, an étage with its bloc. */
  const place: LieuChoisi = {
    residence: chosen.residence,
    bloc: residence > 0 ? chosen.bloc : null,
    etage: residence > 0 && bloc > 0 ? chosen.etage : null,
  }
  return {
    ...list,
    search: { ...list.search, busy: list.search.busy || flashing },
    chosen,
    place,
    /** A residence, a bloc or an étage is asked for, and neither client nor état. */
    byPlace: residence + bloc + etage > 0 && client === 0 && etat === null,
    /** What the list is asked with. */
    query: {
      ...list.query,
      ...(list.wholeList && {
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
      flash()
      list.choose(patch)
    },
    close: () => list.close({ rapport: 0, details: 0 }),
  }
}

const etatOf = (etat: string): Etat | null => (etat === 'disponible' || etat === 'vendu' ? etat : null)

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
