import { ActionIcon } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import styles from '#web/kit/EntityCard.module.css'
import { Tip } from '#web/kit/Tip.tsx'
import { whileBusy } from '#web/kit/useWork.ts'

interface IconActionProps {
  icon: Icon
  /** Tooltip and accessible name: says the verb, and the thing when several cards show it. */
  label: string
  onClick: () => void
  /** Destructive: quiet until touched. */
  danger?: boolean
  /** A work is being made: a click begins nothing, and the focus stays. */
  busy?: boolean
  /** In a row of a table. */
  compact?: boolean
}

/** A secondary action of a card or a row, as an icon. */
export function IconAction({
  icon: Icon,
  label,
  onClick,
  danger = false,
  busy = false,
  compact = false,
}: IconActionProps) {
  return (
    <Tip label={label}>
      <ActionIcon
        size={compact ? 28 : 36}
        aria-label={label}
        onClick={onClick}
        color="primary"
        {...whileBusy(busy)}
        className={danger ? styles.quiet : undefined}
      >
        <Icon size={compact ? 18 : 20} stroke={1.6} />
      </ActionIcon>
    </Tip>
  )
}

/** The same as a link to a screen. */
export function IconLink({
  icon: Icon,
  label,
  to,
  compact = false,
}: Pick<IconActionProps, 'icon' | 'label' | 'compact'> & { to: string }) {
  return (
    <Tip label={label}>
      <ActionIcon
        size={compact ? 28 : 36}
        aria-label={label}
        color="primary"
        renderRoot={(props) => <Link to={to} {...props} />}
      >
        <Icon size={compact ? 18 : 20} stroke={1.6} />
      </ActionIcon>
    </Tip>
  )
}
