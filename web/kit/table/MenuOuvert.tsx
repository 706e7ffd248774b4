import { Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import type { Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useLayoutEffect, type RefObject } from 'react'
import styles from '#web/kit/table/Tableau.module.css'

/** An action on one record: what it does (`onClick`), or where it leads (`to` inside the product, `href` outside it). */
export interface Acte {
  label: string
  icon: Icon
  /** Word beside its icon on a card of a phone, which has no tip. */
  motAuTelephone?: string | undefined
  onClick?: (() => void) | undefined
  to?: string | undefined
  search?: Record<string, string> | undefined
  href?: string | undefined
  /** Reason why it cannot be done now; it is then shown with this sentence and does nothing. */
  disabled?: string | undefined
  /** True while an export or print runs. */
  busy?: boolean | undefined
}

interface MenuOuvertProps {
  /** Shared with the button: the list is named by it. */
  id: string
  button: RefObject<HTMLButtonElement | null>
  opened: boolean
  onOpened: (opened: boolean) => void
  choix: readonly Acte[]
  fins: readonly Acte[]
}

/** Menu of the « ⋯ » of `MenuDeLigne`, which stands outside it (decision 75). */
export function MenuOuvert({ id, button, opened, onOpened, choix, fins }: MenuOuvertProps) {
  const item = (acte: Acte, rank: number) => (
    <Ligne key={acte.label} choix={acte} premier={rank === 0} onChosen={() => onOpened(false)} />
  )
  return (
    // Within its landmark, and fixed, so that what is around it does not cut it.
    <Menu
      id={id}
      opened={opened}
      onChange={onOpened}
      position="bottom-end"
      withinPortal={false}
      floatingStrategy="fixed"
      withInitialFocusPlaceholder={false}
      returnFocus={false}
      shadow="md"
    >
      <Menu.Target>
        <Cible button={button} />
      </Menu.Target>
      {/* Escape closes the menu alone, wherever in it the focus is. */}
      <Menu.Dropdown data-mantine-stop-propagation className={styles.menu}>
        {choix.map(item)}
        {choix.length > 0 && fins.length > 0 && <Menu.Divider />}
        {fins.map((un, rank) => item(un, choix.length + rank))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface CibleProps {
  button: RefObject<HTMLButtonElement | null>
  /** Given by Menu.Target. */
  ref?: (button: HTMLButtonElement | null) => void
}

/** Stands in for the button, which is outside the Menu. */
function Cible({ button, ref }: CibleProps) {
  useLayoutEffect(() => {
    ref?.(button.current)
    return () => ref?.(null)
  }, [button, ref])
  return null
}

interface LigneProps {
  choix: Acte
  /** The first one has the focus when the menu opens. */
  premier: boolean
  onChosen: () => void
}

function Ligne({ choix, premier, onChosen }: LigneProps) {
  const { label, icon: Icon, onClick, to, search = {}, href, disabled, busy = false } = choix
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
