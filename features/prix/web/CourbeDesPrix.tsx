import { useState } from 'react'
import type { HistoriqueLu } from '#features/prix/web/prix.queries.ts'
import styles from '#features/prix/web/prix.module.css'
import { formatMontant, fromDecimal } from '#shared/argent.ts'
import { aujourdhui, formatJourCourt, jourOf } from '#shared/dates.ts'
import { formatCompte } from '#shared/texte.ts'

const [WIDTH, HEIGHT, EDGE] = [600, 96, 6]

/** The prices as steps, each as long as it lasted. The table below says the same in figures. */
export function CourbeDesPrix({ historique: { data, depart, prix } }: { historique: HistoriqueLu }) {
  const [opened] = useState(Date.now)
  const steps = data.toReversed().map(({ le, nouveau }) => ({ at: new Date(le).getTime(), prix: nouveau }))
  const first = steps[0]?.at ?? 0
  const now = Math.max(opened, steps.at(-1)?.at ?? 0)
  // The price at the start gets an eighth of the width: nobody knows for how long it was that.
  const start = first - (now - first || 1) / 7
  const all = [depart, ...steps.map((step) => step.prix)]
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const x = (at: number) => ((at - start) / (now - start)) * WIDTH
  const y = (one: number) => HEIGHT - EDGE - ((one - low) / (high - low || 1)) * (HEIGHT - 2 * EDGE)
  const line = [
    `M0 ${y(depart)}`,
    ...steps.map(({ at, prix: next }) => `H${Math.round(x(at))} V${Math.round(y(next))}`),
    `H${WIDTH}`,
  ].join(' ')
  const say = (decimal: number) => formatMontant(fromDecimal(decimal))
  return (
    <figure className={styles.courbe}>
      <div className={styles.bornes} aria-hidden>
        <span>{say(high)}</span>
        <span>{say(low)}</span>
      </div>
      <svg
        role="img"
        aria-label={`De ${say(depart)} à ${say(prix)} en ${formatCompte(data.length, 'changement')}`}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        <path d={`${line} V${HEIGHT} H0 Z`} className={styles.aire} />
        <path d={line} className={styles.trait} />
      </svg>
      <div className={styles.jours} aria-hidden>
        <span>{formatJourCourt(jourOf(new Date(first)))}</span>
        <span>{formatJourCourt(aujourdhui())}</span>
      </div>
    </figure>
  )
}
