import { Button } from '@mantine/core'
import type { WorkState } from '#web/kit/useWork.ts'
import styles from '#web/kit/WorkBar.module.css'

/** The export or print that is being made, and the button that gives it up. A short one is over before this appears. */
export function WorkBar({ work }: { work: WorkState }) {
  if (work.label === null) return null
  return (
    <div className={styles.work}>
      <div className={styles.text} role="status">
        {work.label}
        <div className={styles.track} role="progressbar" aria-label={work.label}>
          <div className={styles.moving} />
        </div>
      </div>
      <Button variant="default" size="sm" onClick={work.cancel}>
        Annuler
      </Button>
    </div>
  )
}
