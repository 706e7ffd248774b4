import { Button } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { reloadForNewVersion } from '#web/kit/form/savedInput.ts'
import { useNewerVersion, MissingPart } from '#web/kit/lazy/parts.ts'
import styles from '#web/kit/lazy/Failure.module.css'
import { useEscape } from '#web/kit/dialog/focus.ts'
import { ApiError } from '#web/kit/call/api.ts'

interface DialogFailureProps {
  error: unknown
  onRetry: () => void
  onClose: () => void
}

/** Failure of a dialog to load. It uses the browser's own dialog element, because ours may be the missing part. */
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
        <p className={`dim flat ${styles.hint}`}>Une nouvelle version de Diyar est disponible.</p>
      ) : (
        hint && <p className={`dim flat ${styles.hint}`}>{hint}</p>
      )}
      <div className={`wrap end gap-8 ${styles.actions}`}>
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

interface FailureText {
  sentence: string
  hint: string | null
}

/** French text of the reason: a missing part, an unreachable server or a defect of the screen. */
export function textOfFailure(error: unknown, what: 'écran' | 'fenêtre'): FailureText {
  if (error instanceof MissingPart) {
    const ce =
      what === 'écran' ? "Cet écran n'a pas pu être chargé." : "Cette fenêtre n'a pas pu être chargée."
    return { sentence: ce, hint: 'Vérifiez votre connexion, puis réessayez.' }
  }
  if (isServerAway(error)) return { sentence: 'Diyar ne répond pas pour le moment.', hint: null }
  return { sentence: "Cet écran n'a pas pu s'afficher.", hint: null }
}

/** True when the server is unreachable or answered a 5xx. */
export function isServerAway(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

/** Drops the answers that no component shows, because the same answer would break the same screen again. */
export function useDropUnusedQueries(): () => void {
  const client = useQueryClient()
  return () => client.removeQueries({ predicate: (query) => query.getObserversCount() === 0 })
}
