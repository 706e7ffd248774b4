import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from '#web/kit/Banner.module.css'

interface BannerProps {
  kind: 'success' | 'error' | 'info' | 'warning'
  children: ReactNode
  /** A button on the right: « Réessayer », « Recharger ». */
  action?: ReactNode
  onClose?: () => void
}

const ICONS = {
  success: IconCircleCheck,
  error: IconAlertTriangle,
  info: IconInfoCircle,
  warning: IconAlertTriangle,
}

/** A red, green, amber or quiet message. Alone it is announced as an alert; inside {@link Banners} the region around announces it. */
export function Banner({ kind, children, action, onClose }: BannerProps) {
  const Icon = ICONS[kind]
  return (
    <div className={styles.banner} data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      <Icon size={20} stroke={1.6} className={styles.icon} aria-hidden />
      <div className={styles.text}>{children}</div>
      {action}
      {onClose && (
        <button type="button" className={styles.close} aria-label="Fermer le message" onClick={onClose}>
          <IconX size={18} stroke={1.6} />
        </button>
      )}
    </div>
  )
}
