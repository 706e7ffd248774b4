import { Textarea } from '@mantine/core'
import { ClientSelect } from '#features/clients/web/ClientSelect.tsx'
import { isPaid, partPayee } from '#features/dossiers/desistement.rules.ts'
import { dossiersErreurs } from '#features/dossiers/dossiers.erreurs.ts'
import { cessionInput } from '#features/dossiers/transferts.contract.ts'
import type { DialogDuDossierProps } from '#features/dossiers/web/actionsDuDossier.ts'
import { EmpecheParLivraison, isLivre } from '#features/dossiers/web/Empeche.tsx'
import { dossiersQueries, type DossierLu } from '#features/dossiers/web/dossiers.queries.ts'
import { useCeder } from '#features/dossiers/web/fins.queries.ts'
import styles from '#features/dossiers/web/fins.module.css'
import { useReglagesFins, type ReglagesFins } from '#features/dossiers/web/reglagesVentes.ts'
import { fromDecimal } from '#shared/argent.ts'
import { Banner } from '#web/kit/Banner.tsx'
import { useContractForm } from '#web/kit/form.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { withPrintHint } from '#web/kit/hints.ts'
import { MoneyField } from '#web/kit/MoneyField.tsx'
import { useIdempotencyKey } from '#web/kit/useIdempotencyKey.ts'
import { useRecord } from '#web/kit/useRecord.ts'

interface Saisie extends Record<string, unknown> {
  client_id: number | null
  frais: number | string
  motif: string
}

/** Gives a sale to another client: opens once it is known what the firm demands. */
export function Ceder(props: DialogDuDossierProps) {
  const reglages = useReglagesFins()
  return reglages ? <Formulaire {...props} reglages={reglages} /> : null
}

function Formulaire({
  dossier: listed,
  reglages,
  onClose,
  onSaved,
}: DialogDuDossierProps & { reglages: ReglagesFins }) {
  const form = useContractForm<Saisie>(cessionInput, {
    client_id: null,
    frais: reglages.cession_frais ?? '',
    motif: '',
  })
  const { record = listed, onReload } = useRecord<DossierLu, Saisie>(listed, form, {
    read: (id, client) => client.fetchQuery({ ...dossiersQueries.read(id), staleTime: 0 }),
    toSaisie: () => form.getInitialValues(),
  })
  const ceder = useCeder()
  const idempotencyKey = useIdempotencyKey()
  const refus = refusOf(record, reglages)
  return (
    <FormDialog
      title={`Céder à un autre client - Dossier ${record.dossier}`}
      form={form}
      onSubmit={async (values) => {
        const { id, version } = record
        // Nobody gets here without a client: the schema asks for him.
        const client_id = values.client_id ?? 0
        const { message } = await ceder.mutateAsync({ ...values, client_id, id, version, idempotencyKey })
        onSaved(message)
      }}
      onClose={onClose}
      onReload={onReload}
      submitLabel="Céder"
      busyLabel="Enregistrement..."
      fallback="Erreur lors de la cession."
      disabled={isLivre(record) || refus !== null}
    >
      <EmpecheParLivraison dossier={record} />
      {refus !== null && !isLivre(record) && <Banner kind="error">{refus}</Banner>}
      <ClientSelect
        label="Nouveau client"
        required
        withAsterisk
        placeholder="Choisir un client"
        data-autofocus
        {...form.getInputProps('client_id')}
        value={form.values.client_id}
        onChange={(id) => {
          form.setFieldValue('client_id', id)
          form.clearFieldError('client_id')
        }}
      />
      <MoneyField
        label="Frais de cession"
        description="Notés avec la cession, hors du prix."
        {...form.getInputProps('frais')}
      />
      <Textarea
        label="Motif"
        withAsterisk
        required
        autosize
        minRows={2}
        maxLength={500}
        {...withPrintHint(form.getInputProps('motif'))}
      />
      <p className={styles.phrase}>
        Les paiements de <span data-nom>{record.client.nomComplet}</span> restent dans le dossier ; leurs
        reçus gardent son nom.
      </p>
    </FormDialog>
  )
}

/** What the firm's own rules refuse, before anything is filled in. */
function refusOf(
  { contrat_le, totalPaye, montant }: DossierLu,
  { cession_avant_contrat, cession_paye }: ReglagesFins,
): string | null {
  if (cession_avant_contrat && contrat_le !== null) return dossiersErreurs.cessionEtape.message
  if (cession_paye === null) return null
  const [paye, prix, demande] = [fromDecimal(totalPaye), fromDecimal(montant), fromDecimal(cession_paye)]
  if (isPaid(paye, prix, demande)) return null
  return dossiersErreurs.cessionPaye.message({ demande, paye: partPayee(paye, prix) })
}
