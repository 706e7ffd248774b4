import { startTransition, useEffect, useState } from 'react'
import { lotsOf, matches, type Filtres } from '#features/plan-de-vente/web/filtres.ts'
import type { Taille } from '#features/plan-de-vente/web/Grille.tsx'
import { countRows, heightOf, morceauxOf, Partie } from '#features/plan-de-vente/web/Partie.tsx'
import styles from '#features/plan-de-vente/web/plan.module.css'
import type { PlanLu } from '#features/plan-de-vente/web/plan.queries.ts'
import { formatNombre } from '#shared/argent.ts'

/** Rows drawn at first, enough to fill any screen, and rows added by each later render. */
const FIRST = 14
const NEXT = 60

interface GrillesProps {
  plan: PlanLu
  /** Key of the only bloc or parking to show; '' for all. */
  seul: string
  filtres: Filtres
  client: boolean
  taille: Taille
  onOpen: (cle: string) => void
}

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
  set: boolean
}

export function Correspondance({ plan, filtres, set }: CorrespondanceProps) {
  const lots = lotsOf(plan)
  const found = lots.filter((lot) => matches(lot, filtres)).length
  return (
    <p className={`dim no-print ${styles.correspondance}`} role="status">
      {set &&
        `${formatNombre(found)} ${found >= 2 ? 'lots correspondent' : 'lot correspond'} sur ${formatNombre(lots.length)}.`}
    </p>
  )
}
