import { lazy, Suspense, useState } from 'react'
import { useUtilisateur } from '#features/acces/web/acces.queries.ts'
import { UserButton } from '#web/ui/UserButton.tsx'

const loadPanel = () => import('#web/ui/UserMenuPanel.tsx')
const UserMenuPanel = lazy(() => loadPanel().then((module) => ({ default: module.UserMenuPanel })))

/** The signed-in user's name and menu. The menu comes with the first hand laid on it: no screen waits for it. */
export function UserMenu() {
  const name = useUtilisateur()?.name ?? ''
  const [asked, setAsked] = useState(false)
  const button = (
    <UserButton
      name={name}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void loadPanel()}
      onFocus={() => void loadPanel()}
      onClick={() => setAsked(true)}
    />
  )
  return asked ? (
    <Suspense fallback={button}>
      <UserMenuPanel />
    </Suspense>
  ) : (
    button
  )
}
