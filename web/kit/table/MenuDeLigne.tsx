import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { IconAction, IconLink } from '#web/kit/card/IconAction.tsx'
import { Tip } from '#web/kit/frame/Tip.tsx'
import { DialogFailure } from '#web/kit/lazy/DialogFailure.tsx'
import { lazyPart } from '#web/kit/lazy/lazyPart.tsx'
import type { Acte } from '#web/kit/table/MenuOuvert.tsx'

/** A caller writes `peut(…) && { … }`: an act that the member may not do is left out. */
export type ActeOuRien = Acte | false | null | undefined | ''

export const isActe = (acte: ActeOuRien): acte is Acte => Boolean(acte)

interface MenuDeLigneProps {
  /** Name of the record, for the button's accessible name. */
  nom: string
  actes: readonly ActeOuRien[]
  /** Acts that delete or end, below a line. */
  fins?: readonly ActeOuRien[]
  compact?: boolean
  /** True for an act that stands under « ⋯ » also when it is the only one, since it is rare and no icon tells it. */
  toujours?: boolean
}

/** « ⋯ » of a row or a card (ecrans §1). One act left is shown as itself, none as nothing. */
export function MenuDeLigne({ nom, actes, fins = [], compact = false, toujours = false }: MenuDeLigneProps) {
  const [premiers, derniers] = [actes.filter(isActe), fins.filter(isActe)]
  const tous = [...premiers, ...derniers]
  const [seul] = tous
  if (!seul) return null
  if (tous.length === 1 && !toujours)
    return <ActeSeul acte={seul} danger={premiers.length === 0} compact={compact} />
  return <BoutonDeMenu label={`Autres actions : ${nom}`} compact={compact} choix={premiers} fins={derniers} />
}

interface ActeSeulProps {
  acte: Acte
  danger?: boolean
  compact?: boolean
}

/** An act as an icon of its own, its label the tip and the accessible name. */
export function ActeSeul({ acte, danger = false, compact = false }: ActeSeulProps) {
  const { label, icon, onClick, to, search, href, disabled, busy = false } = acte
  if (to !== undefined)
    return <IconLink icon={icon} label={label} to={to} search={search} compact={compact} />
  const go = () => (href === undefined ? onClick?.() : window.location.assign(href))
  return (
    <IconAction
      icon={icon}
      label={disabled === undefined ? label : `${label} : ${disabled}`}
      mot={acte.motAuTelephone}
      onClick={disabled === undefined ? go : () => undefined}
      busy={busy || disabled !== undefined}
      danger={danger}
      compact={compact}
    />
  )
}

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
function BoutonDeMenu({ label, compact = false, choix, fins = [] }: BoutonDeMenuProps) {
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
