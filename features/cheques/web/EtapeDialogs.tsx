import { rejetInput, representationInput } from '#features/cheques/cheques.contract.ts'
import {
  type ChequeChange,
  useAnnulerEtape,
  useRejeterCheque,
  useRepresenterCheque,
} from '#features/cheques/web/cheques.queries.ts'
import { etatPrecedent, ETATS_CHEQUE } from '#features/paiements/modes.ts'
import { type PaiementLu, readPaiementLu } from '#features/paiements/web/paiements.queries.ts'
import { montantDuCheque } from '#features/cheques/web/cheques.onglets.ts'
import { enumerer } from '#shared/nommer.ts'
import { formatMontant } from '#shared/argent.ts'
import { aujourdhui } from '#shared/dates.ts'
import { ConfirmDialog } from '#web/kit/dialog/ConfirmDialog.tsx'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { DateField } from '#web/kit/field/DateField.tsx'
import { withPrintHint } from '#web/kit/field/hints.ts'
import { MoneyField } from '#web/kit/field/NumberField.tsx'
import { SuggestField } from '#web/kit/field/SuggestField.tsx'
import { useIdempotencyKey } from '#web/kit/form/adding.tsx'
import { useContractForm, useRecord } from '#web/kit/form/form.ts'

const MOTIFS = [
  'Provision insuffisante',
  'Opposition',
  'Signature non conforme',
  'Chèque irrégulier',
  'Compte clos',
]

interface EtapeProps {
  paiement: PaiementLu
  onClose: () => void
  /** Takes the changed payment, or the new one that represents it, with the server's message; the dialog then closes by itself. */
  onDone: (saved: ChequeChange) => void
}

export function RejeterDialog({ paiement, onClose, onDone }: EtapeProps) {
  const form = useContractForm<{ rejete_le: string; motif: string; frais_rejet: number | string }>(
    rejetInput,
    { rejete_le: aujourdhui(), motif: '', frais_rejet: 0 },
  )
  const { record, onReload } = useRecord(paiement, form, {
    read: readPaiementLu,
    toSaisie: () => form.getInitialValues(),
  })
  const cheque = record ?? paiement
  const { groupe } = cheque
  const rejeter = useRejeterCheque()
  const idempotencyKey = useIdempotencyKey()
  return (
    <FormDialog
      title="Rejeter le chèque"
      form={form}
      onSubmit={async (saisie) => {
        const { id, version } = cheque
        onDone(await rejeter.mutateAsync({ id, version, ...saisie, idempotencyKey }))
      }}
      onClose={onClose}
      {...(onReload && { onReload })}
      submitLabel="Rejeter"
      danger
      busyLabel="Traitement..."
      fallback="Erreur lors de l'enregistrement."
    >
      <p>
        Le reste à payer de <span data-nom>{cheque.client.nomComplet}</span> augmentera de{' '}
        {formatMontant(montantDuCheque(cheque))}.{' '}
        {groupe
          ? `Les reçus N° ${enumerer('fr', groupe.recus)} restent numérotés, marqués`
          : `Le reçu N° ${cheque.recu} reste numéroté, marqué`}{' '}
        «&nbsp;{groupe ? 'rejetés' : 'rejeté'}&nbsp;».
      </p>
      <DateField label="Date du rejet" withAsterisk {...form.getInputProps('rejete_le')} />
      <SuggestField
        label="Motif"
        withAsterisk
        required
        data={MOTIFS}
        maxLength={255}
        data-autofocus
        // The list would cover the fields below as soon as the dialog opens.
        openOnFocus={false}
        {...withPrintHint(form.getInputProps('motif'))}
      />
      <MoneyField label="Frais bancaires" step={0.01} {...form.getInputProps('frais_rejet')} />
    </FormDialog>
  )
}

export function RepresenterDialog({ paiement, onClose, onDone }: EtapeProps) {
  const form = useContractForm(representationInput, { date_paiement: aujourdhui() })
  const representer = useRepresenterCheque()
  const idempotencyKey = useIdempotencyKey()
  return (
    <FormDialog
      title="Représenter le chèque"
      form={form}
      onSubmit={async (saisie) => {
        onDone(await representer.mutateAsync({ id: paiement.id, ...saisie, idempotencyKey }))
      }}
      onClose={onClose}
      submitLabel="Représenter"
      busyLabel="Traitement..."
      fallback="Erreur lors de l'enregistrement."
    >
      <p>
        {paiement.groupe
          ? 'De nouveaux reçus seront émis\u00A0; ceux-ci restent «\u00A0rejetés\u00A0».'
          : 'Un nouveau reçu sera émis\u00A0; celui-ci reste «\u00A0rejeté\u00A0».'}
      </p>
      <DateField
        label="Date"
        withAsterisk
        data-autofocus
        openOnFocus={false}
        {...form.getInputProps('date_paiement')}
      />
    </FormDialog>
  )
}

export function AnnulerEtapeDialog({ paiement, onClose, onDone }: EtapeProps) {
  const annuler = useAnnulerEtape()
  const idempotencyKey = useIdempotencyKey()
  const { id, version, recu } = paiement
  return (
    <ConfirmDialog
      request={{
        title: 'Annuler la dernière étape',
        body: (
          <p>
            Le chèque du reçu N° {recu} redeviendra «&nbsp;
            {ETATS_CHEQUE[etatPrecedent(paiement) ?? 'recu']}&nbsp;».
          </p>
        ),
        confirmLabel: 'Confirmer',
        busyLabel: 'Traitement...',
        action: async () => onDone(await annuler.mutateAsync({ id, version, idempotencyKey })),
        fallback: "Erreur lors de l'enregistrement.",
        danger: false,
      }}
      onClose={onClose}
    />
  )
}
