import { Checkbox, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { TextesDuPapier } from '#features/papiers/web/TextesDuPapier.tsx'
import { toSaisie, type SaisieDesDocuments } from '#features/papiers/web/saisieDesDocuments.ts'
import { sections } from '#features/parametres/parametres.sections.ts'
import section from '#features/parametres/web/Parametres.module.css'
import type { SectionProps } from '#features/parametres/web/parametres.queries.ts'
import { SectionForm } from '#features/parametres/web/CarteForm.tsx'
import { LANGUES, TOUS_LES_PAPIERS } from '#shared/papiers.ts'
import { FieldPair } from '#web/kit/form/FieldPair.tsx'
import { withPrintHint } from '#web/kit/field/hints.ts'
import { NumberField } from '#web/kit/field/NumberField.tsx'

const SIGNATURES = [
  [
    ['signature_client', 'Signature du client'],
    ['signature_promoteur', 'Signature du promoteur'],
  ],
  [
    ['signature_client_ar', 'Signature du client, en arabe'],
    ['signature_promoteur_ar', 'Signature du promoteur, en arabe'],
  ],
  [
    ['signature_etudes', "Signature du bureau d'études"],
    ['signature_etudes_ar', "Signature du bureau d'études, en arabe"],
  ],
] as const

const QUESTIONS = [
  ['duplicata', 'Marquer DUPLICATA à partir de la deuxième impression', null],
  [
    'garantie_requise',
    "Exiger une garantie en cours pour l'attestation de réservation",
    'À décocher pour des biens vendus achevés.',
  ],
  ['paraphes', 'Ligne de paraphes au bas des pages du contrat', null],
] as const

const ARABE = { dir: 'rtl', lang: 'ar' } as const

export function DocumentsSection({ lue, onSaved }: SectionProps) {
  return (
    <SectionForm<SaisieDesDocuments>
      nom="documents"
      titre="Documents"
      schema={sections.documents.schema}
      lue={lue}
      toSaisie={toSaisie}
      onSaved={onSaved}
    >
      {(form) => (
        <>
          <Checkbox
            label="Imprimer le logo"
            description="En tête de tous les documents, s'il y en a un."
            {...form.getInputProps('logo_imprime', { type: 'checkbox' })}
          />
          <FieldPair>
            <TextInput
              label="Ville (« Fait à »)"
              maxLength={100}
              autoComplete="off"
              {...withPrintHint(form.getInputProps('ville'))}
            />
            <TextInput
              label="Ville en arabe (« حرر بـ »)"
              {...ARABE}
              maxLength={100}
              autoComplete="off"
              {...withPrintHint(form.getInputProps('ville_ar'))}
            />
          </FieldPair>
          {QUESTIONS.map(([champ, label, description]) => (
            <Checkbox
              key={champ}
              label={label}
              {...(description && { description })}
              {...form.getInputProps(champ, { type: 'checkbox' })}
            />
          ))}
          <FieldPair>
            <NumberField
              label="Exemplaires du contrat et du procès-verbal"
              withAsterisk
              decimalScale={0}
              {...form.getInputProps('exemplaires')}
            />
            <NumberField
              label="Délai de mise en demeure (jours)"
              description="Laissez vide pour qu'il soit demandé à chaque fois."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              decimalScale={0}
              {...form.getInputProps('delai_mise_en_demeure')}
            />
          </FieldPair>
          {SIGNATURES.map((pair) => (
            <FieldPair key={pair[0][0]}>
              {pair.map(([champ, label]) => (
                <TextInput
                  key={champ}
                  label={label}
                  withAsterisk
                  {...(champ.endsWith('_ar') && ARABE)}
                  maxLength={100}
                  autoComplete="off"
                  {...withPrintHint(form.getInputProps(champ))}
                />
              ))}
            </FieldPair>
          ))}
          {LANGUES.map((langue) => (
            <Textarea
              key={langue}
              label={`Mention sous les clauses du contrat${langue === 'ar' ? ', en arabe' : ''}`}
              {...(langue === 'ar' && ARABE)}
              autosize
              minRows={2}
              maxRows={8}
              maxLength={500}
              {...withPrintHint(form.getInputProps(`mention_contrat.${langue}`))}
            />
          ))}
          <h3 className={section.sousTitre}>Textes des documents</h3>
          <p className="dim flat">
            Une ligne vide sépare deux paragraphes, une ligne qui commence par « # » est un titre. Les
            variables entre accolades sont remplacées sur chaque document.
          </p>
          {TOUS_LES_PAPIERS.map((type) => (
            <TextesDuPapier key={type} type={type} form={form} enregistre={lue.valeur} />
          ))}
        </>
      )}
    </SectionForm>
  )
}
