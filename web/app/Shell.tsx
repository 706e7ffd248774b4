import { ActionIcon, Button } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconMenu2 } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { use, useEffect, useRef, useState } from 'react'
import { BiensAPayer } from '#features/paiements/web/biensAPayer.ts'
import { Vendre, type VendreProps } from '#features/options/web/vendre.ts'
import { GlobalSearch, SearchButton } from '#features/recherche/web/GlobalSearch.tsx'
import { useUtilisateur } from '#features/acces/web/acces.queries.ts'
import { RoleContext } from '#web/kit/usePeut.ts'
import { reloadForNewVersion } from '#web/kit/savedInput.ts'
import { Banner } from '#web/kit/Banner.tsx'
import { ConfirmProvider } from '#web/kit/ConfirmProvider.tsx'
import { Copyright } from '#web/kit/Copyright.tsx'
import { DarkToggle } from '#web/kit/DarkToggle.tsx'
import { Mark } from '#web/kit/Mark.tsx'
import { BIENS_A_PAYER } from '#web/app/biensAPayer.ts'
import { useEcrans } from '#web/app/menu.ts'
import { Navigation } from '#web/app/Navigation.tsx'
import { NavigationDrawer } from '#web/app/NavigationDrawer.tsx'
import styles from '#web/app/Shell.module.css'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { Tip } from '#web/kit/Tip.tsx'
import { ScreenOfRole, SettledRole } from '#web/app/ScreenOfRole.tsx'
import { UserMenu } from '#web/app/UserMenu.tsx'
import { useNewerVersion } from '#web/kit/version.ts'
import { screens } from '#web/paths.ts'

const VendreLeBien = lazyDialog(() => import('#web/app/VendreLeBien.tsx'), 'VendreLeBien')
const renderVendre = (props: VendreProps) => <VendreLeBien {...props} />

/** The layout around every authenticated screen: menu, header, footer (D1 §2). */
export function Shell() {
  const role = useUtilisateur()?.role ?? null
  return (
    <RoleContext value={role}>
      <Layout />
    </RoleContext>
  )
}

function Layout() {
  const [open, setOpen] = useState(true)
  const [drawer, setDrawer] = useState(false)
  const main = useFocusOnNavigation()
  const ecrans = useEcrans()
  const toggleLabel = open ? 'Réduire le menu' : 'Ouvrir le menu'
  return (
    <BiensAPayer value={BIENS_A_PAYER}>
      <GlobalSearch menu={ecrans}>
        <div className={styles.shell} data-open={open}>
          <a
            href="#contenu"
            className={styles.skip}
            onClick={(event) => (event.preventDefault(), main.current?.focus())}
          >
            Aller au contenu
          </a>
          <aside className={styles.sidebar} id="menu-lateral">
            <Link to={screens.dashboard} className={styles.brand} aria-label="Diyar, tableau de bord">
              <Mark />
              <span className={styles.name}>Diyar</span>
            </Link>
            <Navigation compact={!open} />
          </aside>
          <header className={styles.header}>
            <div className={styles.desktopOnly}>
              <Tip label={toggleLabel}>
                <ActionIcon
                  color="gray"
                  aria-label={toggleLabel}
                  aria-expanded={open}
                  aria-controls="menu-lateral"
                  onClick={() => setOpen(!open)}
                >
                  {open ? (
                    <IconLayoutSidebarLeftCollapse size={20} stroke={1.6} />
                  ) : (
                    <IconLayoutSidebarLeftExpand size={20} stroke={1.6} />
                  )}
                </ActionIcon>
              </Tip>
            </div>
            <div className={styles.phoneOnly}>
              <ActionIcon
                color="gray"
                aria-label="Ouvrir le menu de navigation"
                aria-expanded={drawer}
                onClick={() => setDrawer(true)}
              >
                <IconMenu2 size={22} stroke={1.6} />
              </ActionIcon>
              <Link to={screens.dashboard} className={styles.brand} aria-label="Diyar, tableau de bord">
                <Mark size={24} />
                <span className={styles.name}>Diyar</span>
              </Link>
            </div>
            <SearchButton />
            <DarkToggle />
            <UserMenu />
          </header>
          <main className={styles.main} id="contenu" tabIndex={-1} ref={main}>
            <NewerVersion />
            <SettledRole role={use(RoleContext)}>
              <ConfirmProvider>
                <Vendre value={renderVendre}>
                  <ScreenOfRole />
                </Vendre>
              </ConfirmProvider>
            </SettledRole>
          </main>
          <footer className={styles.footer}>
            <Copyright />
          </footer>
          {drawer && <NavigationDrawer onClose={() => setDrawer(false)} />}
        </div>
      </GlobalSearch>
    </BiensAPayer>
  )
}

/** Part of a screen is missing since the server has a new version, and something was being written: the reader says when. */
function NewerVersion() {
  if (!useNewerVersion()) return null
  return (
    <div className={styles.notice}>
      <Banner
        kind="info"
        action={
          <Button variant="default" size="sm" onClick={reloadForNewVersion}>
            Recharger
          </Button>
        }
      >
        Une nouvelle version de Diyar est disponible.
      </Banner>
    </div>
  )
}

/** A new screen takes the focus, so that a keyboard or a screen reader starts at its beginning. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const pathname = useLocation({ select: (location) => location.pathname })
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
