import { Button, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconDots, IconFolders } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ActionsDuDossier } from '#features/dossiers/web/useActionsDuDossier.tsx'
import { screens } from '#web/paths.ts'

/** What is done more rarely with a dossier. */
export function PlusDActions({ actions }: { actions: ActionsDuDossier }) {
  const offered = actions.of('menu')
  return (
    <Menu
      position="bottom-end"
      width={280}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      shadow="md"
    >
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
            {...(action.danger && { color: 'var(--diyar-red)' })}
            onClick={() => actions.begin(action)}
          >
            {action.label}
          </Menu.Item>
        ))}
        <Menu.Item
          leftSection={<IconFolders size={18} stroke={1.6} />}
          renderRoot={(props) => <Link to={screens.ventes} {...props} />}
        >
          Tous les dossiers
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
