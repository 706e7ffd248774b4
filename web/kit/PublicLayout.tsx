import type { ReactNode } from 'react'
import { Copyright } from '#web/kit/Copyright.tsx'
import { DarkToggle } from '#web/kit/DarkToggle.tsx'
import { Mark } from '#web/kit/Mark.tsx'
import styles from '#web/kit/PublicLayout.module.css'

/** Around the screens that need no session: the mark, one centred card, the copyright line. */
export function PublicLayout({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  return (
    <div className={styles.layout}>
      <div className={styles.toggle}>
        <DarkToggle />
      </div>
      <main className={styles.main} data-wide={wide}>
        <div className={styles.brand}>
          <Mark size={52} />
          <span>Diyar</span>
        </div>
        <div className={styles.card}>{children}</div>
      </main>
      <footer className={styles.footer}>
        <Copyright />
      </footer>
    </div>
  )
}
