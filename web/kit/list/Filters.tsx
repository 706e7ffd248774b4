import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconFilterOff } from '@tabler/icons-react'
import { Children, useId, useState, type ReactNode } from 'react'
import { Puces, PucesContext, type Puce } from '#web/kit/list/Puces.tsx'
import styles from '#web/kit/list/Page.module.css'

interface FiltersProps {
  children: ReactNode
  /** Number of selects with a choice. */
  set?: number
  view?: ReactNode
  /** Button after the search that unfolds further filters. */
  more?: ReactNode
  /** Label of the button that unfolds the selects on a phone. */
  unfold?: string
  /** Folds the selects on a wide screen too. */
  folds?: boolean
  onReset?: () => void
  /** True when a text is searched; a select with a choice counts by `set`. */
  asked?: boolean
  /** On a list of ours the reset is absent until something is set; on a specified one it is quiet until then (ecrans §7). */
  ours?: boolean
  /** Filters in force whose fields are not among the children. */
  puces?: readonly Puce[]
}

/** Filter line of a list. A phone folds the selects under « Filtres (1) », so that the list begins in sight. */
export function Filters({
  children,
  set = 0,
  view,
  more,
  unfold = 'Filtres',
  folds = false,
  onReset,
  asked = false,
  ours = false,
  puces = [],
}: FiltersProps) {
  const [search, ...selects] = Children.toArray(children)
  const [open, setOpen] = useState(false)
  const id = useId()
  const foldable = selects.length > 0
  const narrowed = asked || set > 0
  const [told, tell] = usePuces()
  return (
    <>
      <search
        className={`wrap gap-8 ${styles.filters}`}
        data-view={view ? true : undefined}
        data-more={more ? true : undefined}
        data-folds={folds || undefined}
      >
        <div className={styles.first}>
          {search}
          {view}
        </div>
        {foldable && (
          <Button
            className={styles.unfold}
            variant="default"
            leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.6} />}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            {set > 0 ? `${unfold} (${set})` : unfold}
          </Button>
        )}
        {more}
        <div id={id} className={styles.selects} data-folded={(foldable && !open) || undefined}>
          <PucesContext value={tell}>{selects}</PucesContext>
          {onReset && (narrowed || !ours) && (
            <Button
              variant={narrowed ? 'default' : 'subtle'}
              {...(!narrowed && { color: 'gray' })}
              data-quiet={!narrowed || undefined}
              leftSection={<IconFilterOff size={18} stroke={1.6} />}
              onClick={onReset}
            >
              Réinitialiser
            </Button>
          )}
        </div>
      </search>
      <Puces puces={puces} />
      {foldable && !open && <Puces puces={told} folded />}
    </>
  )
}

/** The filters that the fields inside tell of, in the order in which they were set. */
function usePuces() {
  const [told, setTold] = useState<ReadonlyMap<string, Puce>>(new Map())
  const [tell] = useState(
    () => (id: string, puce: Puce | null) =>
      setTold((before) => {
        const after = new Map(before)
        if (puce) after.set(id, puce)
        else after.delete(id)
        return after
      }),
  )
  return [[...told.values()], tell] as const
}
