import type { ReactNode } from 'react'
import styles from '#web/kit/Lignes.module.css'

export interface Colonne<T> {
  title: string
  cell: (row: T) => ReactNode
  /** An amount, a count: on the right, never broken. */
  figure?: boolean
  /** A day, a number: never broken. */
  court?: boolean
}

interface LignesProps<T> {
  /** What the table lists, for who does not see it. */
  label: string
  rows: readonly T[]
  rowKey: (row: T) => number
  columns: readonly Colonne<T>[]
  /** What stands before each row: its box. */
  renderBox?: ((row: T) => ReactNode) | undefined
  /** Icons of a row, each with its Tip. */
  renderActions?: ((row: T) => ReactNode) | undefined
  isMarked?: (row: T) => boolean
  /** The id of a row that something else leads to: it takes the focus then. */
  rowId?: (row: T) => string
  /** What the columns come to: the last row. */
  foot?: ReactNode
}

/** A table that is cards where there is no room for its columns, each value with the name of its column. */
export function Lignes<T>(props: LignesProps<T>) {
  const { label, rows, rowKey, columns, renderBox, renderActions, isMarked, rowId, foot } = props
  return (
    <div className={styles.place}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {renderBox && (
              <th scope="col">
                <span className="visuallyHidden">Sélection</span>
              </th>
            )}
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
              {renderBox && <td className={styles.box}>{renderBox(row)}</td>}
              {columns.map(({ title, cell, figure, court }) => (
                <td key={title} data-label={title} data-figure={figure} data-court={court}>
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
