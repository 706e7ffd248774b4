import { Button } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { readTri, writeTri, type Tri } from '#shared/tri.ts'
import { markedInSight } from '#web/kit/list/useUrlState.ts'
import { useOnPaper } from '#web/kit/print/paper.ts'
import { Contenu, LignesDuTelephone, wraps } from '#web/kit/table/LignesDuTelephone.tsx'
import { ActeSeul, isActe, MenuDeLigne, type ActeOuRien } from '#web/kit/table/MenuDeLigne.tsx'
import type { Acte } from '#web/kit/table/MenuOuvert.tsx'
import { TriDuTelephone, trisOf } from '#web/kit/table/TriDuTelephone.tsx'
import styles from '#web/kit/table/Tableau.module.css'

export type PlaceSurTelephone = 'qui' | 'combien' | 'quoi' | 'etat'

export interface Colonne<T, K extends string = string> {
  title: string
  /** Kind of content: names, places and texts wrap; figures, days and states never do, figures stand at the right. */
  genre: 'nom' | 'lieu' | 'figure' | 'jour' | 'etat' | 'texte'
  /** Least width in pixels; the columns of a list and its actions come to 958 at most (ecrans §5). */
  min: number
  /** Place in the two lines of a phone: above at the left, above at the right, below at the left, below at the right. */
  phone?: PlaceSurTelephone
  /** Place of its second line there. */
  phoneUnder?: PlaceSurTelephone
  /** Sort key of the column; without it the heading is plain text. */
  sort?: K
  /** Heading of the second line, which sorts by it. */
  second?: { title: string; sort: K }
  cell: (row: T) => ReactNode
  /** Content in the two lines of a phone, where it is shorter. */
  phoneCell?: ((row: T) => ReactNode) | undefined
  under?: ((row: T) => ReactNode) | undefined
}

export interface ActesDeLigne {
  /** Name of the record, in « Autres actions : {nom} ». */
  nom: string
  /** Act that stands as a button with its word. */
  bouton?: (Acte & { mot: string }) | false | undefined
  /** The first two are icons, the others stand in « ⋯ ». */
  actes: readonly ActeOuRien[]
  /** Acts that always stand in « ⋯ ». */
  autres?: readonly ActeOuRien[]
  /** Acts that delete or end, at the end of « ⋯ ». */
  fins?: readonly ActeOuRien[]
}

export interface TableauProps<T, K extends string = string> {
  label: string
  rows: readonly T[]
  rowKey: (row: T) => string | number
  /** The first column names the row. */
  columns: readonly Colonne<T, K>[]
  /** Order in the address: `prix`, `-prix`; anything else means the list's own order. */
  sort?: string
  onSort?: (sort: string) => void
  actes?: ((row: T) => ActesDeLigne) | undefined
  /** Shows the acts of a row in its table where the specification wants more of them in sight than two. */
  renderActes?: (actes: ActesDeLigne) => ReactNode
  /** Width of « Actions » where it is not that of two icons and « ⋯ ». */
  actesMin?: number
  /** The box that selects a row. */
  renderBox?: ((row: T) => ReactNode) | undefined
  isMarked?: (row: T) => boolean
  /** The row that the address names: marked and scrolled into sight. */
  isNamed?: (row: T) => boolean
  /** True for a row that continues the row above it. */
  isUnder?: (row: T) => boolean
  /** DOM id of a row that another part of the screen focuses. */
  rowId?: (row: T) => string | undefined
  /** Rows of the sums, as table rows. */
  foot?: ReactNode
}

/** Props that a screen passes to the table of its list; the table defines its own columns and acts. */
export type ListTableProps<T, Actions> = Pick<TableauProps<T>, 'rows'> &
  Required<Pick<TableauProps<T>, 'sort' | 'onSort'>> & { actionsOf: (row: T) => Actions }

/** Below this width of its place a table is rows of a phone. */
const TELEPHONE = 700
/** Width of « Actions » beside two icons and « ⋯ », and of the boxes. */
const ACTIONS = 104
const CASE = 36
/** Names and places give way for a figure down to this, 7.5rem. */
const CEDE = 105
const MARGES = 12
/** The scroll bar of the page takes this much of the place that the widths are reckoned for. */
const ASCENSEUR = 24

/** Table of every list (ecrans §5): nothing is cut, the page scrolls and never the table; a narrow place has the rows of a phone. */
export function Tableau<T, K extends string = string>(props: TableauProps<T, K>) {
  const { columns, actes, actesMin = ACTIONS, renderBox, rows } = props
  const somme = columns.reduce((sum, { min }) => sum + min, (actes ? actesMin : 0) + (renderBox ? CASE : 0))
  const { place, narrow } = useNarrow(somme - ASCENSEUR, rows)
  const onPaper = useOnPaper()
  return (
    <div ref={place} className={styles.place}>
      {narrow && !onPaper ? (
        <>
          <TriDuTelephone {...props} />
          <LignesDuTelephone {...props} />
        </>
      ) : (
        <Table {...props} />
      )}
    </div>
  )
}

