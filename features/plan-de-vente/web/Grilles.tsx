import { startTransition, useEffect, useState } from 'react'
import { lotsOf, matches, type Filtres } from '#features/plan-de-vente/web/filtres.ts'
import type { Taille } from '#features/plan-de-vente/web/grille.ts'
import { heightOf, morceauxOf, Partie } from '#features/plan-de-vente/web/Partie.tsx'
import styles from '#features/plan-de-vente/web/plan.module.css'
import type { PlanLu } from '#features/plan-de-vente/web/plan.queries.ts'
import { formatNombre } from '#shared/argent.ts'

/** As many stand in the first sight of a tall screen; the others follow one by one, and nobody waits for them. */
const FIRST = 2

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
  const drawn = useGrowing(shown.length)
  return (
    <div className={styles.parties} data-tous={wanted.length === 0 || undefined}>
      {shown.map((morceau, at) =>
        at < drawn ? (
          <Partie key={morceau.cle} {...morceau} {...drawing} />
        ) : (
          <div key={morceau.cle} style={{ height: `${heightOf(morceau)}rem` }} />
        ),
      )}
    </div>
  )
}

/** How many of the parts are drawn by now. */
function useGrowing(count: number): number {
  const [drawn, setDrawn] = useState(FIRST)
  useEffect(() => {
    if (drawn < count) startTransition(() => setDrawn(drawn + 1))
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
