import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect } from 'react'
import styles from '#web/kit/list/Page.module.css'

/** A change of page. `replace` leaves no step in the history, when the page of the address does not exist. */
export interface PageStep {
  page: number
  replace: boolean
}

interface PagerProps {
  page: number
  lastPage: number
  onChange: (step: PageStep) => void
  /** « Page 1 sur 3 »; payments and recap write « Page 1 / 3 » (Q36). */
  spelling?: 'sur' | '/'
  /** Accessible name on a screen with several pagers: « Pages des lignes du bon BC-12 ». */
  label?: string
  count?: string
  compact?: boolean
}

/** Previous and next buttons around « Page 1 sur 3 ». A page that no longer exists is replaced by the last one (Q33, Q34). */
export function Pager({
  page,
  lastPage,
  onChange,
  spelling = 'sur',
  label = 'Pagination',
  count,
  compact = false,
}: PagerProps) {
  const last = Math.max(lastPage, 1)
  useEffect(() => {
    if (page > last) onChange({ page: last, replace: true })
  }, [page, last, onChange])
  const shown = Math.min(page, last)
  const size = compact ? 30 : 40
  return (
    <nav className={`row gap-12 ${styles.pager}`} data-compact={compact || undefined} aria-label={label}>
      <ActionIcon
        size={size}
        variant="default"
        aria-label="Page précédente"
        disabled={shown <= 1}
        onClick={() => onChange({ page: shown - 1, replace: false })}
      >
        <IconChevronLeft size={20} stroke={1.6} />
      </ActionIcon>
      <span className={styles.pagerText} aria-live="polite">
        Page {shown} {spelling} {last}
      </span>
      <ActionIcon
        size={size}
        variant="default"
        aria-label="Page suivante"
        disabled={shown >= last}
        onClick={() => onChange({ page: shown + 1, replace: false })}
      >
        <IconChevronRight size={20} stroke={1.6} />
      </ActionIcon>
      {count !== undefined && <span className="dim">{count}</span>}
    </nav>
  )
}
