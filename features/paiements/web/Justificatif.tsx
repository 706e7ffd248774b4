import { Button } from '@mantine/core'
import { useState } from 'react'
import { openJustificatif } from '#features/paiements/web/impressions.ts'
import type { PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import { FileField, type FileState } from '#web/kit/FileField.tsx'

interface JustificatifFieldProps {
  state: FileState
  paiement: PaiementLu | undefined
}

/** The proof of a payment in its form: a PDF or a picture. It is sent after the form, and what keeps it back keeps no payment back. */
export function JustificatifField({ state, paiement }: JustificatifFieldProps) {
  const [failure, setFailure] = useState<string | null>(null)
  const existing = paiement?.justificatif != null
  return (
    <FileField
      label="Justificatif"
      state={state}
      kind="piece"
      placeholder="Choisir un PDF ou une photo"
      descriptions={{
        none: 'PDF, JPEG ou PNG, 10 Mo au plus.',
        existing: 'Un justificatif est enregistré ; en choisir un autre le remplace.',
        removed: 'Le justificatif sera retiré à l’enregistrement.',
      }}
      quoi="le justificatif"
      existing={existing}
      view={
        paiement && (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              setFailure(null)
              void openJustificatif(paiement.id, setFailure)
            }}
          >
            Voir le justificatif
          </Button>
        )
      }
      error={failure}
    />
  )
}
