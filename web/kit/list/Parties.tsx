import { useDeferredValue, useState, type ComponentType, type ReactNode } from 'react'
import { ErrorState, LoadingState } from '#web/kit/feedback/Results.tsx'
import { readStorage, writeStorage } from '#web/kit/frame/storage.ts'
import { lazyPart } from '#web/kit/lazy/lazyPart.tsx'
import { TabBar } from '#web/kit/list/TabBar.tsx'
import styles from '#web/kit/list/TabBar.module.css'
import { useUrlState } from '#web/kit/list/useUrlState.ts'

const DEFAULTS = { partie: '' }

/**
 * Open part of a record: the one in the address (`?partie=`), else `first`, else the last one chosen on this device for such a record. A
 * choice replaces the address, so that Back leaves the record.
 */
export function usePartie<T extends string>(
  record: string,
  values: readonly [T, ...T[]],
  first?: T,
): [T, (next: T) => void] {
  const [{ partie }, setState] = useUrlState(DEFAULTS)
  const key = `diyar.partie.${record}`
  const [kept] = useState(() => readStorage(key))
  const known = (name: string | null) => values.find((value) => value === name)
  return [
    known(partie) ?? first ?? known(kept) ?? values[0],
    (next) => {
      writeStorage(key, next)
      setState({ partie: next }, { replace: true })
    },
  ]
}

export interface Onglet {
  label: string
  /** Number of things the part holds. */
  compte?: number
  /** Amount or number that the part owes, said while it is closed. */
  doit?: { dit: ReactNode; ton?: 'red' | 'yellow' } | false | null | undefined
}

interface Partie<T extends string> extends Onglet {
  value: T
  children: ReactNode
}

interface PartiesProps<T extends string> {
  label: string
  parties: readonly Partie<T>[]
  value: T
  /** Prefix of the ids of the panels. */
  id: string
  onChange: (value: T) => void
}

/** Tabs of one record (ecrans §9). Closed parts are drawn after the open one, out of sight, because paper shows all of them. */
export function Parties<T extends string>({ label, parties, value, id, onChange }: PartiesProps<T>) {
  const all = useDeferredValue(true, false)
  return (
    <div>
      <TabBar
        label={label}
        tabs={parties.map((partie) => ({
          value: partie.value,
          label: <Dit onglet={partie} closed={partie.value !== value} />,
        }))}
        value={value}
        panel={`${id}-${value}`}
        onChange={onChange}
      />
      {parties.map(
        (partie) =>
          (all || partie.value === value) && (
            <div
              key={partie.value}
              id={`${id}-${partie.value}`}
              role="tabpanel"
              aria-label={partie.label}
              className={`column gap-16 ${styles.partie}`}
              hidden={partie.value !== value}
            >
              {partie.children}
            </div>
          ),
      )}
    </div>
  )
}

function Dit({ onglet: { label, compte = 0, doit }, closed }: { onglet: Onglet; closed: boolean }) {
  return (
    <>
      {label}
      {compte > 0 && <span className="figures"> {compte}</span>}
      {closed && doit && (
        <>
          {' · '}
          <span className={styles.doit} data-ton={doit.ton}>
            {doit.dit}
          </span>
        </>
      )}
    </>
  )
}

/** Panel of a part, loaded when its part is first drawn. */
export function lazyPanneau<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return lazyPart(
    async () => ({ Panneau: await load() }),
    'Panneau',
    (_error, retry) => <ErrorState message="Cette partie n'a pas pu être chargée." onRetry={retry} />,
    () => <LoadingState text="Chargement..." cards={1} wide />,
  )
}
