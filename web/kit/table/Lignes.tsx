import type { ReactNode } from 'react'
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

/** A table that turns into cards where its columns do not fit; each value then has its column's name. */
export function Lignes<T>(props: LignesProps<T>) {
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
                  <div className={styles.rowActions}>{renderActions(row)}</div>
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
