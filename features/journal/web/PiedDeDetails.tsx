import type { ReactNode } from 'react'
import { HistoriqueButton } from '#features/journal/web/Historique.tsx'
import type { Suivi } from '#features/journal/web/journal.queries.ts'
import styles from '#features/journal/web/PiedDeDetails.module.css'

interface PiedDeDetailsProps extends Suivi {
  nom: string
  /** What leads elsewhere, before it. */
  children?: ReactNode
}

/** The end of the details of a record: where they lead, and the way to all that was done to it. */
export function PiedDeDetails({ children, ...suivi }: PiedDeDetailsProps) {
  return (
    <div className={styles.pied}>
      {children}
      <HistoriqueButton {...suivi} />
    </div>
  )
}
