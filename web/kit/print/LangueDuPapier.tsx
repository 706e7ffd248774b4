import { useState } from 'react'
import { langueDuNom, type Langue } from '#shared/papiers.ts'
import { Segments } from '#web/kit/list/ViewSwitch.tsx'

interface LangueDuPapierProps {
  /** « Langue du reçu », read aloud. */
  label: string
  langue: Langue
  onChange: (langue: Langue) => void
}

const CHOIX = [
  { value: 'fr', label: 'Français' },
  { value: 'ar', label: <span lang="ar">العربية</span> },
] as const

/** Language of what is printed or sent, chosen once for an act. */
export function LangueDuPapier({ label, langue, onChange }: LangueDuPapierProps) {
  return <Segments label={label} choices={CHOIX} value={langue} onChange={onChange} />
}

/** The chosen language, until then that of the client's name; a choice holds for its client. @param nom undefined while it is being read */
export function useLangueDuPapier(nom: string | undefined): [Langue, (langue: Langue) => void] {
  const [choix, setChoix] = useState<{ nom: string | undefined; langue: Langue } | null>(null)
  return [
    choix?.nom === nom && choix ? choix.langue : langueDuNom(nom ?? ''),
    (langue) => setChoix({ nom, langue }),
  ]
}
