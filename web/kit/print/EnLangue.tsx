import { IconLanguage } from '@tabler/icons-react'
import type { Langue } from '#shared/papiers.ts'
import { BoutonDeMenu } from '#web/kit/table/BoutonDeMenu.tsx'

interface EnLangueProps {
  /** « Langue du reçu 2026-000123 », tooltip and accessible name. */
  label: string
  busy: boolean
  compact?: boolean
  onPrint: (langue: Langue) => void
}

/** Prints a paper in the language that is chosen; it stands beside the button that prints it. */
export function EnLangue({ label, busy, compact = false, onPrint }: EnLangueProps) {
  return (
    <BoutonDeMenu
      label={label}
      tip={label}
      icon={IconLanguage}
      compact={compact}
      busy={busy}
      choix={[
        { label: 'Français', onClick: () => onPrint('fr') },
        { label: 'العربية', lang: 'ar', onClick: () => onPrint('ar') },
      ]}
    />
  )
}
