import { useMemo, useState } from 'react'
import { langueDuNom, type Langue } from '#shared/papiers.ts'
import type { LigneLue } from '#features/echeanciers/web/echeances.queries.ts'

interface Choisi {
  id: number
  late: boolean
  /** Language of its letter until a member chooses the other. */
  langue: Langue
}

/** Chosen dossiers; they stay chosen when the list shows another page. */
export interface Selection {
  dossiers: readonly Choisi[]
  has: (ligne: LigneLue) => boolean
  toggle: (ligne: LigneLue) => void
  /** Chooses all dossiers of a page, or releases them when all are chosen. */
  toggleAll: (page: readonly LigneLue[]) => void
  clear: () => void
}

const toChoisi = ({ vente_id, dossier_en_retard, client }: LigneLue): [number, Choisi] => [
  vente_id,
  { id: vente_id, late: dossier_en_retard > 0, langue: langueDuNom(client.nomComplet) },
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
