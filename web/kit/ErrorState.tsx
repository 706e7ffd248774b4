import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Banner } from '#web/kit/Banner.tsx'
import styles from '#web/kit/Feedback.module.css'

interface ErrorStateProps {
  message: string
  onRetry: () => void
  /** When the red banner goes: after 5 s unless the specification says otherwise (Q19). What to do stays. */
  ms?: number | undefined
}

/** A load that failed: the red banner with « Réessayer »; once it is gone, that it failed and « Réessayer ». */
export function ErrorState({ message, onRetry, ms = 5000 }: ErrorStateProps) {
  const [shown, setShown] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), ms)
    return () => clearTimeout(timer)
  }, [ms])
  const retry = (
    <Button variant="default" onClick={onRetry}>
      Réessayer
    </Button>
  )
  return shown ? (
    <Banner kind="error" action={retry}>
      {message}
    </Banner>
  ) : (
    <div className={styles.retry}>
      <span>Le chargement a échoué.</span>
      {retry}
    </div>
  )
}
