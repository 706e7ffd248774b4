import { Button } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { reloadForNewVersion } from '#web/kit/savedInput.ts'
import { useNewerVersion } from '#web/kit/version.ts'
import styles from '#web/kit/Failure.module.css'
import { textOfFailure, useDropUnusedQueries } from '#web/kit/failure.ts'
import { useEscape } from '#web/kit/useEscape.ts'

interface DialogFailureProps {
  error: unknown
  onRetry: () => void
  onClose: () => void
}

/** Where a dialog could not be shown. It is the browser's own dialog: ours may be what did not load. */
export function DialogFailure({ error, onRetry, onClose }: DialogFailureProps) {
  const title = useId()
  const element = useRef<HTMLDialogElement>(null)
  const action = useRef<HTMLButtonElement>(null)
  const newer = useNewerVersion()
  const dropUnused = useDropUnusedQueries()
  const { sentence, hint } = textOfFailure(error, 'fenêtre')
  useEscape(onClose)
  useEffect(() => {
    const shown = element.current
    shown?.showModal()
    action.current?.focus()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={element}
      className={styles.dialog}
      aria-labelledby={title}
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id={title} className={styles.title}>
        {sentence}
      </h2>
      {newer ? (
        <p className={styles.hint}>Une nouvelle version de Diyar est disponible.</p>
      ) : (
        hint && <p className={styles.hint}>{hint}</p>
      )}
      <div className={styles.actions}>
        <Button variant="default" onClick={onClose}>
          Fermer
        </Button>
        {newer ? (
          <Button ref={action} onClick={reloadForNewVersion}>
            Recharger
          </Button>
        ) : (
          <Button ref={action} onClick={() => (dropUnused(), onRetry())}>
            Réessayer
          </Button>
        )}
      </div>
    </dialog>
  )
}
