import { TextInput } from '@mantine/core'
import { sections } from '#features/parametres/parametres.sections.ts'
import type { SectionProps } from '#features/parametres/web/parametres.queries.ts'
import { SectionForm } from '#features/parametres/web/CarteForm.tsx'

export function AccesSection({ lue, onSaved }: SectionProps) {
  return (
    <SectionForm
      nom="acces"
      titre="Adresse publique"
      schema={sections.acces.schema}
      lue={lue}
      toSaisie={({ adresse_publique }) => ({
        adresse_publique: typeof adresse_publique === 'string' ? adresse_publique : '',
      })}
      onSaved={onSaved}
    >
      {(form) => (
        <TextInput
          label="Adresse publique"
          description="Adresse à laquelle vos clients joignent ce serveur. Vide : ni QR ni lien complet sur les documents."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder="https://diyar.exemple.dz"
          type="url"
          dir="ltr"
          maxLength={255}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('adresse_publique')}
        />
      )}
    </SectionForm>
  )
}
