import { Checkbox, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { LIBELLES_DES_ENVOIS } from '#features/papiers/papiers.rules.ts'
import type { EcheanceLue } from '#features/ventes/web/dossiers.queries.ts'
import { formatMontant, fromDecimal } from '#shared/argent.ts'
import { aujourdhui } from '#shared/dates.ts'
import { PAPIERS_DU_JOUR, type Langue, type PapierDeVente } from '#shared/papiers.ts'
import { isole } from '#shared/texte.ts'
import { DateField } from '#web/kit/field/DateField.tsx'
import { withPrintHint } from '#web/kit/field/hints.ts'
import { NumberField } from '#web/kit/field/NumberField.tsx'
import { FieldPair, FieldTrio } from '#web/kit/form/FieldPair.tsx'
import type { UseFormReturnType } from '@mantine/form'
import { SelectField } from '#web/kit/select/SelectField.tsx'

/** Form fields of all papers of a sale; {@link toEnvoi} keeps the fields of one type. */
export interface SaisiePapier extends Record<string, string | number | boolean> {
  type: PapierDeVente
  langue: Langue
  date: string
  destinataire: string
  echeance_id: string
  limite_le: string
  delai_jours: number | string
  envoi: string
  heure: string
  compteur_electricite: string
  compteur_gaz: string
  compteur_eau: string
  nombre_cles: number | string
  reserves: string
  delai_reserves: number | string
  a_remplir: boolean
}

export const saisieVide = (type: PapierDeVente, echeance_id: string, langue: Langue): SaisiePapier => ({
  type,
  langue,
  date: aujourdhui(),
  destinataire: '',
  echeance_id,
  limite_le: '',
  delai_jours: '',
  envoi: '',
  heure: '',
  compteur_electricite: '',
  compteur_gaz: '',
  compteur_eau: '',
  nombre_cles: '',
  reserves: '',
  delai_reserves: '',
  a_remplir: false,
})

const COMPTEURS = [
  ['compteur_electricite', "Compteur d'électricité"],
  ['compteur_gaz', 'Compteur de gaz'],
  ['compteur_eau', "Compteur d'eau"],
] as const

const PROPRES = {
  attestation_paiement: ['destinataire'],
  contrat_reservation: [],
  appel_fonds: ['echeance_id', 'limite_le'],
  mise_en_demeure: ['delai_jours', 'envoi'],
  pv_remise: [
    'heure',
    'nombre_cles',
    ...COMPTEURS.map(([champ]) => champ),
    'reserves',
    'delai_reserves',
    'a_remplir',
  ],
  decompte: [],
  attestation_reservation: ['destinataire'],
} as const satisfies Record<PapierDeVente, readonly (keyof SaisiePapier & string)[]>

/** A paper of sums always bears the day of its issue, so its form has no date. */
export const porteUneDate = (type: PapierDeVente): boolean => !PAPIERS_DU_JOUR.includes(type)

/** Keeps the fields that the type of the paper has. */
export function toEnvoi(saisie: SaisiePapier) {
  const { type, langue, date } = saisie
  const propres: readonly string[] = PROPRES[type]
  return {
    type,
    langue,
    ...(porteUneDate(type) && { date }),
    ...Object.fromEntries(propres.map((champ) => [champ, saisie[champ] ?? ''])),
  }
}

interface ChampsDuPapierProps {
  form: UseFormReturnType<SaisiePapier>
  type: PapierDeVente
  /** Échéances that an appel de fonds can claim. */
  echeances: readonly EcheanceLue[]
}

const ENVOIS_OFFERTS = Object.entries(LIBELLES_DES_ENVOIS).map(([value, label]) => ({ value, label }))

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
            data={echeances.map((echeance) => ({
              value: String(echeance.id),
              label: libelleEcheance(echeance),
            }))}
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
