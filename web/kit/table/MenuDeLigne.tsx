import { ActionIcon } from '@mantine/core'
import { IconDots, type Icon } from '@tabler/icons-react'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { IconAction, IconLink } from '#web/kit/card/IconAction.tsx'
import { Tip } from '#web/kit/frame/Tip.tsx'
import { DialogFailure } from '#web/kit/lazy/DialogFailure.tsx'
import { lazyPart } from '#web/kit/lazy/lazyPart.tsx'

const loadList = () => import('#web/kit/table/MenuOuvert.tsx')
const MenuOuvert = lazyPart(loadList, 'MenuOuvert', (error, onRetry, { opened, onOpened }) =>
  opened ? <DialogFailure error={error} onRetry={onRetry} onClose={() => onOpened(false)} /> : null,
)
/** Loads the list ahead of the press. A failure is ignored here and shown after the press. */
const preload = () => void loadList().catch(() => undefined)

/** An action on one record: what it does (`onClick`), or where it leads (`to` inside the product, `href` outside it). */
export interface Acte {
  label: string
  icon: Icon
  onClick?: (() => void) | undefined
  to?: string | undefined
  search?: Record<string, string> | undefined
  href?: string | undefined
  /** Reason why it cannot be done now; it is then shown with this sentence and does nothing. */
  disabled?: string | undefined
  /** True while an export or print runs. */
  busy?: boolean | undefined
}

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
}

/**
 * « ⋯ » of a row or a card (ecrans §1). One act left is shown as itself, none as nothing. The list loads on hover or focus, so that no
 * screen waits for it.
 */
export function MenuDeLigne({ nom, actes, fins = [], compact = false }: MenuDeLigneProps) {
  const [opened, setOpened] = useState(false)
  const [asked, setAsked] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const [premiers, derniers] = [actes.filter(isActe), fins.filter(isActe)]
  const tous = [...premiers, ...derniers]
  const [seul] = tous
  if (!seul) return null
  if (tous.length === 1) return <ActeSeul acte={seul} danger={premiers.length === 0} compact={compact} />

  const toggle = (open: boolean) => {
    setOpened(open)
    if (open) setAsked(true)
    // Before what was chosen opens a dialog, so that the focus returns here when the dialog closes.
    else button.current?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || opened) return
    event.preventDefault()
    toggle(true)
  }
  return (
    <>
      <Tip label={opened ? '' : 'Autres actions'}>
        <ActionIcon
          ref={button}
          id={id}
          size={compact ? 28 : 36}
          color="primary"
          aria-label={`Autres actions : ${nom}`}
          aria-haspopup="menu"
          aria-expanded={opened}
          aria-controls={opened ? `${id}-dropdown` : undefined}
          onPointerEnter={preload}
          onFocus={preload}
          onClick={() => toggle(!opened)}
          onKeyDown={onKeyDown}
        >
          <IconDots size={compact ? 18 : 20} stroke={1.6} />
        </ActionIcon>
      </Tip>
      {asked && (
        <MenuOuvert
          id={id}
          button={button}
          opened={opened}
          onOpened={toggle}
          actes={premiers}
          fins={derniers}
        />
      )}
    </>
  )
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
      onClick={disabled === undefined ? go : () => undefined}
      busy={busy || disabled !== undefined}
      danger={danger}
      compact={compact}
    />
  )
}
