import { Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconLogout, IconSparkles, IconUserCircle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useUtilisateur } from '#features/acces/web/acces.queries.ts'
import { useDeconnexion } from '#features/acces/web/useDeconnexion.ts'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { UserButton, useQui } from '#web/app/UserButton.tsx'
import styles from '#web/app/UserMenu.module.css'
import { NOUVEAUTES } from '#shared/aide.ts'
import { screens } from '#shared/paths.ts'

/** The menu with Profil, the version and Déconnexion, open at once. A failed sign-out keeps the session and shows an error (Q80). */
interface UserMenuPanelProps {
  /** Placeholder while the menu's code loads or when it fails. */
  button: ReactNode
  onClose: () => void
}

export function UserMenuPanel(_props: UserMenuPanelProps) {
  const { name, role } = useQui()
  const version = useUtilisateur()?.version
  const navigate = useNavigate()
  const banners = useBanners()
  const { leave, busy } = useDeconnexion(banners.error)
  return (
    <>
      <Menu
        defaultOpened
        position="bottom-end"
        width={200}
        withinPortal={false}
        withInitialFocusPlaceholder={false}
        shadow="md"
        transitionProps={{ duration: 120 }}
      >
        <Menu.Target>
          <UserButton name={name} role={role} disabled={busy} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            <span data-nom>{name}</span>
            <span className={styles.role}>{role}</span>
          </Menu.Label>
          <Menu.Item
            leftSection={<IconUserCircle size={18} stroke={1.6} />}
            onClick={() => void navigate({ href: screens.profil })}
          >
            Profil
          </Menu.Item>
          {version && (
            <Menu.Item
              component="a"
              href={NOUVEAUTES}
              target="_blank"
              rel="noopener"
              leftSection={<IconSparkles size={18} stroke={1.6} />}
              aria-label={`Version ${version}, nouveautés, nouvel onglet`}
            >
              Version {version}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconLogout size={18} stroke={1.6} />} onClick={() => void leave()}>
            Déconnexion
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <div className={styles.banners}>
        <Banners banners={banners} />
      </div>
    </>
  )
}
