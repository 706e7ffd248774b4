import {
  Fragment,
  memo,
  useLayoutEffect,
  useMemo,
  useRef,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import { formatCentiemes, type Centimes } from '#shared/argent.ts'
import styles from '#features/plan-de-vente/web/Grille.module.css'
import { type EtatDuPlan, ETATS_DITS } from '#features/plan-de-vente/plan-de-vente.words.ts'

/** State of a cell; a preview draws lots to create as « nouveau ». */
type EtatDeCellule = EtatDuPlan | 'nouveau'

/** Mark of a cell; the legend and the read-aloud name hold its word. */
const marqueOf = (etat: EtatDeCellule): string => (etat === 'nouveau' ? '+' : ETATS_DITS[etat].marque)

export interface Cellule {
  /** Unique in the grid: identifies the cell when it opens and when rows are read again. */
  cle: string
  /** « A101 »; breaks after « - » or « / » where it is longer than the widest cell. */
  numero: string
  /** « F3 »; null shows no type. */
  sorte: string | null
  /** « 97,75 m² »; null shows no area. */
  surface: string | null
  /** « 11 730 000 DA »; null shows no price. */
  prix: string | null
  etat: EtatDeCellule
  /** Read aloud instead of the cell: « Appartement A101, F3, 97,75 m², 11 730 000,00 DA, disponible ». */
  nom: string
  /** True for a lot that the filters exclude, drawn pale and without its price. */
  pale?: boolean
  /** Fault of a lot to create, « existe déjà », shown in place of type and area. */
  collision?: string
}

/** Price of a cell: « 11 730 000 DA », with decimals only when there are any. */
export const formatPrix = (centimes: Centimes): string =>
  `${formatCentiemes(centimes, centimes % 100 === 0 ? 'utiles' : 'toujours')}\u00A0DA`

/** A row of a grid: an étage, the locaux, ten places. */
export interface Rangee {
  cle: string
  /** First column, which stays in sight: « 2e étage », « Locaux », « 1–10 ». */
  titre: string
  cellules: readonly Cellule[]
}

/** Sizes of cells; compact cells show only number and mark. */
export const TAILLES = ['compact', 'normal', 'grand'] as const
export type Taille = (typeof TAILLES)[number]

// Explicit roles: the styles draw the table as boxes, and some screen readers then ignore its implicit roles.
const GRILLE = { role: 'grid', 'aria-readonly': true }
const GROUPE = { role: 'rowgroup' }
const RANGEE = { role: 'row' }
const TETE = { role: 'rowheader' }
const CASE = { role: 'gridcell' }

interface GrilleProps {
  /** Name for screen readers: « Plan du Bloc A ». */
  label: string
  /** From top to bottom. A row that is the same object as before is not redrawn. */
  rangees: readonly Rangee[]
  /** Number of rows to draw so far; all when undefined. */
  drawn?: number | undefined
  taille?: Taille
  /** Receives the `cle` of a cell that is clicked, or pressed with Enter or Space. Without it cells do not open. */
  onOpen?: (cle: string) => void
}

/** Lots as a building shows them. Cells share one handler and one stop of Tab; arrows also move to the next grid of the page. */
export function Grille({ label, rangees, drawn, taille = 'normal', onOpen }: GrilleProps) {
  const table = useTabStop()
  const style = useMemo(() => widthsOf(rangees), [rangees])
  const open = ({ target }: MouseEvent | KeyboardEvent) => {
    const cle = target instanceof Element && target.closest<HTMLElement>('[data-cle]')?.dataset['cle']
    if (cle) onOpen?.(cle)
  }
  const grid = {
    ...GRILLE,
    onClick: open,
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.key !== 'Enter' && event.key !== ' ') return moveIn(event)
      event.preventDefault()
      open(event)
    },
    onFocus: ({ currentTarget, target }: FocusEvent<HTMLElement>) => stopAt(currentTarget, target),
  }
  return (
    <div className={styles.cadre}>
      <table
        ref={table}
        {...grid}
        aria-label={label}
        className={styles.grille}
        style={style}
        data-taille={taille}
        data-ouvre={onOpen ? true : undefined}
      >
        <tbody {...GROUPE}>
          {rangees.slice(0, drawn).map((rangee) => (
            <Ligne key={rangee.cle} rangee={rangee} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Widths of the signs of the interface font in em, at the weight of numbers and prices. */
const emOf = (text: string): number =>
  [...text].reduce((sum, sign) => sum + (/[mwMW@%]/.test(sign) ? 0.96 : /[A-Z]/.test(sign) ? 0.71 : 0.61), 0)

type Largeurs = CSSProperties & Record<'--numero' | '--prix' | '--plus', number>

/** The longest number and price of a grid in em, for cells as wide as they need (ecrans §13), and the cells of its longest row. */
function widthsOf(rangees: readonly Rangee[]): Largeurs {
  const cellules = rangees.flatMap((rangee) => rangee.cellules)
  const longest = (texts: readonly string[]) => texts.reduce((most, text) => Math.max(most, emOf(text)), 0)
  return {
    '--numero': longest(cellules.map(({ numero }) => numero)),
    '--plus': Math.max(1, ...rangees.map((rangee) => rangee.cellules.length)),
    '--prix': longest(cellules.flatMap(({ prix }) => prix ?? [])),
  }
}

/** A number that may break after « - » and « / ». */
const breakable = (numero: string) =>
  numero.split(/(?<=[-/])/).map((part, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts of one text, always in this order
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))

const Ligne = memo(function Ligne({ rangee: { titre, cellules } }: { rangee: Rangee }) {
  const wide: CSSProperties & Record<'--cases', number> = { '--cases': cellules.length }
  return (
    <tr {...RANGEE} className={styles.ligne} style={wide}>
      <th {...TETE} scope="row" className={styles.titre} title={titre}>
        <bdi>{titre}</bdi>
      </th>
      {cellules.map((cellule) => (
        <Case key={cellule.cle} cellule={cellule} />
      ))}
    </tr>
  )
})

const Case = memo(function Case({ cellule }: { cellule: Cellule }) {
  const { cle, numero, sorte, surface, prix, etat, nom, pale, collision } = cellule
  return (
    <td
      {...CASE}
      tabIndex={-1}
      className={styles.case}
      data-cle={cle}
      data-etat={etat}
      data-pale={pale || undefined}
      data-collision={collision === undefined ? undefined : true}
    >
      <span className="visuallyHidden">{nom}</span>
      <bdi aria-hidden className={styles.numero} title={nom}>
        {breakable(numero)}
      </bdi>
      <span aria-hidden className={styles.marque}>
        {collision === undefined ? marqueOf(etat) : '!'}
      </span>
      {(collision === undefined ? [sorte, surface] : [collision]).map(
        (line, at) =>
          line !== null && (
            // oxlint-disable-next-line react/no-array-index-key -- type, then area
            <span key={at} aria-hidden className={styles.precision}>
              {line}
            </span>
          ),
      )}
      {prix !== null && !pale && (
        <span aria-hidden className={styles.prix}>
          {prix}
        </span>
      )}
    </td>
  )
})

/** Makes a cell its grid's stop of Tab; before any focus that is the first cell. */
function stopAt(table: HTMLElement, cell: EventTarget): void {
  if (!(cell instanceof HTMLElement) || cell.dataset['cle'] === undefined) return
  for (const former of table.querySelectorAll<HTMLElement>('[data-cle][tabindex="0"]')) former.tabIndex = -1
  cell.tabIndex = 0
}

/** The stop of Tab is kept in the DOM and not in React state, so that moving the focus redraws no cells. */
function useTabStop() {
  const table = useRef<HTMLTableElement>(null)
  useLayoutEffect(() => {
    const grid = table.current
    if (!grid || grid.querySelector('[data-cle][tabindex="0"]')) return
    const [first] = grid.querySelectorAll<HTMLElement>('[data-cle]')
    if (first) first.tabIndex = 0
  })
  return table
}

const KEYS = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'])

const cellsOf = (row: Element): HTMLElement[] => [...row.querySelectorAll<HTMLElement>('[data-cle]')]

const rowsOf = (grid: Element): HTMLElement[][] =>
  [...grid.querySelectorAll('tr')].map(cellsOf).filter((cells) => cells.length > 0)

const grids = (): Element[] =>
  [...document.querySelectorAll('[role="grid"]')].filter((grid) => grid.getClientRects().length > 0)

/** Moves the focus: arrows by a cell, also into the next grid of the page; Home and End in the row, with Ctrl in the grid. */
function moveIn(event: KeyboardEvent<HTMLElement>): void {
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

/** The first row of the next grid with cells, or the last row of the one before. */
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
