import { Link, useLocation } from '@tanstack/react-router'
import { CloseButton } from '@mantine/core'
import '@mantine/core/styles/CloseButton.layer.css'
import { useEffect, useRef } from 'react'
import { useMenu } from '#web/app/menu.ts'
import styles from '#web/app/Navigation.module.css'
import { screens } from '#web/paths.ts'
import { Mark } from '#web/kit/frame/Mark.tsx'

/** Screens whose address differs from their menu entry's: a bien's payments, below its client (Q152), and the home page. */
const ELSEWHERE = [
  { address: /^\/clients\/[^/]*\/paiements(\/|$)/, entry: screens.paiements },
  { address: /^\/$/, entry: screens.dashboard },
]
const entryOf = ({ pathname }: { pathname: string }) =>
  ELSEWHERE.find(({ address }) => address.test(pathname))?.entry
const CURRENT = { 'aria-current': 'page', 'data-current': true } as const

/** The menu. `compact` shows icons only, with the label as a tooltip; `onNavigate` runs on a click. */
export function Navigation({ compact = false, onNavigate }: { compact?: boolean; onNavigate?: () => void }) {
  const menu = useMenu()
  const belongsTo = useLocation({ select: entryOf })
  return (
    <nav aria-label="Menu principal" className={styles.nav} data-compact={compact}>
      {menu.map((group) => (
        <ul key={group[0]?.to} className={styles.list}>
          {group.map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <Link
                to={to}
                title={compact ? label : undefined}
                className={styles.entry}
                onClick={onNavigate}
                activeOptions={{ exact: true, includeSearch: false }}
                activeProps={CURRENT}
                {...(to === belongsTo && CURRENT)}
              >
                <Icon size={20} stroke={1.6} aria-hidden />
                <span className={styles.label}>{label}</span>
              </Link>
            </li>
          ))}
        </ul>
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
    // A click on the backdrop has the dialog element as its target; any other click has a descendant.
    const leave = (event: MouseEvent) => event.target === element && element.close()
    element.addEventListener('click', leave)
    return () => element.removeEventListener('click', leave)
  }, [])
  const close = () => dialog.current?.close()
  return (
    <dialog ref={dialog} className={styles.drawer} aria-label="Menu" onClose={onClose}>
      <div className={styles.inside}>
        <div className={styles.head}>
          <Mark size={24} />
          <span className={styles.name}>Diyar</span>
          <CloseButton aria-label="Fermer le menu" size="lg" onClick={close} />
        </div>
        <Navigation onNavigate={close} />
      </div>
    </dialog>
  )
}
