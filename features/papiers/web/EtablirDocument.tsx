import { Button, Textarea, TextInput } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { papierInput } from '#features/papiers/papiers.contract.ts'
import {
  issueAndPrint,
  useEtablir,
  voirApercu,
  type DocumentLu,
} from '#features/papiers/web/documents.queries.ts'
import styles from '#features/papiers/web/documents.module.css'
import type { DossierLu, EcheanceLue } from '#features/ventes/web/dossiers.queries.ts'
import { aujourdhui } from '#shared/dates.ts'
import { PAPIERS, type Langue, type TypeDePapier, PAPIERS_DU_JOUR } from '#shared/papiers.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import { DateField } from '#web/kit/field/DateField.tsx'
import { FieldPair, FieldTrio } from '#web/kit/form/FieldPair.tsx'
import { useContractForm } from '#web/kit/form/form.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { withDateHint, withPrintHint } from '#web/kit/field/hints.ts'
import { NumberField } from '#web/kit/field/NumberField.tsx'
import { SelectField } from '#web/kit/select/SelectField.tsx'
import { useIdempotencyKey } from '#web/kit/form/adding.tsx'
import { formatMontant, fromDecimal } from '#shared/argent.ts'

interface EtablirDocumentProps {
  dossier: DossierLu
  type: TypeDePapier
  onClose: () => void
  onSaved: (saved: Pick<DocumentLu, 'id' | 'numero'> & { message: string }) => void
  /** The paper was issued but could not be shown. */
  onPrintFailed: (error: unknown) => void
}

const LANGUES_OFFERTES = [
  { value: 'fr', label: 'Français' },
  { value: 'ar', label: 'العربية' },
]

export function EtablirDocument({ dossier, type, onClose, onSaved, onPrintFailed }: EtablirDocumentProps) {
  const echeances = aAppeler(dossier)
  const form = useContractForm<SaisiePapier>(papierInput, {
    type,
    langue: 'fr',
    date: aujourdhui(),
    destinataire: '',
    echeance_id: type === 'appel_fonds' ? String(echeances[0]?.id ?? '') : '',
    delai_jours: '',
    compteur_electricite: '',
    compteur_gaz: '',
    compteur_eau: '',
    nombre_cles: '',
    reserves: '',
  })
  const etablir = useEtablir()
  const idempotencyKey = useIdempotencyKey()
  const [refus, setRefus] = useState<string | null>(null)
  async function look() {
    setRefus(null)
    if (form.validate().hasErrors) return
    try {
      await voirApercu(dossier.id, toEnvoi(form.getValues()))
    } catch (error) {
      setRefus(messageOf(error, "Erreur lors de la préparation de l'aperçu."))
    }
  }
  const langue = (
    <SelectField
      label="Langue"
      data={LANGUES_OFFERTES}
      {...form.getInputProps('langue')}
      value={form.values.langue}
      onChange={(choisie) => form.setFieldValue('langue', (choisie ?? 'fr') as Langue)}
    />
  )
  return (
    <FormDialog
      title={`${PAPIERS[type].libelle} - Dossier ${dossier.dossier}`}
      form={form}
      size={type === 'pv_remise' ? 'trio' : 'md'}
      onSubmit={async (values) => {
        setRefus(null)
        const saved = await issueAndPrint(
          () => etablir.mutateAsync({ ...toEnvoi(values), id: dossier.id, idempotencyKey }),
          onPrintFailed,
        )
        onSaved(saved)
      }}
      onClose={onClose}
      submitLabel="Établir et imprimer"
      busyLabel="Établissement..."
      fallback="Erreur lors de l'établissement du document."
    >
      {porteUneDate(type) ? (
        <FieldPair>
          <DateField label="Date" withAsterisk required {...withDateHint(form.getInputProps('date'))} />
          {langue}
        </FieldPair>
      ) : (
        langue
      )}
      {type === 'attestation_paiement' && (
        <TextInput
          label="À l'attention de"
          autoComplete="off"
          maxLength={255}
          {...withPrintHint(form.getInputProps('destinataire'))}
        />
      )}
      {type === 'appel_fonds' && (
        <SelectField
          label="Échéance"
          withAsterisk
          required
          data={echeances.map((une) => ({ value: String(une.id), label: libelleEcheance(une) }))}
          placeholder="Choisir une échéance"
          {...form.getInputProps('echeance_id')}
          value={form.values.echeance_id || null}
        />
      )}
      {type === 'mise_en_demeure' && (
        <NumberField
          label="Délai (jours)"
          description="Laissez vide pour prendre le délai réglé dans Paramètres, Documents."
          decimalScale={0}
          {...form.getInputProps('delai_jours')}
        />
      )}
      {type === 'pv_remise' && (
        <>
          <NumberField
            label="Nombre de clés remises"
            decimalScale={0}
            {...form.getInputProps('nombre_cles')}
          />
          <FieldTrio>
            <TextInput
              label="Compteur d'électricité"
              autoComplete="off"
              maxLength={50}
              {...withPrintHint(form.getInputProps('compteur_electricite'))}
            />
            <TextInput
              label="Compteur de gaz"
              autoComplete="off"
              maxLength={50}
              {...withPrintHint(form.getInputProps('compteur_gaz'))}
            />
            <TextInput
              label="Compteur d'eau"
              autoComplete="off"
              maxLength={50}
              {...withPrintHint(form.getInputProps('compteur_eau'))}
            />
          </FieldTrio>
          <Textarea
            label="Réserves"
            autosize
            minRows={2}
            maxRows={10}
            maxLength={4000}
            {...withPrintHint(form.getInputProps('reserves'))}
          />
        </>
      )}
      {refus !== null && <Banner kind="error">{refus}</Banner>}
      <Button
        className={styles.apercu}
        variant="default"
        size="sm"
        leftSection={<IconEye size={18} stroke={1.6} />}
        onClick={() => void look()}
      >
        Aperçu
      </Button>
    </FormDialog>
  )
}

