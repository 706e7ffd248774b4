import { Checkbox, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { LIBELLES_DES_ENVOIS } from '#features/papiers/papiers.rules.ts'
import type { SaisiePapier } from '#features/papiers/web/saisieDuPapier.ts'
import type { EcheanceLue } from '#features/ventes/web/dossiers.queries.ts'
import { formatMontant, fromDecimal } from '#shared/argent.ts'
import type { PapierDeVente } from '#shared/papiers.ts'
import { isole } from '#shared/texte.ts'
import { DateField } from '#web/kit/field/DateField.tsx'
import { withPrintHint } from '#web/kit/field/hints.ts'
import { NumberField } from '#web/kit/field/NumberField.tsx'
import { FieldPair, FieldTrio } from '#web/kit/form/FieldPair.tsx'
import type { UseFormReturnType } from '@mantine/form'
import { SelectField } from '#web/kit/select/SelectField.tsx'

interface ChampsDuPapierProps {
  form: UseFormReturnType<SaisiePapier>
  type: PapierDeVente
  /** Échéances that an appel de fonds can claim. */
  echeances: readonly EcheanceLue[]
}

const ENVOIS_OFFERTS = Object.entries(LIBELLES_DES_ENVOIS).map(([value, label]) => ({ value, label }))

const COMPTEURS = [
  ['compteur_electricite', "Compteur d'électricité"],
  ['compteur_gaz', 'Compteur de gaz'],
  ['compteur_eau', "Compteur d'eau"],
] as const

/** The fields that one type of paper has besides its language and its day. */
export function ChampsDuPapier({ form, type, echeances }: ChampsDuPapierProps) {
  return (
    <>
      {(type === 'attestation_paiement' || type === 'attestation_reservation') && (
        <TextInput
          label="À l'attention de"
          autoComplete="off"
          maxLength={255}
          {...withPrintHint(form.getInputProps('destinataire'))}
        />
      )}
      {type === 'appel_fonds' && (
        <>
          <SelectField
            label="Échéance"
            withAsterisk
            required
            data={echeances.map((une) => ({ value: String(une.id), label: libelleEcheance(une) }))}
            placeholder="Choisir une échéance"
            {...form.getInputProps('echeance_id')}
            value={form.values.echeance_id || null}
          />
          <DateField label="À payer au plus tard le" {...form.getInputProps('limite_le')} />
        </>
      )}
      {type === 'mise_en_demeure' && (
        <>
          <NumberField
            label="Délai (jours)"
            description="Laissez vide pour prendre le délai réglé dans Paramètres, Documents."
            decimalScale={0}
            {...form.getInputProps('delai_jours')}
          />
          <SelectField
            label="Envoi"
            clearable
            data={ENVOIS_OFFERTS}
            placeholder="Non précisé"
            {...form.getInputProps('envoi')}
            value={form.values.envoi || null}
            onChange={(choisi) => form.setFieldValue('envoi', choisi ?? '')}
          />
        </>
      )}
      {type === 'pv_remise' && <ChampsDuProcesVerbal form={form} />}
    </>
  )
}

function ChampsDuProcesVerbal({ form }: Pick<ChampsDuPapierProps, 'form'>) {
  return (
    <>
      <FieldPair>
        <TextInput
          label="Heure"
          placeholder="10:30"
          autoComplete="off"
          maxLength={5}
          {...form.getInputProps('heure')}
        />
        <NumberField label="Nombre de clés remises" decimalScale={0} {...form.getInputProps('nombre_cles')} />
      </FieldPair>
      <FieldTrio>
        {COMPTEURS.map(([champ, label]) => (
          <TextInput
            key={champ}
            label={label}
            autoComplete="off"
            maxLength={50}
            {...withPrintHint(form.getInputProps(champ))}
          />
        ))}
      </FieldTrio>
      <Textarea
        label="Réserves"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={4000}
        {...withPrintHint(form.getInputProps('reserves'))}
      />
      <NumberField
        label="Réserves levées sous (jours)"
        decimalScale={0}
        {...form.getInputProps('delai_reserves')}
      />
      <Checkbox
        label="Laisser les clés, les compteurs et les réserves à remplir à la main"
        {...form.getInputProps('a_remplir', { type: 'checkbox' })}
      />
    </>
  )
}

const libelleEcheance = ({ libelle, reste }: Pick<EcheanceLue, 'libelle' | 'reste'>): string =>
  `${isole(libelle)}, ${formatMontant(fromDecimal(reste))}`
