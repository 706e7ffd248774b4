import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from '#web/kit/card/EntityCard.module.css'
import type { Adresse } from '#shared/paths.ts'

interface NomProps extends Adresse {
  children: ReactNode
  /** Name for assistive technology, where the shown text is too short to say what it opens. */
  'aria-label'?: string
  onClick?: () => void
}

/** Link on the name of a record to what the name opens (ecrans §6). Nothing else wears its look. */
export function Nom({ to, search = {}, children, ...props }: NomProps) {
  return (
    <Link className={styles.nom} to={to} search={search} {...props}>
      <bdi>{children}</bdi>
    </Link>
  )
}

/** The number of a bien, which breaks at none of its blanks and signs unless it is longer than a line. */
export function Numero({ children }: { children: ReactNode }) {
  return <span className={styles.numero}>{children}</span>
}
