import { Button } from '@mantine/core'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { MissingPart, useNewerVersion } from '#web/kit/lazy/parts.ts'
import { reloadForNewVersion } from '#web/kit/form/savedInput.ts'
import { isServerAway, textOfFailure, useDropUnusedQueries } from '#web/kit/lazy/DialogFailure.tsx'
import { Mark } from '#web/kit/frame/Mark.tsx'
import styles from '#web/kit/lazy/Failure.module.css'

/** Full page shown when the first load fails or the shell breaks; it only offers to try again (Q2). */
export function FailurePage({ error }: Pick<ErrorComponentProps, 'error'>) {
  const away = isServerAway(error) || error instanceof MissingPart
  return (
    <main className={`stack centered gap-16 ${styles.page}`}>
      <Mark size={44} />
      <h1 className={styles.title}>
        {away ? 'Diyar ne répond pas pour le moment.' : textOfFailure(error, 'écran').sentence}
      </h1>
      <Button onClick={() => window.location.reload()}>Réessayer</Button>
    </main>
  )
}

/** Failure of one screen, inside the shell; the menu stays. */
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
    <div className={`stack centered gap-16 ${styles.page} ${styles.inside}`}>
      <Mark size={44} />
      <h1 className={styles.title}>{sentence}</h1>
      {newer ? (
        <>
          <p className={`dim flat ${styles.hint}`}>Une nouvelle version de Diyar est disponible.</p>
          <Button onClick={reloadForNewVersion}>Recharger</Button>
        </>
      ) : (
        <>
          {hint && <p className={`dim flat ${styles.hint}`}>{hint}</p>}
          <Button onClick={() => void retry()}>Réessayer</Button>
        </>
      )}
    </div>
  )
}
