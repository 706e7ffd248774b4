import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Banner } from '#web/ui/Banner.tsx'
import styles from '#web/ui/Feedback.module.css'

interface ErrorStateProps {
  message: string
  onRetry: () => void
  /** The red banner goes after so long where the specification says so; « Réessayer » stays. */
  ms?: number
}

/** A load that failed: the red banner and « Réessayer ». */
export function ErrorState({ message, onRetry, ms }: ErrorStateProps) {
  const [shown, setShown] = useState(true)
  useEffect(() => {
    if (ms === undefined) return undefined
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
    <div className={styles.retry}>{retry}</div>
  )
}
