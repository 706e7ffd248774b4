import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  aVendreQueries,
  findAVendre,
  optionAVendre,
  surfaceAVendre,
  type BienAVendreLu,
} from '#features/biens/web/aVendre.queries.ts'
import { brokenPrix } from '#features/biens/biens.rules.ts'
import { transfertInput } from '#features/ventes/fins.contract.ts'
import type { DialogDuDossierProps } from '#features/ventes/web/DialogsDuDossier.tsx'
import { ApercuDuTransfert } from '#features/ventes/web/ApercuDuTransfert.tsx'
import { ventesErreurs } from '#features/ventes/ventes.erreurs.ts'
import { isLivre } from '#features/ventes/web/dossiers.words.ts'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import { rereadDossier, useTransferer, type DossierLu } from '#features/ventes/web/dossiers.queries.ts'
import styles from '#features/ventes/web/fins.module.css'
import { brokenBloc } from '#features/echeanciers/echeancier.rules.ts'
import { ResidenceSelect } from '#features/structure/web/LieuSelects.tsx'
import { fromDecimal, readCentiemes } from '#shared/argent.ts'
import { GENRES, TYPES_DE_BIEN, type TypeBien } from '#shared/biens.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { FieldPair } from '#web/kit/form/FieldPair.tsx'
import { useContractForm, useRecord } from '#web/kit/form/form.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { withPrintHint } from '#web/kit/field/hints.ts'
import { LookupSelect } from '#web/kit/select/LookupSelect.tsx'
import { MotifField } from '#web/kit/field/MotifField.tsx'
import { MoneyField } from '#web/kit/field/NumberField.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { SelectField } from '#web/kit/select/SelectField.tsx'
import { useLookup } from '#web/kit/select/useLookup.ts'
import { useIdempotencyKey } from '#web/kit/form/adding.tsx'

interface Saisie extends Record<string, unknown> {
  residence_id: number | null
  type: TypeBien
  bien_id: number | null
  montant: number | string
  motif: string
}

const TYPES = TYPES_DE_BIEN.map((type) => ({ value: type, label: GENRES[type].nom }))
const ERREUR = 'Erreur lors du chargement des biens.'

function useBiensAVendre({ residence_id, type, bien_id }: Saisie, client_id: number) {
  const client = useQueryClient()
  const source = useMemo(
    () => ({
      choix: aVendreQueries.choix({ residence_id: residence_id ?? undefined, type, client_id }),
      read: aVendreQueries.found(client),
    }),
    [client, residence_id, type, client_id],
  )
  const { options, ...lookup } = useLookup({
    ...source,
    toOption: optionAVendre,
    value: bien_id,
    error: ERREUR,
  })
  return { options, lookup, find: (id: number) => findAVendre(client, id) }
}

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
  const { options, lookup, find } = useBiensAVendre(form.values, record.client.id)
  const aucun = !lookup.searching && lookup.unloaded === null && options.length === 0
  const transferer = useTransferer()
  const idempotencyKey = useIdempotencyKey()
  const prix = readCentiemes(montant)
  const sousPaye = prix === null ? null : brokenPrix(prix, fromDecimal(record.totalPaye))
  const sansBloc = brokenBloc(type, record.echeances)
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
          label="Bien"
          withAsterisk
          required
          data-autofocus
          placeholder="Numéro, bloc ou résidence"
          description={aucun ? 'Aucun bien à vendre ne correspond.' : undefined}
          {...form.getInputProps('bien_id')}
          options={options}
          lookup={lookup}
          renderLine={({ value, label }) => (
            <span className={styles.option}>
              <span data-nom>{label}</span>
              <Prix bien={find(Number(value))} />
            </span>
          )}
          error={form.errors['bien_id'] ?? (lookup.unloaded ? messageOf(lookup.unloaded, ERREUR) : undefined)}
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
          {...form.getInputProps('montant')}
          error={sousPaye?.message ?? form.errors['montant']}
        />
      </FieldPair>
      <MotifField {...withPrintHint(form.getInputProps('motif'))} />
      {bien_id !== null && prix !== null && !sousPaye && <ApercuDuTransfert dossier={record} prix={prix} />}
    </FormDialog>
  )
}

function Prix({ bien }: { bien: BienAVendreLu | undefined }) {
  return (
    bien && (
      <span className={styles.dim}>
        {bien.surface !== null && `${surfaceAVendre(bien)} · `}
        <Montant decimal={bien.montant} />
        {bien.option && <span data-nom>, option de {bien.option.nom}</span>}
      </span>
    )
  )
}
