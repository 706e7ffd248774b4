import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import styles from '#web/kit/list/TabBar.module.css'

interface Props<T extends string> {
  label: string
  /** Tabs with a `groupe` stand under its word, those of one group after one another. */
  tabs: readonly { value: T; label: ReactNode; groupe?: string }[]
  value: T
  panel: string
  onChange: (value: T) => void
}

/** Tabs of a screen, moved by the arrow keys; on a phone they take two rows, so that none is hidden. */
export function TabBar<T extends string>({ label, tabs, value, panel, onChange }: Props<T>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.value === value)
    const last = tabs.length - 1
    const to = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key]
    const next = to === undefined ? undefined : tabs[to]
    if (to === undefined || !next) return
    event.preventDefault()
    onChange(next.value)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus()
  }
  const drawTab = ({ value: of, label: mot, groupe }: Props<T>['tabs'][number]) => (
    <button
      key={of}
      type="button"
      role="tab"
      className={`bare dim nowrap ${styles.tab}`}
      aria-selected={of === value}
      aria-controls={of === value ? panel : undefined}
      aria-describedby={groupe === undefined ? undefined : `${id}-${groupe}`}
      tabIndex={of === value ? 0 : -1}
      onClick={() => onChange(of)}
      onKeyDown={onKeyDown}
    >
      {mot}
    </button>
  )
  const groupes = [...new Set(tabs.flatMap(({ groupe }) => groupe ?? []))]
  return (
    <div
      ref={list}
      className={`wrap no-print ${styles.bar}`}
      role="tablist"
      aria-label={label}
      data-groupes={groupes.length > 0 || undefined}
    >
      {groupes.length === 0
        ? tabs.map(drawTab)
        : groupes.map((groupe) => (
            <div key={groupe} role="presentation" className={styles.groupe}>
              <span id={`${id}-${groupe}`} className={`dim small ${styles.mot}`} aria-hidden>
                {groupe}
              </span>
              {tabs.filter((tab) => tab.groupe === groupe).map(drawTab)}
            </div>
          ))}
    </div>
  )
}
