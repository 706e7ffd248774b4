import { Link } from '@tanstack/react-router'
import { MENU } from '#web/ui/menu.ts'
import styles from '#web/ui/Navigation.module.css'

/** The thirteen entries; compact, their icons alone with the label as a tooltip. `onNavigate` runs on a click. */
export function Navigation({ compact = false, onNavigate }: { compact?: boolean; onNavigate?: () => void }) {
  return (
    <nav aria-label="Menu principal" className={styles.nav} data-compact={compact}>
      <ul className={styles.list}>
        {MENU.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              title={compact ? label : undefined}
              className={styles.entry}
              onClick={onNavigate}
              activeProps={{ 'data-current': true }}
            >
              <Icon size={20} stroke={1.6} aria-hidden />
              <span className={styles.label}>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
