import { ActionIcon } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import styles from '#web/kit/card/EntityCard.module.css'
import { Tip } from '#web/kit/frame/Tip.tsx'
import { whileBusy } from '#web/kit/feedback/WorkBar.tsx'

interface IconActionProps {
  icon: Icon
  /** Tooltip and accessible name: a verb, with its noun when several cards have the action. */
  label: string
  /** Word beside it on a card of a phone. */
  mot?: string | undefined
  onClick: () => void
  /** True for a destructive action, which is grey until hovered. */
  danger?: boolean
  /** True while an export or print runs: clicks have no effect and the button keeps the focus. */
  busy?: boolean
  compact?: boolean
}

export function IconAction({
  icon: Icon,
  label,
  mot,
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
        className={danger ? `dim ${styles.quiet}` : undefined}
      >
        <Icon size={compact ? 18 : 20} stroke={1.6} />
        {mot && <span className={styles.mot}>{mot}</span>}
      </ActionIcon>
    </Tip>
  )
}

export function IconLink({
  icon: Icon,
  label,
  to,
  search = {},
  compact = false,
}: Pick<IconActionProps, 'icon' | 'label' | 'compact'> & {
  to: string
  search?: Record<string, string> | undefined
}) {
  return (
    <Tip label={label}>
      <ActionIcon
        size={compact ? 28 : 36}
        aria-label={label}
        color="primary"
        renderRoot={(props) => <Link to={to} search={search} {...props} />}
      >
        <Icon size={compact ? 18 : 20} stroke={1.6} />
      </ActionIcon>
    </Tip>
  )
}
