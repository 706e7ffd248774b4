import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { useEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react'
import { writeTri, readTri, type Tri } from '#shared/tri.ts'
import styles from '#web/kit/table/DataTable.module.css'

export interface Column<T, K extends string = string> {
  title: string
  /** Sort key of the column; without it the heading is plain text. */
  sort?: K
  cell: (row: T) => ReactNode
  /** Amounts and areas align right and are never cut. */
  figure?: boolean
  /** Weight of a name column: name columns share the remaining width by weight and cut long names. */
  share?: number
}

interface DataTableProps<T, K extends string> {
  label: string
  rows: readonly T[]
  rowKey: (row: T) => string | number
  /** The first column names the row and stays in sight when the table scrolls sideways. */
  columns: readonly Column<T, K>[]
  /** Order in the address: `prix`, `-prix`; anything else means the list's own order. */
  sort: string
  onSort: (sort: string) => void
  /** True for a row that continues the row above it. */
  isUnder?: (row: T) => boolean
  renderActions: (row: T) => ReactNode
}

/** Props that a screen passes to the table of its list; the table defines its own columns and actions. */
export type ListTableProps<T, Actions> = Pick<DataTableProps<T, string>, 'rows' | 'sort' | 'onSort'> & {
  actionsOf: (row: T) => Actions
}

/** Table of a list, with sortable headings. Headings stay in sight; a table wider than its place scrolls inside itself. */
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

/** Measures whether the table overflows its place, which depends on its rows because figures are never cut. */
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
      // An Arabic name is cut at its own end, on the left.
      dir={figure ? undefined : 'auto'}
      data-figure={figure}
      data-cut={cut || undefined}
      onPointerEnter={sayWhole}
    >
      {children}
    </Tag>
  )
}

/** A cut cell shows its whole text as a tooltip. */
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

/** Each click goes on to the next order: ascending, descending, the list's own. */
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
