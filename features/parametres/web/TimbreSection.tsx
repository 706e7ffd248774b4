import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { sections } from '#features/parametres/parametres.sections.ts'
import { A_CONFIRMER } from '#features/parametres/parametres.words.ts'
import type { SectionProps } from '#features/parametres/web/parametres.queries.ts'
import { SectionForm } from '#features/parametres/web/CarteForm.tsx'

export function TimbreSection({ lue, onSaved }: SectionProps) {
  return (
    <SectionForm
      nom="timbre"
      titre="Droit de timbre"
      schema={sections.timbre.schema}
      lue={lue}
      toSaisie={({ percevoir }) => ({ percevoir: percevoir === true })}
      onSaved={onSaved}
    >
      {(form) => (
        <>
          <Checkbox
            label="Calculer le droit de timbre des versements en espèces"
            description="LF 2025 art. 46, circulaire 14 du 05/03/2025 (legal-doctrine.com) : rien jusqu'à 300 DA, puis 1, 1,5 ou 2 DA par 100 DA commencés ; plafond incertain."
            {...form.getInputProps('percevoir', { type: 'checkbox' })}
          />
          <p className="dim flat">{A_CONFIRMER}</p>
        </>
      )}
    </SectionForm>
  )
}
