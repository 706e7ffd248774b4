import { Button, Title } from '@mantine/core'
import { Outlet, Link, useMatches } from '@tanstack/react-router'
import { useState, useSyncExternalStore, type ReactNode } from 'react'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { isTyping, watchTyping } from '#web/kit/savedInput.ts'
import { RoleContext, usePeut } from '#web/kit/usePeut.ts'
import { screens } from '#web/paths.ts'
import type { Role } from '#shared/droits.ts'

/** The screen of the address, if it is open to the rôle of whoever asks for it. */
export function ScreenOfRole() {
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

/**
 * Gives the screens the rôle of whoever is signed in. One that changes while something is being written waits until that is closed:
 * what was typed would go with the form.
 */
export function SettledRole({ role, children }: { role: Role | null; children: ReactNode }) {
  const [shown, setShown] = useState(role)
  const waits = shown !== role && shown !== null
  const writing = useSyncExternalStore(watchTyping, () => waits && isTyping())
  if (shown !== role && !writing) setShown(role)
  return <RoleContext value={shown}>{children}</RoleContext>
}
