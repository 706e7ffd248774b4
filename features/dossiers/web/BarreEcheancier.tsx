import { useRef, useState, type KeyboardEvent } from 'react'
import type { EcheanceLue } from '#features/dossiers/web/dossiers.queries.ts'
import { direSegment } from '#features/dossiers/web/dossiers.words.ts'
import styles from '#features/dossiers/web/dossiers.module.css'

interface BarreProps {
  echeances: readonly EcheanceLue[]
  /** Leads to the line of a segment. */
  onShow: (echeance: number) => void
}

const LEGENDE = [
  ['reglee', 'Réglée'],
  ['en_retard', 'En retard'],
  ['a_venir', 'À venir'],
  ['annulee', 'Annulée'],
] as const

/** The échéancier as one bar: a segment per line, as wide as its amount, filled as far as it is paid. Arrows move, Enter shows. */
export function BarreEcheancier({ echeances, onShow }: BarreProps) {
  const list = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const last = echeances.length - 1
  const current = Math.min(at, last)
  function onKeyDown(event: KeyboardEvent) {
    const to = {
      ArrowRight: Math.min(current + 1, last),
      ArrowLeft: Math.max(current - 1, 0),
      Home: 0,
      End: last,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    list.current?.querySelectorAll('button')[to]?.focus()
  }
  const etats = new Set(echeances.map(({ etat }) => etat))
  return (
    <div className={styles.barre}>
      <div ref={list} className={styles.segments} role="list" aria-label="Échéancier">
        {echeances.map((echeance, rang) => (
          <div
            key={echeance.id}
            role="listitem"
            className={styles.segment}
            style={{ flexGrow: Math.max(echeance.montant, 1) }}
          >
            <button
              type="button"
              data-etat={echeance.etat}
              aria-label={direSegment(echeance)}
              title={direSegment(echeance)}
              tabIndex={rang === current ? 0 : -1}
              onFocus={() => setAt(rang)}
              onKeyDown={onKeyDown}
              onClick={() => onShow(echeance.id)}
            >
              <span style={{ width: `${(100 * echeance.couvert) / (echeance.montant || 1)}%` }} />
            </button>
          </div>
        ))}
      </div>
      <ul className={styles.legende} aria-hidden>
        {LEGENDE.filter(([etat]) => etats.has(etat)).map(([etat, mot]) => (
          <li key={etat} data-etat={etat}>
            {mot}
          </li>
        ))}
      </ul>
    </div>
  )
}
