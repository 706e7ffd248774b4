import { useEffect, useRef, type ReactNode } from 'react'
import styles from '#web/kit/list/Cases.module.css'

interface CaseDeLigneProps {
  /** Name of the row that the box selects, for assistive technology. */
  label: string
  checked: boolean
  onChange: () => void
  /** Why the row cannot be selected: its box is grey. */
  prevented?: string | undefined
}

/** Box that selects a row. */
export function CaseDeLigne({ label, checked, onChange, prevented }: CaseDeLigneProps) {
  return (
    <label className={styles.ligne} title={prevented}>
      <input
        className={styles.box}
        type="checkbox"
        aria-label={prevented === undefined ? label : `${label} : ${prevented}`}
        checked={checked}
        disabled={prevented !== undefined}
        onChange={onChange}
      />
    </label>
  )
}

interface CaseDeLaPageProps {
  children: string
  /** Rows of the page that can be selected, and how many of them are. */
  total: number
  selected: number
  onChange: () => void
}

/** Box that selects all rows of a page; half ticked while some of them are selected. */
export function CaseDeLaPage({ children, total, selected, onChange }: CaseDeLaPageProps) {
  const box = useRef<HTMLInputElement>(null)
  const some = selected > 0 && selected < total
  useEffect(() => {
    if (box.current) box.current.indeterminate = some
  }, [some])
  return (
    <label className={`no-print ${styles.page}`}>
      <input
        ref={box}
        className={styles.box}
        type="checkbox"
        checked={total > 0 && selected === total}
        disabled={total === 0}
        onChange={onChange}
      />
      {children}
    </label>
  )
}

/** Bar at the foot of the screen with the selection, kept across the pages of a list, and its actions. */
export function ChoixBar({
  className = '',
  children,
}: {
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <section
      className={`card row between no-print gap-8-16 ${styles.bar} ${className}`}
      aria-label="Sélection"
    >
      {children}
    </section>
  )
}
