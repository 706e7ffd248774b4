import { Children, type ReactNode } from 'react'
import styles from '#web/kit/Page.module.css'

/** Cards, three a row on a desktop, two on a tablet, one on a phone (Q55). Each child is one card. */
export function CardGrid({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul className={styles.grid} aria-label={label}>
      {Children.map(children, (card) => (
        <li>{card}</li>
      ))}
    </ul>
  )
}
