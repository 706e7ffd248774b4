import { IconX } from '@tabler/icons-react'
import { createContext, use, useEffect, useId, useRef } from 'react'
import styles from '#web/kit/list/Page.module.css'

/** A filter in force, in a word, and what takes it away. */
export interface Puce {
  label: string
  onRemove: () => void
}

type Told = (id: string, puce: Puce | null) => void
/** Receives the filters in force of the fields around which it stands. */
export const PucesContext = createContext<Told | null>(null)

/** Tells the line of filters around a field that it narrows the list. @param label undefined while it does not */
export function usePuce(label: string | undefined, remove: () => void): void {
  const tell = use(PucesContext)
  const id = useId()
  const latest = useRef(remove)
  useEffect(() => {
    latest.current = remove
  }, [remove])
  useEffect(() => {
    if (!tell || label === undefined) return undefined
    tell(id, { label, onRemove: () => latest.current() })
    return () => tell(id, null)
  }, [tell, id, label])
}

/** A filter in force as a chip, where its field is no select of the kit; none for ''. */
export function EnPlace({ label, onRemove }: { label: string; onRemove: () => void }) {
  usePuce(label || undefined, onRemove)
  return null
}

interface PucesProps {
  puces: readonly Puce[]
  /** True for filters whose fields may stand in sight: the chips are then shown only while these are folded. */
  folded?: boolean
}

/** The filters in force, each with its cross, so that a narrowed list says so while its fields are folded. */
export function Puces({ puces, folded }: PucesProps) {
  if (puces.length === 0) return null
  return (
    <ul
      className={`wrap gap-8 ${styles.puces}`}
      aria-label="Filtres en place"
      data-folded={folded || undefined}
    >
      {puces.map(({ label, onRemove }, place) => (
        // Two filters may have the same word.
        <li key={`${place} ${label}`}>
          <button
            type="button"
            className="bare line small gap-6"
            title={`Retirer le filtre « ${label} »`}
            onClick={() => {
              onRemove()
              focusFilters()
            }}
          >
            <bdi>{label}</bdi>
            <IconX size={14} stroke={1.8} aria-hidden />
            <span className="visuallyHidden">, retirer ce filtre</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** A chip goes with the focus in it: what unfolds the fields of the filters takes it, else the field of the search. */
function focusFilters(): void {
  const places = ['search button[aria-expanded]', 'search input']
    .flatMap((found) => [...document.querySelectorAll<HTMLElement>(found)])
    .filter((place) => place.checkVisibility())
  places[0]?.focus({ preventScroll: true })
}
