import { Button } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { returnFocus } from '#web/kit/dialog/focus.ts'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import { whileBusy } from '#web/kit/feedback/WorkBar.tsx'

interface PretAImprimerProps {
  icon: Icon
  label: string
  busy: boolean
  onPrint: () => void
  onClose: () => void
  /** Other ways to print it; they come before the button, so that the next key after it closes the offer. */
  beside?: ReactNode
  children: ReactNode
}

/** Offers to print the paper of what was just saved; the button has the focus, so that the next key prints. */
export function PretAImprimer({
  icon: Icon,
  label,
  busy,
  onPrint,
  onClose,
  beside,
  children,
}: PretAImprimerProps) {
  const text = useId()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  const leave = () => {
    onClose()
    // The banner that is gone had the focus: the page takes it, for the keyboard to go on from.
    setTimeout(() => returnFocus(null))
  }
  return (
    <Banner
      kind="success"
      onClose={leave}
      action={
        <>
          {beside}
          <Button
            ref={button}
            variant="default"
            size="sm"
            leftSection={<Icon size={18} stroke={1.6} />}
            aria-describedby={text}
            {...whileBusy(busy)}
            onClick={onPrint}
            onKeyDown={(event) => {
              // The key that saved the form may still be held down; its repeats must not print.
              if (event.repeat) event.preventDefault()
              if (event.key === 'Escape') leave()
            }}
          >
            {label}
          </Button>
        </>
      }
    >
      <div id={text}>{children}</div>
    </Banner>
  )
}
