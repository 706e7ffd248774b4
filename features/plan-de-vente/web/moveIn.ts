import type { KeyboardEvent } from 'react'

const KEYS = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'])

const cellsOf = (row: Element): HTMLElement[] => [...row.querySelectorAll<HTMLElement>('[data-cle]')]

/** The rows of a grid in which there is a cell to stand on. */
const rowsOf = (grid: Element): HTMLElement[][] =>
  [...grid.querySelectorAll('tr')].map(cellsOf).filter((cells) => cells.length > 0)

/** The grids that are shown on the page, in their order. */
const grids = (): Element[] =>
  [...document.querySelectorAll('[role="grid"]')].filter((grid) => grid.getClientRects().length > 0)

/**
 * Moves the focus from one cell of a grid to another: arrows by a cell, Home and End in the row, with Ctrl in the grid. Above the
 * first row stands the grid before it, below the last one the next.
 */
export function moveIn(event: KeyboardEvent<HTMLElement>): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target, currentTarget: grid } = event
  if (!KEYS.has(key) || altKey || metaKey || shiftKey || !(target instanceof HTMLElement)) return
  const rows = rowsOf(grid)
  const at = rows.findIndex((cells) => cells.includes(target))
  const row = rows[at]
  if (!row) return
  event.preventDefault()
  const next = cellAfter(key, ctrlKey, { grid, rows, row, at, column: row.indexOf(target) })
  if (!next) return
  next.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

interface Place {
  grid: Element
  rows: HTMLElement[][]
  row: HTMLElement[]
  at: number
  column: number
}

function cellAfter(key: string, ctrl: boolean, { grid, rows, row, at, column }: Place) {
  if (key === 'Home') return (ctrl ? rows[0] : row)?.[0]
  if (key === 'End') return (ctrl ? rows.at(-1) : row)?.at(-1)
  if (key === 'ArrowLeft') return row[column - 1]
  if (key === 'ArrowRight') return row[column + 1]
  const down = key === 'ArrowDown'
  const beside = rows[at + (down ? 1 : -1)] ?? beyond(grid, down)
  return beside && (beside[column] ?? beside.at(-1))
}

/** The row that one comes to out of a grid: the first of the next one, or the last of the one before it. */
function beyond(grid: Element, down: boolean): HTMLElement[] | undefined {
  const all = grids()
  const others = down ? all.slice(all.indexOf(grid) + 1) : all.slice(0, all.indexOf(grid)).toReversed()
  for (const other of others) {
    const rows = rowsOf(other)
    const row = down ? rows[0] : rows.at(-1)
    if (row) return row
  }
  return undefined
}
