import { ClientSelect } from '#features/clients/web/ClientSelect.tsx'
import { refusDeLaCession } from '#features/ventes/dossiers.rules.ts'
import { ventesErreurs } from '#features/ventes/ventes.erreurs.ts'
import { cessionInput } from '#features/ventes/fins.contract.ts'
import type { DialogDuDossierProps } from '#features/ventes/web/dialogDuDossier.ts'
import { isLivre } from '#features/ventes/web/dossiers.words.ts'
import { rereadDossier, useCedeDossier, type DossierLu } from '#features/ventes/web/dossiers.queries.ts'
import { useReglagesFins, type ReglagesFins } from '#features/parametres/web/parametres.queries.ts'
import { fromDecimal } from '#shared/argent.ts'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import { useContractForm, useRecord } from '#web/kit/form/form.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { withPrintHint } from '#web/kit/field/hints.ts'
import { MotifField } from '#web/kit/field/MotifField.tsx'
import { MoneyField } from '#web/kit/field/NumberField.tsx'
import { useIdempotencyKey } from '#web/kit/form/adding.tsx'

interface Saisie extends Record<string, unknown> {
  client_id: number | null
  frais: number | string
  motif: string
}

/** The form opens once the firm's rules for a cession have loaded. */
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
    read: rereadDossier,
    toSaisie: () => form.getInitialValues(),
  })
  const cede = useCedeDossier()
  const idempotencyKey = useIdempotencyKey()
  const refus = refusOf(record, reglages)
  return (
    <FormDialog
      title={`Céder à un autre client - Dossier ${record.dossier}`}
      form={form}
      onSubmit={async (values) => {
        const { id, version } = record
        // The schema requires a client, so the fallback is never sent.
        const client_id = values.client_id ?? 0
        const { message } = await cede.mutateAsync({ ...values, client_id, id, version, idempotencyKey })
        onSaved(message)
      }}
      onClose={onClose}
      onReload={onReload}
      submitLabel="Céder"
      busyLabel="Enregistrement..."
      fallback="Erreur lors de la cession."
      disabled={isLivre(record) || refus !== null}
    >
      {isLivre(record) && <Banner kind="error">{ventesErreurs.venteLivree.message}</Banner>}
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
      <MotifField {...withPrintHint(form.getInputProps('motif'))} />
      <p className="flat">
        Les paiements de <span data-nom>{record.client.nomComplet}</span> restent dans le dossier ; leurs
        reçus gardent son nom.
      </p>
    </FormDialog>
  )
}

/** Sentence of the firm's rule that forbids this cession, shown before the member fills the form in. */
function refusOf(
  { contrat_le, totalPaye, montant }: DossierLu,
  { cession_avant_contrat, cession_paye }: ReglagesFins,
): string | null {
  const [paye, prix] = [fromDecimal(totalPaye), fromDecimal(montant)]
  const regle = {
    cession_avant_contrat,
    cession_paye: cession_paye === null ? null : fromDecimal(cession_paye),
  }
  return refusDeLaCession({ contrat_le, prix, paye }, regle)?.message ?? null
}
