import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect } from 'react'
import styles from '#web/kit/Page.module.css'

interface PagerProps {
  page: number
  lastPage: number
  onChange: (page: number) => void
  /** « Page 1 sur 3 », or « Page 1 / 3 » on payments and recap (Q36). */
  spelling?: 'sur' | '/'
  /** What is paged, where a screen has several pagers: « Pages des lignes du bon BC-12 ». */
  label?: string
  /** How many there are on all pages, with their noun: « 240 lots ». */
  count?: string
  /** Small, for a list inside a card. */
  compact?: boolean
}

/** Previous, « Page 1 sur 3 », next; disabled at the bounds. A page that no longer exists becomes the last one (Q33, Q34). */
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
    if (page > last) onChange(last)
  }, [page, last, onChange])
  const shown = Math.min(page, last)
  const size = compact ? 30 : 40
  return (
    <nav className={styles.pager} data-compact={compact || undefined} aria-label={label}>
      <ActionIcon
        size={size}
        variant="default"
        aria-label="Page précédente"
        disabled={shown <= 1}
        onClick={() => onChange(shown - 1)}
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
        onClick={() => onChange(shown + 1)}
      >
        <IconChevronRight size={20} stroke={1.6} />
      </ActionIcon>
      {count !== undefined && <span className={styles.pagerCount}>{count}</span>}
    </nav>
  )
}
