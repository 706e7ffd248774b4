import { IconLanguage } from '@tabler/icons-react'
import type { Langue } from '#shared/papiers.ts'
import { BoutonDeMenu } from '#web/kit/table/BoutonDeMenu.tsx'

interface EnLangueProps {
  /** « Langue du reçu 2026-000123 », tooltip and accessible name. */
  label: string
  busy: boolean
  onPrint: (langue: Langue) => void
}

/** Prints a paper in the language that is chosen; it stands beside the button that prints it. */
export function EnLangue({ label, busy, onPrint }: EnLangueProps) {
  return (
    <BoutonDeMenu
      label={label}
      tip={label}
      icon={IconLanguage}
      busy={busy}
      choix={[
        { label: 'Français', onClick: () => onPrint('fr') },
        { label: 'العربية', lang: 'ar', onClick: () => onPrint('ar') },
      ]}
    />
  )
}
