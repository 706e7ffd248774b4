import type { ReactNode } from 'react'
import type { ChangeRapport } from '#features/rapports/web/rapports.adresse.ts'
import styles from '#features/rapports/web/rapports.module.css'
import { ResidenceSelect } from '#features/structure/web/LieuSelects.tsx'

interface FiltresProps {
  /** Its id in the address, '' for all. */
  residence: string
  onChange: ChangeRapport
  /** The fields that stand before it. */
  children?: ReactNode
}

/** Filters of a report: its period, one residence. */
export function FiltresDuRapport({ residence, onChange, children }: FiltresProps) {
  const chosen = /^[1-9]\d{0,8}$/.test(residence) ? Number(residence) : null
  return (
    <search className={`wrap no-print gap-12 ${styles.filtres}`}>
      {children}
      <ResidenceSelect
        label="Résidence"
        className={styles.large}
        tous="Toutes les résidences"
        value={chosen}
        onChange={(id) => onChange({ residence: id === null ? '' : String(id) })}
      />
    </search>
  )
}
