import { useState } from 'react'
import { useQui } from '#web/app/useQui.ts'
import { DialogFailure } from '#web/kit/DialogFailure.tsx'
import { lazyPart } from '#web/kit/lazyPart.tsx'
import { UserButton } from '#web/app/UserButton.tsx'

const loadPanel = () => import('#web/app/UserMenuPanel.tsx')
const UserMenuPanel = lazyPart(
  loadPanel,
  'UserMenuPanel',
  (error, onRetry, { button, onClose }) => (
    <>
      {button}
      <DialogFailure error={error} onRetry={onRetry} onClose={onClose} />
    </>
  ),
  ({ button }) => button,
)
/** Ahead of the click, so that nobody waits. What does not come is told when it is wanted. */
const preload = () => void loadPanel().catch(() => undefined)

/** The signed-in user's name and menu. The menu comes with the first hand laid on it: no screen waits for it. */
export function UserMenu() {
  const { name, role } = useQui()
  const [asked, setAsked] = useState(false)
  const button = (
    <UserButton
      name={name}
      role={role}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setAsked(true)}
    />
  )
  return asked ? <UserMenuPanel button={button} onClose={() => setAsked(false)} /> : button
}
