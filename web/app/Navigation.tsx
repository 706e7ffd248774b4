import { Link, useLocation } from '@tanstack/react-router'
import { useMenu } from '#web/app/menu.ts'
import styles from '#web/app/Navigation.module.css'
import { screens } from '#web/paths.ts'

/** Screens that stand at another address than that of their entry: a bien's payments, under its client (Q152), and the home page. */
const ELSEWHERE = [
  { address: /^\/clients\/[^/]*\/paiements(\/|$)/, entry: screens.paiements },
  { address: /^\/$/, entry: screens.dashboard },
]
const entryOf = ({ pathname }: { pathname: string }) =>
  ELSEWHERE.find(({ address }) => address.test(pathname))?.entry
const CURRENT = { 'aria-current': 'page', 'data-current': true } as const

/** The thirteen entries and those below them; compact, their icons alone with the label as a tooltip. `onNavigate` runs on a click. */
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
