import { CloseButton } from '@mantine/core'
import '@mantine/core/styles/CloseButton.layer.css'
import { useEffect, useRef } from 'react'
import { Mark } from '#web/kit/Mark.tsx'
import { Navigation } from '#web/app/Navigation.tsx'
import styles from '#web/app/NavigationDrawer.module.css'

/** The menu on a phone: slides in, closes on its backdrop, on Escape, on its button and on a choice. */
export function NavigationDrawer({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (!element) return undefined
    if (!element.open) element.showModal()
    // The backdrop is the dialog element itself; everything inside it belongs to its one child.
    const leave = (event: MouseEvent) => event.target === element && element.close()
    element.addEventListener('click', leave)
    return () => element.removeEventListener('click', leave)
  }, [])
  const close = () => dialog.current?.close()
  return (
    <dialog ref={dialog} className={styles.drawer} aria-label="Menu" onClose={onClose}>
      <div className={styles.inside}>
        <div className={styles.head}>
          <Mark size={24} />
          <span className={styles.name}>Diyar</span>
          <CloseButton aria-label="Fermer le menu" size="lg" onClick={close} />
        </div>
        <Navigation onNavigate={close} />
      </div>
    </dialog>
  )
}
