import { useMemo, useState } from 'react'
import type { LigneLue } from '#features/echeances/web/echeances.queries.ts'

/** A dossier that is chosen: ticking one of its lines chooses it. */
interface Choisi {
  id: number
  /** Something of it is late: a letter can be written. */
  late: boolean
}

/** The dossiers that are ticked, on whatever page their lines stand. */
export interface Selection {
  dossiers: readonly Choisi[]
  has: (ligne: LigneLue) => boolean
  toggle: (ligne: LigneLue) => void
  /** Those of a page: all, or none when all are. */
  toggleAll: (page: readonly LigneLue[]) => void
  clear: () => void
}

const toChoisi = ({ vente_id, dossier_en_retard }: LigneLue): [number, Choisi] => [
  vente_id,
  { id: vente_id, late: dossier_en_retard > 0 },
]

export function useSelection(): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Choisi>>(new Map())
  return useMemo(() => {
    const has = ({ vente_id }: LigneLue) => chosen.has(vente_id)
    const without = (page: readonly LigneLue[]) =>
      new Map([...chosen].filter(([id]) => !page.some(({ vente_id }) => vente_id === id)))
    return {
      dossiers: [...chosen.values()],
      has,
      toggle: (ligne) => setChosen(has(ligne) ? without([ligne]) : new Map([...chosen, toChoisi(ligne)])),
      toggleAll: (page) =>
        setChosen(page.every(has) ? without(page) : new Map([...chosen, ...page.map(toChoisi)])),
      clear: () => setChosen(new Map()),
    }
  }, [chosen])
}
