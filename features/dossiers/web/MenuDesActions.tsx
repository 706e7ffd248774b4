import { Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconFolders } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { BoutonPlus } from '#features/dossiers/web/PlusDActions.tsx'
import type { ActionsDuDossier } from '#features/dossiers/web/useActionsDuDossier.tsx'
import { useOuvertAussitot } from '#web/kit/useOuvertAussitot.ts'
import { screens } from '#web/paths.ts'

/** The list behind « Plus d'actions », open: it comes with the first click. */
export function MenuDesActions({ actions }: { actions: ActionsDuDossier }) {
  const offered = actions.of('menu')
  const button = useOuvertAussitot()
  return (
    <Menu
      position="bottom-end"
      width={280}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      shadow="md"
    >
      <Menu.Target>
        <BoutonPlus ref={button} />
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
