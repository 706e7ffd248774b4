import { startTransition, useEffect, useState } from 'react'
import { lotsOf, matches, type Filtres } from '#features/plan-de-vente/web/filtres.ts'
import type { Taille } from '#features/plan-de-vente/web/grille.ts'
import { countRows, heightOf, morceauxOf, Partie } from '#features/plan-de-vente/web/Partie.tsx'
import styles from '#features/plan-de-vente/web/plan.module.css'
import type { PlanLu } from '#features/plan-de-vente/web/plan.queries.ts'
import { formatNombre } from '#shared/argent.ts'

/** So many rows fill the first sight of any screen; the others follow some at a time, and nobody waits for them. */
const FIRST = 14
const NEXT = 60

interface GrillesProps {
  plan: PlanLu
  /** The one bloc or parking that is wanted; '' for all of them. */
  seul: string
  filtres: Filtres
  client: boolean
  taille: Taille
  onOpen: (cle: string) => void
}

/** The grids of a plan, one below the other. */
export function Grilles({ plan, seul, ...drawing }: GrillesProps) {
  const all = morceauxOf(plan)
  const wanted = all.filter(({ cle }) => cle === seul)
  const shown = wanted.length > 0 ? wanted : all
  const counts = shown.map(countRows)
  const drawn = useGrowing(counts.reduce((sum, rows) => sum + rows, 0))
  return (
    <div className={styles.parties} data-tous={wanted.length === 0 || undefined}>
      {shown.map((morceau, at) => {
        const before = counts.slice(0, at).reduce((sum, rows) => sum + rows, 0)
        const rows = drawn - before
        return rows > 0 ? (
          <Partie
            key={morceau.cle}
            {...morceau}
            {...drawing}
            rows={rows < (counts[at] ?? 0) ? rows : undefined}
          />
        ) : (
          <div key={morceau.cle} style={{ height: `${heightOf(morceau)}rem` }} />
        )
      })}
    </div>
  )
}

/** How many of the rows are drawn by now. */
function useGrowing(count: number): number {
  const [drawn, setDrawn] = useState(FIRST)
  useEffect(() => {
    if (drawn < count) startTransition(() => setDrawn(drawn + NEXT))
  }, [drawn, count])
  return drawn
}

interface CorrespondanceProps {
  plan: PlanLu
  filtres: Filtres
  /** Is anything looked for? */
  set: boolean
}

/** « 12 lots correspondent sur 384. », announced. */
export function Correspondance({ plan, filtres, set }: CorrespondanceProps) {
  const lots = lotsOf(plan)
  const found = lots.filter((lot) => matches(lot, filtres)).length
  return (
    <p className={styles.correspondance} role="status">
      {set &&
        `${formatNombre(found)} ${found >= 2 ? 'lots correspondent' : 'lot correspond'} sur ${formatNombre(lots.length)}.`}
    </p>
  )
}
