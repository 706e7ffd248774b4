import { ActionIcon, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconLanguage } from '@tabler/icons-react'
import { useState } from 'react'
import type { Langue } from '#shared/papiers.ts'
import { Tip } from '#web/kit/frame/Tip.tsx'
import { whileBusy } from '#web/kit/feedback/WorkBar.tsx'

interface EnLangueProps {
  /** « Langue du reçu 2026-000123 », tooltip and accessible name. */
  label: string
  busy: boolean
  compact?: boolean
  onPrint: (langue: Langue) => void
}

/** Prints a paper in the language that is chosen; it stands beside the button that prints it. */
export function EnLangue({ label, busy, compact = false, onPrint }: EnLangueProps) {
  const [opened, setOpened] = useState(false)
  return (
    // Within its landmark, and fixed, so that the table around it does not cut it.
    <Menu
      position="bottom-end"
      withinPortal={false}
      floatingStrategy="fixed"
      withInitialFocusPlaceholder={false}
      shadow="md"
      disabled={busy}
      onChange={setOpened}
    >
      <Tip label={opened ? '' : label}>
        <Menu.Target>
          <ActionIcon size={compact ? 28 : 36} aria-label={label} color="primary" {...whileBusy(busy)}>
            <IconLanguage size={compact ? 18 : 20} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
      </Tip>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onPrint('fr')}>Français</Menu.Item>
        <Menu.Item lang="ar" onClick={() => onPrint('ar')}>
          العربية
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
