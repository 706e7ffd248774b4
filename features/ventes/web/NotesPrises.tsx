import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Banner } from '#web/kit/feedback/Banner.tsx'

interface NotesPrisesProps {
  /** How many notes one act takes back. */
  nombre: number
  busy: boolean
  onCancel: () => void
  /** Absent where the next act takes the banner away. */
  onClose?: () => void
  children: ReactNode
}

/** Tells what was just noted, with « Annuler cette note » (RF-41). */
export function NotesPrises({ nombre, busy, onCancel, onClose, children }: NotesPrisesProps) {
  return (
    <Banner
      kind="success"
      action={
        <Button variant="default" size="compact-sm" disabled={busy} onClick={onCancel}>
          {nombre > 1 ? 'Annuler ces notes' : 'Annuler cette note'}
        </Button>
      }
      {...(onClose && { onClose })}
    >
      {children}
    </Banner>
  )
}
