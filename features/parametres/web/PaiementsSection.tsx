import { Button, Checkbox, CloseButton, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { BANQUES_MAX, sections } from '#features/parametres/parametres.sections.ts'
import styles from '#features/parametres/web/Parametres.module.css'
import {
  readReglagesPaiements,
  type ReglagesPaiements,
  type SectionLue,
} from '#features/parametres/web/parametres.queries.ts'
import { SectionForm } from '#features/parametres/web/CarteForm.tsx'
import { useRows } from '#web/kit/form/useRows.ts'

type Saisie = ReglagesPaiements & Record<string, unknown>

const withoutEmpty = (saisie: Saisie): Saisie => ({
  ...saisie,
  banques: saisie.banques.filter((banque) => banque.trim() !== ''),
})

interface PaiementsSectionProps {
  lue: SectionLue
  onSaved: (message: string) => void
}

export function PaiementsSection({ lue, onSaved }: PaiementsSectionProps) {
  return (
    <SectionForm<Saisie>
      nom="paiements"
      titre="Paiements"
      schema={sections.paiements.schema}
      lue={lue}
      toSaisie={(valeur) => ({ ...readReglagesPaiements(valeur) })}
      toValeur={withoutEmpty}
      onSaved={onSaved}
    >
      {(form) => (
        <>
          <Checkbox
            label="Exiger le mode de paiement, la banque et la référence"
            description="Un versement en espèces n'a ni banque ni référence ; ceux qui sont déjà enregistrés restent tels quels."
            {...form.getInputProps('exiger_mode', { type: 'checkbox' })}
          />
          <Banques form={form} />
        </>
      )}
    </SectionForm>
  )
}

/** List of bank names, one field each. Enter moves to the next field, and after the last one adds a field. */
function Banques({ form }: { form: UseFormReturnType<Saisie> }) {
  const { banques } = form.values
  const error = form.errors['banques']
  const told = useId()
  const list = useRef<HTMLUListElement>(null)
  const full = banques.length >= BANQUES_MAX
  const rows = useRows<string>(form, 'banques', list)
  const goTo = (rang: number) => list.current?.querySelectorAll('input')[rang]?.focus()
  return (
    <fieldset className={`stack flat shrinks gap-8 ${styles.group}`} aria-describedby={told}>
      <legend className={`wrap between bold ${styles.legend}`}>
        Banques proposées à la saisie{' '}
        <span>
          {banques.length} / {BANQUES_MAX}
        </span>
      </legend>
      {banques.length === 0 && <p className="dim flat">Aucune banque : le champ reste libre.</p>}
      <ul ref={list} className={`stack list gap-8 ${styles.rows}`}>
        {banques.map((banque, rang) => (
          // oxlint-disable-next-line react/no-array-index-key -- a name changes at each key that is typed, its place does not
          <li key={rang}>
            <TextInput
              aria-label={`Banque ${rang + 1}`}
              value={banque}
              maxLength={100}
              autoComplete="off"
              aria-invalid={error ? true : undefined}
              onChange={({ currentTarget }) => rows.replace(rang, currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                event.preventDefault()
                if (rang + 1 < banques.length) goTo(rang + 1)
                else if (banque.trim() !== '' && !full) rows.add('')
              }}
              rightSection={
                <CloseButton
                  size="sm"
                  aria-label={`Retirer la banque ${banque || rang + 1}`}
                  onClick={() => rows.remove(rang)}
                />
              }
            />
          </li>
        ))}
      </ul>
      <p id={told} className="small wrong flat" role="status">
        {error}
      </p>
      <Button
        className={styles.add}
        variant="subtle"
        size="sm"
        leftSection={<IconPlus size={18} stroke={1.6} />}
        disabled={full}
        onClick={() => rows.add('')}
      >
        Ajouter une banque
      </Button>
      {full && <p className="dim flat">{BANQUES_MAX} banques au plus.</p>}
    </fieldset>
  )
}
