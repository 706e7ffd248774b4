import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import styles from '#web/kit/list/TabBar.module.css'

interface Props<T extends string> {
  label: string
  tabs: readonly { value: T; label: ReactNode }[]
  value: T
  panel: string
  onChange: (value: T) => void
}

/** Tabs of a screen, moved by the arrow keys; on a phone they take two rows, so that none is hidden. */
export function TabBar<T extends string>({ label, tabs, value, panel, onChange }: Props<T>) {
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
  return (
    <div ref={list} className={`wrap no-print ${styles.bar}`} role="tablist" aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          className={`bare dim nowrap ${styles.tab}`}
          aria-selected={tab.value === value}
          aria-controls={tab.value === value ? panel : undefined}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
          onKeyDown={onKeyDown}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}
