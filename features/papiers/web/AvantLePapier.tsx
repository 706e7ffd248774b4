import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { NOM_ARABE_MANQUANT, NOM_LATIN_MANQUANT } from '#features/papiers/papiers.rules.ts'
import type { Langue } from '#shared/papiers.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { Banner } from '#web/kit/feedback/Banner.tsx'

/** Remarks to read before a paper is issued; a missing Arabic name matters to an Arabic paper only, a missing Latin one to a French paper. */
export function Remarques({ remarques, langue }: { remarques: readonly string[]; langue: Langue }) {
  const ailleurs = langue === 'ar' ? NOM_LATIN_MANQUANT : NOM_ARABE_MANQUANT
  const shown = remarques.filter((remarque) => !remarque.startsWith(ailleurs))
  return shown.length === 0 ? null : (
    <Banner kind="warning">
      <ul className="stack list gap-4">
        {shown.map((remarque) => (
          <li key={remarque}>{remarque}</li>
        ))}
      </ul>
    </Banner>
  )
}

/** The button that shows a paper before it is issued, below the refusal of the last look; `forget` takes that refusal away. */
export function useApercu(
  form: { validate: () => { hasErrors: boolean } },
  look: () => Promise<void>,
): { forget: () => void; element: ReactNode } {
  const [refus, setRefus] = useState<string | null>(null)
  async function show() {
    setRefus(null)
    if (form.validate().hasErrors) return
    try {
      await look()
    } catch (error) {
      setRefus(messageOf(error, "Erreur lors de la préparation de l'aperçu."))
    }
  }
  return {
    forget: () => setRefus(null),
    element: (
      <>
        {refus !== null && <Banner kind="error">{refus}</Banner>}
        <Button
          className="at-start"
          variant="default"
          size="sm"
          leftSection={<IconEye size={18} stroke={1.6} />}
          onClick={() => void show()}
        >
          Aperçu
        </Button>
      </>
    ),
  }
}
