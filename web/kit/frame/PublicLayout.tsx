import type { ReactNode } from 'react'
import { Copyright, Mark } from '#web/kit/frame/Mark.tsx'
import { DarkToggle } from '#web/kit/frame/DarkToggle.tsx'
import styles from '#web/kit/frame/PublicLayout.module.css'

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
