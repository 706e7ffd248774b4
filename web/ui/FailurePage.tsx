import { Button } from '@mantine/core'
import { Mark } from '#web/ui/Mark.tsx'
import styles from '#web/ui/FailurePage.module.css'

/** Nothing to stay on: the first load failed, or a screen broke. Says no more than that, and offers to try again (Q2). */
export function FailurePage() {
  return (
    <main className={styles.page}>
      <Mark size={44} />
      <h1 className={styles.title}>Diyar ne répond pas pour le moment.</h1>
      <Button onClick={() => window.location.reload()}>Réessayer</Button>
    </main>
  )
}
