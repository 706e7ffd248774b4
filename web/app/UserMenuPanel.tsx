import { Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconLogout, IconUserCircle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLogout, useUtilisateur } from '#features/acces/web/acces.queries.ts'
import { ApiError, messageOf } from '#web/kit/call/api.ts'
import { forgetInput } from '#web/kit/form/savedInput.ts'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { UserButton, useQui } from '#web/app/UserButton.tsx'
import styles from '#web/app/UserMenu.module.css'
import { forgetRecents } from '#web/kit/frame/storage.ts'
import { screens } from '#shared/paths.ts'

/** The menu with Profil and Déconnexion, open at once. A failed sign-out keeps the session and shows an error (Q80). */
interface UserMenuPanelProps {
  /** Placeholder while the menu's code loads or when it fails. */
  button: ReactNode
  onClose: () => void
}

export function UserMenuPanel(_props: UserMenuPanelProps) {
  const { name, role } = useQui()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const logout = useLogout()
  const membre = useUtilisateur()?.id
  const banners = useBanners()
  async function leave() {
    try {
      await logout.mutateAsync()
    } catch (error) {
      // A 401 means that the session is already over, which is the purpose of signing out.
      if (!(error instanceof ApiError && error.status === 401)) {
        banners.error(messageOf(error, 'Erreur lors de la déconnexion.'))
        return
      }
    }
    forgetInput(membre)
    if (membre !== undefined) forgetRecents(membre)
    await navigate({ to: screens.login, ignoreBlocker: true })
    queryClient.clear()
  }
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
          <UserButton name={name} role={role} disabled={logout.isPending} />
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
