import { Checkbox, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { sections } from '#features/parametres/parametres.sections.ts'
import type { SectionLue } from '#features/parametres/web/parametres.queries.ts'
import { SectionForm } from '#features/parametres/web/CarteForm.tsx'
import { FieldPair } from '#web/kit/form/FieldPair.tsx'
import { MoneyField, NumberField } from '#web/kit/field/NumberField.tsx'

interface VentesSectionProps {
  lue: SectionLue
  onSaved: (message: string) => void
}

const NOMBRES = [
  'option_jours',
  'option_jours_max',
  'desistement_retenue',
  'cession_paye',
  'cession_frais',
] as const

function toSaisie(valeur: Record<string, unknown>) {
  const text = (champ: string) => (typeof valeur[champ] === 'string' ? valeur[champ] : '')
  const nombre = (champ: string) => (typeof valeur[champ] === 'number' ? valeur[champ] : '')
  return {
    ...(Object.fromEntries(NOMBRES.map((champ) => [champ, nombre(champ)])) as Record<
      (typeof NOMBRES)[number],
      number | ''
    >),
    cession_avant_contrat: valeur['cession_avant_contrat'] === true,
    relance_texte: text('relance_texte'),
    indicatif: text('indicatif'),
  }
}

export function VentesSection({ lue, onSaved }: VentesSectionProps) {
  return (
    <SectionForm
      nom="ventes"
      titre="Ventes"
      schema={sections.ventes.schema}
      lue={lue}
      toSaisie={toSaisie}
      onSaved={onSaved}
    >
      {(form) => (
        <>
          <FieldPair>
            <NumberField
              label="Durée proposée d'une option (jours)"
              withAsterisk
              decimalScale={0}
              {...form.getInputProps('option_jours')}
            />
            <NumberField
              label="Durée la plus longue d'une option (jours)"
              description="Laissez vide pour ne pas limiter."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              decimalScale={0}
              {...form.getInputProps('option_jours_max')}
            />
          </FieldPair>
          <NumberField
            label="Retenue proposée en cas de désistement (% du payé)"
            description="Vide : rien n'est proposé. Aucun taux n'est imposé par le logiciel : faites-le vérifier."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...form.getInputProps('desistement_retenue')}
          />
          <Checkbox
            label="Céder un dossier seulement avant le contrat"
            {...form.getInputProps('cession_avant_contrat', { type: 'checkbox' })}
          />
          <FieldPair>
            <NumberField
              label="Part du prix à payer avant une cession (%)"
              {...form.getInputProps('cession_paye')}
            />
            <MoneyField
              label="Frais de cession proposés (DA)"
              description="Notés avec la cession, hors du prix."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...form.getInputProps('cession_frais')}
            />
          </FieldPair>
          <Textarea
            label="Message de relance"
            description="{client} {montant} {bien} {dossier} {jour} {promoteur} sont remplacés ; {bien} porte son article : « l'appartement 302 »."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            withAsterisk
            autosize
            minRows={3}
            maxLength={1000}
            {...form.getInputProps('relance_texte')}
          />
          <TextInput
            label="Indicatif du pays pour WhatsApp"
            withAsterisk
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
            {...form.getInputProps('indicatif')}
          />
        </>
      )}
    </SectionForm>
  )
}