/** True where the columns do not fit, measured as well, since a figure takes what it needs. */
function useNarrow(least: number, rows: readonly unknown[]) {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(Infinity)
  const [need, setNeed] = useState<{ rows: readonly unknown[]; width: number }>()
  useLayoutEffect(() => {
    const box = place.current
    if (!box) return undefined
    const measure = () => {
      setWidth(box.clientWidth)
      const table = box.querySelector('table')
      if (table && table.offsetWidth > box.clientWidth) setNeed({ rows, width: table.offsetWidth })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    const table = box.querySelector('table')
    if (table) observer.observe(table)
    return () => observer.disconnect()
  }, [rows])
  return { place, narrow: width < Math.max(TELEPHONE, least, need?.rows === rows ? need.width : 0) }
}

function Table<T, K extends string>(props: TableauProps<T, K>) {
  const { label, rows, rowKey, columns, sort: asked = '', onSort, actes, renderBox, foot } = props
  const { renderActes = (of: ActesDeLigne) => <Actes {...of} /> } = props
  const sort = readTri(
    asked,
    trisOf(columns).map(({ value }) => value),
  )
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {renderBox && (
            <th scope="col" className={styles.box} style={{ width: CASE }}>
              <span className="visuallyHidden">Sélection</span>
            </th>
          )}
          {columns.map((column) => (
            <Heading key={column.title} column={column} sort={sort} onSort={onSort} />
          ))}
          {actes && (
            <th scope="col" className={styles.actions} style={{ width: props.actesMin ?? ACTIONS }}>
              Actions
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            id={props.rowId?.(row)}
            tabIndex={props.rowId && -1}
            data-marked={props.isMarked?.(row) || undefined}
            data-under={props.isUnder?.(row) || undefined}
            {...(props.isNamed?.(row) && markedInSight)}
          >
            {renderBox && <td className={styles.box}>{renderBox(row)}</td>}
            {columns.map((column, rank) => (
              <Cell key={column.title} column={column} row={row} named={rank === 0} />
            ))}
            {actes && <td className={styles.actions}>{renderActes(actes(row))}</td>}
          </tr>
        ))}
      </tbody>
      {foot && <tfoot>{foot}</tfoot>}
    </table>
  )
}

interface HeadingProps<T, K extends string> {
  column: Colonne<T, K>
  sort: Tri | undefined
  onSort: ((sort: string) => void) | undefined
}

function Heading<T, K extends string>({ column, sort, onSort }: HeadingProps<T, K>) {
  const { title, genre, min, sort: key, second } = column
  const active = [key, second?.sort].find((one) => one !== undefined && one === sort?.cle) ?? key
  return (
    <th
      scope="col"
      data-genre={genre}
      style={{ width: min }}
      aria-sort={onSort && active && sorting(sort, active)}
    >
      <div style={{ minWidth: wraps(genre) ? Math.min(min - MARGES, CEDE) : undefined }}>
        {key && onSort ? <SortButton title={title} name={key} sort={sort} onSort={onSort} /> : title}
      </div>
      {second && onSort && (
        <div className={styles.second}>
          <SortButton title={second.title} name={second.sort} sort={sort} onSort={onSort} />
        </div>
      )}
    </th>
  )
}

interface CellProps<T, K extends string> {
  column: Colonne<T, K>
  row: T
  named: boolean
}

function Cell<T, K extends string>({ column: { genre, cell, under }, row, named }: CellProps<T, K>) {
  const Tag = named ? 'th' : 'td'
  return (
    <Tag {...(named && { scope: 'row' })} data-genre={genre}>
      <Contenu genre={genre} first={cell(row)} second={under?.(row)} />
    </Tag>
  )
}

function Actes({ nom, bouton, actes, autres = [], fins = [] }: ActesDeLigne) {
  const [premier, second, ...suivants] = actes.filter(isActe)
  return (
    <div className={styles.actes}>
      {bouton && (
        <Button variant="light" size="compact-sm" aria-label={bouton.label} onClick={bouton.onClick}>
          {bouton.mot}
        </Button>
      )}
      {premier && <ActeSeul compact acte={premier} />}
      {second && <ActeSeul compact acte={second} />}
      <MenuDeLigne compact nom={nom} actes={[...suivants, ...autres]} fins={fins} />
    </div>
  )
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
    <button
      type="button"
      className={`bare ${styles.sort}`}
      data-sorted={state !== 'none' || undefined}
      onClick={() => onSort(next)}
    >
      {title}
      <Icon size={14} stroke={1.8} aria-hidden />
    </button>
  )
}