/** Form fields of all papers; {@link toEnvoi} keeps the fields of one type. */
interface SaisiePapier extends Record<string, string | number> {
  type: TypeDePapier
  langue: Langue
  date: string
  destinataire: string
  echeance_id: string
  delai_jours: number | string
  compteur_electricite: string
  compteur_gaz: string
  compteur_eau: string
  nombre_cles: number | string
  reserves: string
}

const PROPRES = {
  attestation_paiement: ['destinataire'],
  contrat_reservation: [],
  appel_fonds: ['echeance_id'],
  mise_en_demeure: ['delai_jours'],
  pv_remise: ['compteur_electricite', 'compteur_gaz', 'compteur_eau', 'nombre_cles', 'reserves'],
  decompte: [],
} as const satisfies Record<TypeDePapier, readonly (keyof SaisiePapier & string)[]>

/** A paper of sums always bears the day of its issue, so its form has no date. */
const porteUneDate = (type: TypeDePapier): boolean => !PAPIERS_DU_JOUR.includes(type)

function toEnvoi(saisie: SaisiePapier) {
  const { type, langue, date } = saisie
  const propres: readonly string[] = PROPRES[type]
  return {
    type,
    langue,
    ...(porteUneDate(type) && { date }),
    ...Object.fromEntries(propres.map((champ) => [champ, saisie[champ]])),
  }
}

/** Échéances that an appel de fonds can claim: due today or earlier, and not fully paid. */
const aAppeler = ({ echeances }: Pick<DossierLu, 'echeances'>): EcheanceLue[] =>
  echeances.filter(
    ({ exigible_le, reste }) => exigible_le !== null && exigible_le <= aujourdhui() && reste > 0,
  )

const libelleEcheance = ({ libelle, reste }: Pick<EcheanceLue, 'libelle' | 'reste'>): string =>
  `${libelle}, ${formatMontant(fromDecimal(reste))}`
