import { Link, useLocation } from '@tanstack/react-router'
import { CloseButton } from '@mantine/core'
import '@mantine/core/styles/CloseButton.layer.css'
import { IconChevronDown } from '@tabler/icons-react'
import { Fragment, useEffect, useId, useRef, useState } from 'react'
import { useMenu } from '#web/app/menu.ts'
import styles from '#web/app/Navigation.module.css'
import { screens } from '#shared/paths.ts'
import { readStorage, writeStorage } from '#web/kit/frame/storage.ts'
import { Mark } from '#web/kit/frame/Mark.tsx'

/** Screens whose address differs from their menu entry's: a bien's payments, below its client (Q152), a dossier, and the home page. */
const ELSEWHERE = [
  { address: /^\/clients\/[^/]*\/paiements(\/|$)/, entry: screens.paiements },
  { address: /^\/ventes\//, entry: screens.ventes },
  { address: /^\/blocs\//, entry: screens.blocs },
  { address: /^\/$/, entry: screens.dashboard },
]
const entryOf = ({ pathname }: { pathname: string }) =>
  ELSEWHERE.find(({ address }) => address.test(pathname))?.entry ?? pathname
const CURRENT = { 'aria-current': 'page', 'data-current': true } as const

const GESTION = 'diyar.menu.gestion'
const FOLDED = 'plie'

/** Brings the entry of the screen into sight, for a window too low for the whole menu. */
const reveal = (menu: HTMLElement | null) =>
  menu?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' })

interface NavigationProps {
  /** Shows icons only, with the label as a tooltip. */
  compact?: boolean
  /** Runs on a click; given by the drawer, in which nothing folds. */
  onNavigate?: () => void
}

/** The menu. « Gestion » folds the entries below the specified ones, which never fold (ecrans §8). */
export function Navigation({ compact = false, onNavigate }: NavigationProps) {
  const menu = useMenu()
  const current = useLocation({ select: entryOf })
  const nav = useRef<HTMLElement>(null)
  const [folded, setFolded] = useState(() => readStorage(GESTION) === FOLDED)
  const foldable = !compact && !onNavigate
  const hidden = foldable && folded
  const below = useId()
  const seen = useRef('')
  useEffect(() => {
    if (seen.current === current) return
    seen.current = current
    reveal(nav.current)
  }, [current])
  const fold = () => {
    setFolded(!folded)
    writeStorage(GESTION, folded ? null : FOLDED)
  }
  return (
    <nav ref={nav} aria-label="Menu principal" className={styles.nav} data-compact={compact}>
      {menu.map((group, index) => (
        <Fragment key={group[0]?.to}>
          {index > 0 && foldable && (
            <button
              type="button"
              className={`bare line dim bold gap-4 ${styles.heading}`}
              aria-expanded={!folded}
              aria-controls={below}
              data-current={(folded && group.some(({ to }) => to === current)) || undefined}
              onClick={fold}
            >
              Gestion
              <IconChevronDown size={16} stroke={1.6} aria-hidden />
            </button>
          )}
          {index > 0 && onNavigate && <p className={`line dim bold flat gap-4 ${styles.heading}`}>Gestion</p>}
          <ul className={`stack list ${styles.list}`} {...(index > 0 && { id: below, hidden })}>
            {group.map(({ to, label, icon: Icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  title={compact ? label : undefined}
                  className={styles.entry}
                  onClick={onNavigate}
                  activeOptions={{ exact: true, includeSearch: false }}
                  activeProps={CURRENT}
                  {...(to === current && CURRENT)}
                >
                  <Icon size={20} stroke={1.6} aria-hidden />
                  <span className={styles.label}>{label}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </nav>
  )
}

export function NavigationDrawer({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (!element) return undefined
    if (!element.open) element.showModal()
    reveal(element)
    // A click on the backdrop has the dialog element as its target; any other click has a descendant.
    const leave = (event: MouseEvent) => event.target === element && element.close()
    element.addEventListener('click', leave)
    return () => element.removeEventListener('click', leave)
  }, [])
  const close = () => dialog.current?.close()
  return (
    <dialog ref={dialog} className={styles.drawer} aria-label="Menu" onClose={onClose}>
      <div className={styles.inside}>
        <div className={`line gap-10 ${styles.head}`}>
          <Mark size={24} />
          <span className={`bold grow ${styles.name}`}>Diyar</span>
          <CloseButton aria-label="Fermer le menu" size="lg" onClick={close} />
        </div>
        <Navigation onNavigate={close} />
      </div>
    </dialog>
  )
}
