import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { useEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react'
import { writeTri, readTri, type Tri } from '#shared/tri.ts'
import styles from '#web/kit/DataTable.module.css'

export interface Column<T, K extends string = string> {
  title: string
  /** What the list is sorted by under this heading; without it the heading is only a word. */
  sort?: K
  cell: (row: T) => ReactNode
  /** An amount, an area: on the right, never cut. */
  figure?: boolean
  /** A name: cut at its end where it does not fit. The names of a table share what the others leave, by these weights. */
  share?: number
}

interface DataTableProps<T, K extends string> {
  /** What the table lists, for who does not see it. */
  label: string
  rows: readonly T[]
  rowKey: (row: T) => string | number
  /** The first one names the row: it stays in sight when the table is wider than its place. */
  columns: readonly Column<T, K>[]
  /** The order as the address has it: `prix`, `-prix`; anything else is the list's own. */
  sort: string
  onSort: (sort: string) => void
  /** A row that says more about the one above it. */
  isUnder?: (row: T) => boolean
  /** Icons of a row, each with its Tip. */
  renderActions: (row: T) => ReactNode
}

/** What a screen hands to the table of its list, which names its columns and its actions itself. */
export type ListTableProps<T, Actions> = Pick<DataTableProps<T, string>, 'rows' | 'sort' | 'onSort'> & {
  actionsOf: (row: T) => Actions
}

/**
 * A list as a table: a row of 36 px each, headings that sort, actions at the end. The headings stay in sight; where there
 * is no room it scrolls inside itself.
 */
export function DataTable<T, K extends string>({
  label,
  rows,
  rowKey,
  columns,
  sort: asked,
  onSort,
  isUnder,
  renderActions,
}: DataTableProps<T, K>) {
  const sort = readTri(
    asked,
    columns.flatMap((column) => column.sort ?? []),
  )
  const { place, table, tooWide } = useTooWide()
  const names = columns.reduce((sum, { share = 0 }) => sum + share, 0)
  return (
    <div ref={place} className={styles.place}>
      <div className={styles.scroll} data-too-wide={tooWide || undefined}>
        <table ref={table} className={styles.table} aria-label={label}>
          <thead>
            <tr>
              {columns.map(({ title, sort: key, figure, share }) => (
                <th
                  key={title}
                  scope="col"
                  data-figure={figure}
                  style={share === undefined ? undefined : { width: `${(100 * share) / names}%` }}
                  aria-sort={key && sorting(sort, key)}
                >
                  {key ? <SortButton title={title} name={key} sort={sort} onSort={onSort} /> : title}
                </th>
              ))}
              <th scope="col" className={styles.actionsHead}>
                Actions
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={rowKey(row)} data-under={isUnder?.(row) || undefined}>
                {columns.map(({ title, cell, figure, share }, rank) => (
                  <Cell key={title} named={rank === 0} figure={figure} cut={share !== undefined}>
                    {cell(row)}
                  </Cell>
                ))}
                <td>
                  <div className={styles.actions}>{renderActions(row)}</div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

/** Figures are never cut: what a table needs depends on its rows, not on its place alone. */
function useTooWide() {
  const place = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const [tooWide, setTooWide] = useState(false)
  useEffect(() => {
    const [box, content] = [place.current, table.current]
    if (!box || !content) return undefined
    const observer = new ResizeObserver(() => setTooWide(content.offsetWidth > box.clientWidth))
    observer.observe(box)
    observer.observe(content)
    return () => observer.disconnect()
  }, [])
  return { place, table, tooWide }
}

interface CellProps {
  named: boolean
  figure: boolean | undefined
  cut: boolean
  children: ReactNode
}

function Cell({ named, figure, cut, children }: CellProps) {
  const Tag = named ? 'th' : 'td'
  return (
    <Tag
      {...(named && { scope: 'row' })}
      data-nom
      // An Arabic name is cut at its own end, the left one.
      dir={figure ? undefined : 'auto'}
      data-figure={figure}
      data-cut={cut || undefined}
      onPointerEnter={sayWhole}
    >
      {children}
    </Tag>
  )
}

/** What is cut is whole in its tooltip. */
function sayWhole({ currentTarget }: PointerEvent<HTMLElement>) {
  const { scrollWidth, clientWidth, textContent } = currentTarget
  currentTarget.title = scrollWidth > clientWidth ? textContent : ''
}

const sorting = (sort: Tri | undefined, key: string) =>
  sort?.cle !== key ? 'none' : sort.descendant ? 'descending' : 'ascending'

interface SortButtonProps {
  title: string
  name: string
  sort: Tri | undefined
  onSort: (sort: string) => void
}

/** Upwards, then downwards, then the list's own order again. */
function SortButton({ title, name, sort, onSort }: SortButtonProps) {
  const state = sorting(sort, name)
  const Icon = state === 'none' ? IconArrowsSort : state === 'ascending' ? IconArrowUp : IconArrowDown
  const next = state === 'descending' ? '' : writeTri({ cle: name, descendant: state === 'ascending' })
  return (
    <button type="button" className={styles.sort} onClick={() => onSort(next)}>
      {title}
      <Icon size={14} stroke={1.8} aria-hidden />
    </button>
  )
}
