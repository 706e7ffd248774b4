import { Modal } from '@mantine/core'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { useEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react'
import styles from '#web/kit/Dialog.module.css'
import { markFocus } from '#web/kit/markFocus.ts'
import { returnFocus } from '#web/kit/returnFocus.ts'
import { useEscape } from '#web/kit/useEscape.ts'
import { useSelectOnTab } from '#web/kit/useSelectOnTab.ts'

const WIDTHS = { sm: '420px', md: '520px', three: '38rem', lg: '720px', trio: '54rem', xl: '960px' }
/** `three` has room for three buttons in a line, `trio` for fields three by three. */
export type DialogSize = keyof typeof WIDTHS

interface DialogProps {
  /** The verb and the noun: « Modifier le client ». */
  title: ReactNode
  onClose: () => void
  /** Backdrop and Escape close it. On for what is only read; forms and confirmations say so themselves (Q16). */
  dismissible?: boolean
  /** A request runs: nothing closes the dialog. */
  busy?: boolean
  size?: DialogSize
  children: ReactNode
}

/** The shell of every dialog. Render it to open it, stop to close it; the focus goes back to where it was. */
export function Dialog({
  title,
  onClose,
  dismissible = true,
  busy = false,
  size = 'md',
  children,
}: DialogProps) {
  useReturnFocus()
  useSelectOnTab()
  useEscape(() => dismissible && !busy && onClose())
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={WIDTHS[size]}
      classNames={{ content: styles.content, title: styles.title, body: styles.body }}
      closeOnClickOutside={dismissible && !busy}
      closeOnEscape={false}
      onFocusCapture={keepPlace}
      closeButtonProps={{ 'aria-label': 'Fermer', disabled: busy }}
      returnFocus={false}
      overlayProps={{ backgroundOpacity: 0.55, color: '#0a1119' }}
    >
      {children}
    </Modal>
  )
}

/**
 * Mantine leads to the mark some moments after the dialog shows, and once more: the mark goes with whoever is at a field by
 * then, or his next letters would land in another one.
 */
function keepPlace({ currentTarget, target }: FocusEvent<HTMLElement>): void {
  if (!currentTarget.contains(target) || target.matches('[role="dialog"]')) return
  markFocus(currentTarget, target)
}

/** The dialog is mounted open, so that Mantine never sees the moment before: we remember what had the focus. */
function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    clearTimeout(leaving.current)
    return () => {
      leaving.current = setTimeout(() => returnFocus(opener))
    }
  }, [opener])
}
