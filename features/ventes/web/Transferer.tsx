import type { BienAVendreLu } from '#features/biens/web/aVendre.queries.ts'
import { useAVendre } from '#features/biens/web/useAVendre.tsx'
import { refusDuPrix } from '#features/etats/etats.rules.ts'
import { transfertInput } from '#features/ventes/fins.contract.ts'
import type { DialogDuDossierProps } from '#features/ventes/web/dialogDuDossier.ts'
import { ApercuDuTransfert } from '#features/ventes/web/ApercuDuTransfert.tsx'
import { ventesErreurs } from '#features/ventes/ventes.erreurs.ts'
import { AIDE_PRIX_CONVENU, isLivre } from '#features/ventes/web/dossiers.words.ts'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import { rereadDossier, useTransferer, type DossierLu } from '#features/ventes/web/dossiers.queries.ts'
import { refusDuStadeSansBloc } from '#features/echeanciers/echeancier.rules.ts'
import { ResidenceSelect } from '#features/structure/web/LieuSelects.tsx'
import { fromDecimal, readCentiemes } from '#shared/argent.ts'
import { GENRES, TYPES_DE_BIEN, type TypeBien } from '#shared/biens.ts'
import { FieldPair } from '#web/kit/form/FieldPair.tsx'
import { useContractForm, useRecord } from '#web/kit/form/form.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { withHelp, withPrintHint } from '#web/kit/field/hints.ts'
import { MotifField } from '#web/kit/field/MotifField.tsx'
import { MoneyField } from '#web/kit/field/NumberField.tsx'
import { LookupSelect } from '#web/kit/select/LookupSelect.tsx'
import { SelectField } from '#web/kit/select/SelectField.tsx'
import { useIdempotencyKey } from '#web/kit/form/adding.tsx'

interface Saisie extends Record<string, unknown> {
  residence_id: number | null
  type: TypeBien
  bien_id: number | null
  montant: number | string
  motif: string
}

const TYPES = TYPES_DE_BIEN.map((type) => ({ value: type, label: GENRES[type].nom }))

export function Transferer({ dossier: listed, onClose, onSaved }: DialogDuDossierProps) {
  const form = useContractForm<Saisie>(transfertInput, {
    residence_id: listed.bien.residence_id || null,
    type: listed.bien.type,
    bien_id: null,
    montant: '',
    motif: '',
  })
  const { record = listed, onReload } = useRecord<DossierLu, Saisie>(listed, form, {
    read: rereadDossier,
    toSaisie: () => form.getInitialValues(),
  })
  const { residence_id, type, bien_id, montant } = form.values
  const choix = { residence_id: residence_id ?? undefined, type, client_id: record.client.id }
  const { find, field } = useAVendre(choix, bien_id, optionOf)
  const transferer = useTransferer()
  const idempotencyKey = useIdempotencyKey()
  const prix = readCentiemes(montant)
  const sousPaye = prix === null ? null : refusDuPrix(prix, fromDecimal(record.totalPaye))
  const sansBloc = refusDuStadeSansBloc(type, record.echeances)
  const narrow = (values: Partial<Saisie>) => {
    form.setValues({ ...values, bien_id: null, montant: '' })
    form.clearFieldError('bien_id')
  }
  return (
    <FormDialog
      title={`Transférer vers un autre bien - Dossier ${record.dossier}`}
      form={form}
      onSubmit={async ({ motif }) => {
        const { id, version } = record
        const envoi = { id, version, bien_id: bien_id ?? 0, montant, motif, idempotencyKey }
        onSaved((await transferer.mutateAsync(envoi)).message)
      }}
      onClose={onClose}
      onReload={onReload}
      submitLabel="Transférer"
      busyLabel="Enregistrement..."
      fallback="Erreur lors du transfert."
      size="xl"
      disabled={isLivre(record) || sansBloc !== null || sousPaye !== null}
    >
      {isLivre(record) && <Banner kind="error">{ventesErreurs.venteLivree.message}</Banner>}
      <FieldPair>
        <ResidenceSelect
          label="Résidence"
          placeholder="Choisir une résidence"
          value={residence_id}
          onChange={(id) => narrow({ residence_id: id })}
        />
        <SelectField
          label="Type"
          data={TYPES}
          value={type}
          onChange={(value) => narrow({ type: TYPES_DE_BIEN.find((one) => one === value) ?? type })}
          error={sansBloc?.message}
        />
      </FieldPair>
      <FieldPair>
        <LookupSelect
          {...field}
          data-autofocus
          {...form.getInputProps('bien_id')}
          error={form.errors['bien_id'] ?? field.error}
          value={bien_id}
          onChange={(id) => {
            form.setValues({ bien_id: id, montant: (id !== null && find(id)?.montant) || '' })
            form.clearFieldError('bien_id')
            form.clearFieldError('montant')
          }}
        />
        <MoneyField
          label="Prix convenu"
          placeholder="Celui du bien"
          {...withHelp(
            { ...form.getInputProps('montant'), error: sousPaye?.message ?? form.errors['montant'] },
            AIDE_PRIX_CONVENU,
          )}
        />
      </FieldPair>
      <MotifField {...withPrintHint(form.getInputProps('motif'))} />
      {bien_id !== null && prix !== null && !sousPaye && <ApercuDuTransfert dossier={record} prix={prix} />}
    </FormDialog>
  )
}

const optionOf = ({ option }: BienAVendreLu) => option && <span data-nom>, option de {option.nom}</span>
