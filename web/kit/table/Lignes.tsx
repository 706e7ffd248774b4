import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useOnPaper } from '#web/kit/print/paper.ts'
import { LignesDuTelephone } from '#web/kit/table/LignesDuTelephone.tsx'
import type { PlaceSurTelephone } from '#web/kit/table/Tableau.tsx'
import styles from '#web/kit/table/Lignes.module.css'

export interface Colonne<T> {
  title: string
  cell: (row: T) => ReactNode
  /** Amounts and counts align right and never wrap. */
  figure?: boolean
  /** Days and numbers never wrap. */
  court?: boolean
  /** Place of the column in the cards of a `compact` table; the others have a line each. */
  place?: 'absent' | 'nom' | 'etat' | 'sousNom' | 'sousEtat'
  /** Place in the two lines of a phone; a table without any is cards there too. */
  phone?: PlaceSurTelephone
  /** Content in those two lines, where it is shorter. */
  phoneCell?: (row: T) => ReactNode
}

interface LignesProps<T> {
  label: string
  rows: readonly T[]
  rowKey: (row: T) => number
  columns: readonly Colonne<T>[]
  renderActions?: ((row: T) => ReactNode) | undefined
  isMarked?: (row: T) => boolean
  /** DOM id of a row that another part of the screen focuses. */
  rowId?: (row: T) => string
  foot?: ReactNode
  /** True where cards are short: names and states stand without their label, two on a line. */
  compact?: boolean
}

/**
 * A table that turns into cards where its columns do not fit; each value then has its column's name. On a phone it is rows of two lines where
 * its columns say their places in them.
 */
export function Lignes<T>(props: LignesProps<T>) {
  const phone = useMediaQuery('(max-width: 43.74em)', false, { getInitialValueInEffect: false })
  const onPaper = useOnPaper()
  return phone && !onPaper && props.columns.some((column) => column.phone) ? (
    <SurTelephone {...props} />
  ) : (
    <Table {...props} />
  )
}

function SurTelephone<T>({ columns, foot, ...props }: LignesProps<T>) {
  return (
    <div className={styles.place}>
      <LignesDuTelephone
        {...props}
        columns={columns.map(({ figure, court, ...column }) => ({
          ...column,
          genre: figure ? 'figure' : court ? 'jour' : 'texte',
          min: 0,
        }))}
      />
      {foot && (
        <table className={styles.table} aria-label={`${props.label}, total`} data-compact>
          <tfoot>{foot}</tfoot>
        </table>
      )}
    </div>
  )
}

function Table<T>(props: LignesProps<T>) {
  const { label, rows, rowKey, columns, renderActions, isMarked, rowId, foot, compact } = props
  return (
    <div className={styles.place}>
      <table className={styles.table} aria-label={label} data-compact={compact}>
        <thead>
          <tr>
            {columns.map(({ title, figure }) => (
              <th key={title} scope="col" data-figure={figure}>
                {title}
              </th>
            ))}
            {renderActions && (
              <th scope="col" className={styles.actionsHead}>
                Actions
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              id={rowId?.(row)}
              tabIndex={rowId && -1}
              data-marked={isMarked?.(row) || undefined}
            >
              {columns.map(({ title, cell, figure, court, place }) => (
                <td key={title} data-label={title} data-figure={figure} data-court={court} data-place={place}>
                  <div>{cell(row)}</div>
                </td>
              ))}
              {renderActions && (
                <td data-label="Actions">
                  <div className={`flex end ${styles.rowActions}`}>{renderActions(row)}</div>
                </td>
              )}
            </tr>
          ))}
        </tbody>
        {foot && <tfoot>{foot}</tfoot>}
      </table>
    </div>
  )
}
