import { Button, Textarea, TextInput } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { papierInput } from '#features/documents/documents.contract.ts'
import {
  etablirEtImprimer,
  useEtablir,
  voirApercu,
  type DocumentLu,
} from '#features/documents/web/documents.queries.ts'
import styles from '#features/documents/web/documents.module.css'
import { libelleEcheance, aAppeler, toEnvoi, type SaisiePapier } from '#features/documents/web/papierSaisi.ts'
import type { DossierLu } from '#features/dossiers/web/dossiers.queries.ts'
import { aujourdhui } from '#shared/dates.ts'
import { PAPIERS, type Langue, type TypeDePapier } from '#shared/papiers.ts'
import { messageOf } from '#web/kit/api.ts'
import { Banner } from '#web/kit/Banner.tsx'
import { DateField } from '#web/kit/DateField.tsx'
import { FieldPair } from '#web/kit/FieldPair.tsx'
import { FieldTrio } from '#web/kit/FieldTrio.tsx'
import { useContractForm } from '#web/kit/form.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { withDateHint, withPrintHint } from '#web/kit/hints.ts'
import { NumberField } from '#web/kit/NumberField.tsx'
import { SelectField } from '#web/kit/SelectField.tsx'
import { useIdempotencyKey } from '#web/kit/useIdempotencyKey.ts'

interface EtablirDocumentProps {
  dossier: DossierLu
  type: TypeDePapier
  onClose: () => void
  onSaved: (saved: Pick<DocumentLu, 'id' | 'numero'> & { message: string }) => void
  /** It is issued, and could not be shown. */
  onPrintFailed: (error: unknown) => void
}

const LANGUES_OFFERTES = [
  { value: 'fr', label: 'Français' },
  { value: 'ar', label: 'العربية' },
]

/** Issues a paper of a dossier, after a look at it if one likes. */
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
  return (
    <FormDialog
      title={`${PAPIERS[type].libelle} - Dossier ${dossier.dossier}`}
      form={form}
      size={type === 'pv_remise' ? 'trio' : 'md'}
      onSubmit={async (values) => {
        setRefus(null)
        const saved = await etablirEtImprimer(
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
      <FieldPair>
        <DateField label="Date" withAsterisk required {...withDateHint(form.getInputProps('date'))} />
        <SelectField
          label="Langue"
          data={LANGUES_OFFERTES}
          {...form.getInputProps('langue')}
          value={form.values.langue}
          onChange={(langue) => form.setFieldValue('langue', (langue ?? 'fr') as Langue)}
        />
      </FieldPair>
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
          description="Vide : le délai réglé dans Paramètres, Documents."
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
