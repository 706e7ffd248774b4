import { Children, type ReactNode } from 'react'
import styles from '#web/kit/list/Page.module.css'

/** Grid of cards, one for each child: three a row on a desktop, two on a tablet, one on a phone (Q55). */
export function CardGrid({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul className={`column list gap-16 ${styles.grid}`} aria-label={label}>
      {Children.map(children, (card) => (
        <li>{card}</li>
      ))}
    </ul>
  )
}
