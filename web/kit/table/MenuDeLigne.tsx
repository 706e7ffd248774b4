import { ActionIcon, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconDots, type Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef, useState, type KeyboardEvent } from 'react'
import { IconAction, IconLink } from '#web/kit/card/IconAction.tsx'
import { Tip } from '#web/kit/frame/Tip.tsx'
import styles from '#web/kit/table/Tableau.module.css'

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

/** « ⋯ » of a row or a card (ecrans §1). One act left is shown as itself, none as nothing. */
export function MenuDeLigne({ nom, actes, fins = [], compact = false }: MenuDeLigneProps) {
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const [premiers, derniers] = [actes.filter(isActe), fins.filter(isActe)]
  const tous = [...premiers, ...derniers]
  const [seul] = tous
  if (!seul) return null
  if (tous.length === 1) return <ActeSeul acte={seul} danger={premiers.length === 0} compact={compact} />

  const toggle = (open: boolean) => {
    setOpened(open)
    // The button takes the focus before the chosen act opens a dialog, so that it returns here when the dialog closes.
    if (!open) button.current?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || opened) return
    event.preventDefault()
    setOpened(true)
  }
  return (
    // Within its landmark, and fixed, so that what is around it does not cut it.
    <Menu
      opened={opened}
      onChange={toggle}
      position="bottom-end"
      withinPortal={false}
      floatingStrategy="fixed"
      withInitialFocusPlaceholder={false}
      returnFocus={false}
      shadow="md"
    >
      <Tip label={opened ? '' : 'Autres actions'}>
        <Menu.Target>
          <ActionIcon
            ref={button}
            size={compact ? 28 : 36}
            color="primary"
            aria-label={`Autres actions : ${nom}`}
            onKeyDown={onKeyDown}
          >
            <IconDots size={compact ? 18 : 20} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
      </Tip>
      {/* Escape closes the menu alone, wherever in it the focus is. */}
      <Menu.Dropdown data-mantine-stop-propagation className={styles.menu}>
        {premiers.map((acte) => (
          <Choix key={acte.label} acte={acte} premier={acte === seul} onChosen={() => toggle(false)} />
        ))}
        {premiers.length > 0 && derniers.length > 0 && <Menu.Divider />}
        {derniers.map((acte) => (
          <Choix key={acte.label} acte={acte} premier={acte === seul} onChosen={() => toggle(false)} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface ChoixProps {
  acte: Acte
  /** The first one has the focus when the menu opens. */
  premier: boolean
  onChosen: () => void
}

function Choix({ acte, premier, onChosen }: ChoixProps) {
  const { label, icon: Icon, onClick, to, search = {}, href, disabled, busy = false } = acte
  const inerte = disabled !== undefined || busy
  const props = {
    leftSection: <Icon size={18} stroke={1.6} />,
    'aria-disabled': inerte || undefined,
    'data-autofocus': premier || undefined,
    closeMenuOnClick: false,
    className: styles.choix,
  }
  const children = (
    <>
      {label}
      {disabled !== undefined && <span className={styles.raison}>{disabled}</span>}
    </>
  )
  if (to !== undefined && !inerte)
    return (
      <Menu.Item
        {...props}
        onClick={onChosen}
        renderRoot={(root: object) => <Link to={to} search={search} {...root} />}
      >
        {children}
      </Menu.Item>
    )
  if (href !== undefined && !inerte)
    return (
      <Menu.Item {...props} component="a" href={href} onClick={onChosen}>
        {children}
      </Menu.Item>
    )
  const choose = () => {
    if (inerte) return
    onChosen()
    onClick?.()
  }
  return (
    <Menu.Item {...props} onClick={choose}>
      {children}
    </Menu.Item>
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
