import { Button } from '@mantine/core'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { MissingPart } from '#web/kit/parts.ts'
import { reloadForNewVersion } from '#web/kit/savedInput.ts'
import { useNewerVersion } from '#web/kit/version.ts'
import { isServerAway, textOfFailure, useDropUnusedQueries } from '#web/kit/failure.ts'
import { Mark } from '#web/kit/Mark.tsx'
import styles from '#web/kit/Failure.module.css'

/** Nothing to stay on: the first load failed, or the shell broke. Says no more than that, and offers to try again (Q2). */
export function FailurePage({ error }: Pick<ErrorComponentProps, 'error'>) {
  const away = isServerAway(error) || error instanceof MissingPart
  return (
    <main className={styles.page}>
      <Mark size={44} />
      <h1 className={styles.title}>
        {away ? 'Diyar ne répond pas pour le moment.' : textOfFailure(error, 'écran').sentence}
      </h1>
      <Button onClick={() => window.location.reload()}>Réessayer</Button>
    </main>
  )
}

/** A screen that could not be shown, inside the shell: the menu stays. */
export function ScreenFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const newer = useNewerVersion()
  const dropUnused = useDropUnusedQueries()
  const { sentence, hint } = textOfFailure(error, 'écran')
  async function retry() {
    dropUnused()
    await router.invalidate()
    reset()
  }
  return (
    <div className={`${styles.page} ${styles.inside}`}>
      <Mark size={44} />
      <h1 className={styles.title}>{sentence}</h1>
      {newer ? (
        <>
          <p className={styles.hint}>Une nouvelle version de Diyar est disponible.</p>
          <Button onClick={reloadForNewVersion}>Recharger</Button>
        </>
      ) : (
        <>
          {hint && <p className={styles.hint}>{hint}</p>}
          <Button onClick={() => void retry()}>Réessayer</Button>
        </>
      )}
    </div>
  )
}
