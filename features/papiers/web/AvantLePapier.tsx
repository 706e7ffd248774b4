import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { NOM_ARABE_MANQUANT } from '#features/papiers/papiers.rules.ts'
import styles from '#features/papiers/web/documents.module.css'
import type { Langue } from '#shared/papiers.ts'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import type { UseFormReturnType } from '@mantine/form'
import { SelectField } from '#web/kit/select/SelectField.tsx'

const LANGUES_OFFERTES = [
  { value: 'fr', label: 'Français' },
  { value: 'ar', label: 'العربية' },
]

/** Remarks to read before a paper is issued; a missing Arabic name matters to an Arabic paper only. */
export function Remarques({ remarques, langue }: { remarques: readonly string[]; langue: Langue }) {
  const dites = remarques.filter((une) => langue === 'ar' || !une.startsWith(NOM_ARABE_MANQUANT))
  return dites.length === 0 ? null : (
    <Banner kind="warning">
      <ul className={styles.remarques}>
        {dites.map((une) => (
          <li key={une}>{une}</li>
        ))}
      </ul>
    </Banner>
  )
}

export function LangueDuPapier<S extends { langue: Langue }>({ form }: { form: UseFormReturnType<S> }) {
  return (
    <SelectField
      label="Langue"
      data={LANGUES_OFFERTES}
      {...form.getInputProps('langue')}
      value={form.values.langue}
      onChange={(choisie) => form.setFieldValue('langue', (choisie ?? 'fr') as never)}
    />
  )
}

export const BoutonApercu = ({ onLook }: { onLook: () => void }) => (
  <Button
    className={styles.apercu}
    variant="default"
    size="sm"
    leftSection={<IconEye size={18} stroke={1.6} />}
    onClick={onLook}
  >
    Aperçu
  </Button>
)
