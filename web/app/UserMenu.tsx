import { useState } from 'react'
import { DialogFailure } from '#web/kit/lazy/DialogFailure.tsx'
import { lazyPart } from '#web/kit/lazy/lazyPart.tsx'
import { UserButton, useQui } from '#web/app/UserButton.tsx'

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
/** Loads the menu ahead of the click. A failure is ignored here and shown after the click. */
const preload = () => void loadPanel().catch(() => undefined)

/** The member's name and menu. The menu's code loads on hover or focus, so that no screen waits for it. */
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
