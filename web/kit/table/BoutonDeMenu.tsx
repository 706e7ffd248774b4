import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { Tip } from '#web/kit/frame/Tip.tsx'
import { DialogFailure } from '#web/kit/lazy/DialogFailure.tsx'
import { lazyPart } from '#web/kit/lazy/lazyPart.tsx'
import type { Acte } from '#web/kit/table/MenuDeLigne.tsx'

const loadList = () => import('#web/kit/table/MenuOuvert.tsx')
const MenuOuvert = lazyPart(loadList, 'MenuOuvert', (error, onRetry, { opened, onOpened }) =>
  opened ? <DialogFailure error={error} onRetry={onRetry} onClose={() => onOpened(false)} /> : null,
)
/** Loads the list ahead of the press. A failure is ignored here and shown after the press. */
const preload = () => void loadList().catch(() => undefined)

interface BoutonDeMenuProps {
  /** Accessible name. */
  label: string
  compact?: boolean
  choix: readonly Acte[]
  /** Choices below a line: they delete or end. */
  fins?: readonly Acte[]
}

/** « ⋯ » that opens a menu. The menu loads on hover or focus, or with its dialog, so that no screen waits for it (decision 75). */
export function BoutonDeMenu({ label, compact = false, choix, fins = [] }: BoutonDeMenuProps) {
  const [opened, setOpened] = useState(false)
  const [asked, setAsked] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  // A menu in a dialog comes with it.
  useEffect(() => {
    if (button.current?.closest('[role="dialog"]')) preload()
  }, [])
  const toggle = (open: boolean) => {
    setOpened(open)
    if (open) setAsked(true)
    // The button has the focus until the menu is drawn, and before the chosen act opens a dialog, so that it returns here when that closes.
    button.current?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== (opened ? 'Escape' : 'ArrowDown')) return
    event.preventDefault()
    toggle(!opened)
  }
  return (
    <>
      <Tip label={opened ? '' : 'Autres actions'}>
        <ActionIcon
          ref={button}
          id={id}
          size={compact ? 28 : 36}
          color="primary"
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={opened}
          aria-controls={opened ? `${id}-dropdown` : undefined}
          // Escape closes the menu, not the dialog around it, also before the menu is drawn and takes the focus.
          data-mantine-stop-propagation={opened || undefined}
          onPointerEnter={preload}
          onFocus={preload}
          onClick={() => toggle(!opened)}
          onKeyDown={onKeyDown}
        >
          <IconDots size={compact ? 18 : 20} stroke={1.6} />
        </ActionIcon>
      </Tip>
      {asked && (
        <MenuOuvert id={id} button={button} opened={opened} onOpened={toggle} choix={choix} fins={fins} />
      )}
    </>
  )
}
