import {
  memo,
  useLayoutEffect,
  useRef,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import styles from '#features/plan-de-vente/web/Grille.module.css'
import { MOTS, type Cellule, type Rangee, type Taille } from '#features/plan-de-vente/web/grille.ts'
import { moveIn } from '#features/plan-de-vente/web/moveIn.ts'

// Said although they are what these elements are: drawn as boxes, and not as a table, some readers would take them for nothing.
const GRILLE = { role: 'grid', 'aria-readonly': true }
const GROUPE = { role: 'rowgroup' }
const RANGEE = { role: 'row' }
const TETE = { role: 'rowheader' }
const CASE = { role: 'gridcell' }

interface GrilleProps {
  /** What it is, for who does not see it: « Plan du Bloc A ». */
  label: string
  /** From top to bottom. A row that is the same object as before is not drawn again. */
  rangees: readonly Rangee[]
  /** « normal » unless told otherwise. */
  taille?: Taille
  /** A cell is clicked, or Enter or Space pressed on it: its `cle`. Without it cells are only looked at. */
  onOpen?: (cle: string) => void
}

/**
 * Lots as a building shows them, one row above the other. Plain cells and one handler for all: thousands are drawn at once.
 * One stop of Tab; arrows, Home and End lead from cell to cell, beyond its first and last row to the next grid of the page.
 */
export function Grille({ label, rangees, taille = 'normal', onOpen }: GrilleProps) {
  const table = useTabStop()
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
        data-taille={taille}
        data-ouvre={onOpen ? true : undefined}
      >
        <tbody {...GROUPE}>
          {rangees.map((rangee) => (
            <Ligne key={rangee.cle} rangee={rangee} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

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
  const { cle, numero, precision, prix, etat, nom, pale, collision } = cellule
  const { court, marque } = MOTS[etat]
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
        {numero}
      </bdi>
      <span aria-hidden className={styles.mot}>
        {collision === undefined ? court : ''}
      </span>
      <span aria-hidden className={styles.marque}>
        {collision === undefined ? marque : '!'}
      </span>
      <span aria-hidden className={styles.precision}>
        {collision ?? precision}
      </span>
      {prix !== null && !pale && (
        <span aria-hidden className={styles.prix}>
          {prix}
        </span>
      )}
    </td>
  )
})

/** One cell of a grid is its stop of Tab: the one where the focus was last, else the first. */
function stopAt(table: HTMLElement, cell: EventTarget): void {
  if (!(cell instanceof HTMLElement) || cell.dataset['cle'] === undefined) return
  for (const former of table.querySelectorAll<HTMLElement>('[data-cle][tabindex="0"]')) former.tabIndex = -1
  cell.tabIndex = 0
}

/** Kept outside what is drawn: who moves through thousands of cells draws none of them again. */
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
