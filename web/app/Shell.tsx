import { ActionIcon, Button, Portal, Title } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconMenu2 } from '@tabler/icons-react'
import { Link, useLocation, Outlet, useMatches, useNavigate } from '@tanstack/react-router'
import { use, useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { GlobalSearch, SearchButton } from '#features/recherche/web/GlobalSearch.tsx'
import { useUtilisateur } from '#features/acces/web/acces.queries.ts'
import { useOtherCompte } from '#web/kit/call/compte.ts'
import { RoleContext, usePeut } from '#web/kit/call/usePeut.ts'
import {
  reloadForNewVersion,
  isTyping,
  saveForReload,
  saveInput,
  watchTyping,
} from '#web/kit/form/savedInput.ts'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import { ConfirmProvider } from '#web/kit/dialog/confirm.tsx'
import { Copyright, Mark } from '#web/kit/frame/Mark.tsx'
import { DarkToggle } from '#web/kit/frame/DarkToggle.tsx'
import { useEcrans } from '#web/app/menu.ts'
import { Navigation, NavigationDrawer } from '#web/app/Navigation.tsx'
import styles from '#web/app/Shell.module.css'
import { Tip } from '#web/kit/frame/Tip.tsx'
import { UserMenu } from '#web/app/UserMenu.tsx'
import { useNewerVersion } from '#web/kit/lazy/parts.ts'
import { screens } from '#shared/paths.ts'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import type { Role } from '#shared/droits.ts'

/** Layout of every screen behind sign-in: menu, header, footer (D1 §2). */
export function Shell() {
  const role = useUtilisateur()?.role ?? null
  useSuite()
  return (
    <RoleContext value={role}>
      <Layout />
    </RoleContext>
  )
}

/** Leads to the choice of a password as soon as any reading says that it comes first; what is typed here waits for it. */
function useSuite(): void {
  const user = useUtilisateur()
  const navigate = useNavigate()
  const dabord = user?.suite === 'mot_de_passe'
  useEffect(() => {
    if (!dabord) return
    saveInput(user.id, window.location.pathname + window.location.search)
    void navigate({ to: screens.premiereConnexion, replace: true, ignoreBlocker: true })
    // oxlint-disable-next-line react/exhaustive-deps -- once, as soon as it is so
  }, [dabord])
}

function Layout() {
  const [open, setOpen] = useState(true)
  const [drawer, setDrawer] = useState(false)
  const main = useFocusOnNavigation()
  const ecrans = useEcrans()
  const plein = usePleinEcran()
  const toggleLabel = open ? 'Réduire le menu' : 'Ouvrir le menu'
  return (
    <GlobalSearch menu={ecrans} off={plein}>
      <div className={styles.shell} data-open={open} data-plein={plein || undefined}>
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
          <OtherCompte />
          <SettledRole role={use(RoleContext)}>
            <ConfirmProvider>
              <ScreenOfRole />
            </ConfirmProvider>
          </SettledRole>
        </main>
        <footer className={styles.footer}>
          <Copyright />
        </footer>
        {drawer && <NavigationDrawer onClose={() => setDrawer(false)} />}
      </div>
    </GlobalSearch>
  )
}

/** True on the vue client of the plan de vente: what a buyer looks at has neither menu, search nor the member's name (ecrans §13). */
const usePleinEcran = (): boolean =>
  useLocation({
    select: ({ pathname, search }) =>
      pathname === screens.planDeVente && 'vue' in search && search.vue === 'client',
  })

/** Banner for a newer version of the server. The page does not reload by itself while the member is typing. */
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

/** Banner when another tab has signed in as somebody else, above an open dialog too. A reload keeps what is typed for who typed it. */
function OtherCompte() {
  const sentence = useOtherCompte()
  useEffect(() => {
    if (sentence === null) return undefined
    window.addEventListener('pagehide', saveForReload)
    return () => window.removeEventListener('pagehide', saveForReload)
  }, [sentence])
  if (sentence === null) return null
  return (
    <Portal>
      <div className={styles.autreCompte}>
        <Banner
          kind="warning"
          action={
            <Button variant="default" size="sm" onClick={() => window.location.reload()}>
              Recharger
            </Button>
          }
        >
          {sentence}
        </Banner>
      </div>
    </Portal>
  )
}

/** Focuses the main area after a navigation, so that a keyboard or a screen reader starts at the new screen. */
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

/** Shows the screen of the address when the member's rôle may make one of its calls. */
function ScreenOfRole() {
  const calls = useMatches({ select: (matches) => matches.at(-1)?.staticData.calls })
  const peut = usePeut()
  return !calls || calls.some(peut) ? <Outlet /> : <Fermee />
}

function Fermee() {
  return (
    <>
      <Title order={1} className="visuallyHidden">
        Page non ouverte
      </Title>
      <EmptyState
        action={
          <Button variant="default" renderRoot={(props) => <Link to={screens.dashboard} {...props} />}>
            Retour au tableau de bord
          </Button>
        }
      >
        Cette page n'est pas ouverte à votre rôle.
      </EmptyState>
    </>
  )
}

/** Gives the screens the member's rôle. A changed rôle waits until the open form closes, so that its text is not lost. */
function SettledRole({ role, children }: { role: Role | null; children: ReactNode }) {
  const [shown, setShown] = useState(role)
  const waits = shown !== role && shown !== null
  const writing = useSyncExternalStore(watchTyping, () => waits && isTyping())
  if (shown !== role && !writing) setShown(role)
  return <RoleContext value={shown}>{children}</RoleContext>
}
