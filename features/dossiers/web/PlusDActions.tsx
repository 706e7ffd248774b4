import { Button, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconDots } from '@tabler/icons-react'
import type { ActionsDuDossier } from '#features/dossiers/web/useActionsDuDossier.tsx'

/** What is done more rarely with a dossier. */
export function PlusDActions({ actions }: { actions: ActionsDuDossier }) {
  const offered = actions.of('menu')
  if (offered.length === 0) return null
  return (
    <Menu position="bottom-end" width={280} withInitialFocusPlaceholder={false} shadow="md">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDots size={18} stroke={1.6} />}>
          Plus d'actions
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map((action) => (
          <Menu.Item
            key={action.id}
            leftSection={<action.icon size={18} stroke={1.6} />}
            {...(action.danger && { color: 'red' })}
            onClick={() => actions.begin(action)}
          >
            {action.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
