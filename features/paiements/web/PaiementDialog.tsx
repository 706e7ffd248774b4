import { Textarea } from '@mantine/core'
import { useId, useRef } from 'react'
import { paiementInput } from '#features/paiements/paiements.contract.ts'
import { ChoixDuBien } from '#features/paiements/web/ChoixDuBien.tsx'
import {
  readPaiementLu,
  useCreatePaiement,
  useRelirePaiements,
  useUpdatePaiement,
  type PaiementLu,
} from '#features/paiements/web/paiements.queries.ts'
import { CompteDuReste, ResteAPayer } from '#features/paiements/web/ResteAPayer.tsx'
import { bienChoisi, CHAMPS_DU_BIEN, type Saisie } from '#features/paiements/web/saisie.ts'
import { useReste } from '#features/paiements/web/useReste.ts'
import { aujourdhui } from '#shared/dates.ts'
import { ApiError } from '#web/kit/api.ts'
import { DateField } from '#web/kit/DateField.tsx'
import { FieldTrio } from '#web/kit/FieldTrio.tsx'
import { useContractForm } from '#web/kit/form.ts'
import { useIdempotencyKey } from '#web/kit/useIdempotencyKey.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { MoneyField } from '#web/kit/MoneyField.tsx'
import { useRecord } from '#web/kit/useRecord.ts'
import { withDateHint, withPrintHint } from '#web/kit/hints.ts'
import type { BienDesigne } from '#shared/biens.ts'

export interface PaiementDialogProps {
  /** The payment to edit; none to add one. */
  paiement?: PaiementLu
  /** What is known already where the dialog is opened: a client, his bien. */
  clientId?: number
  bien?: BienDesigne
  onClose: () => void
  /** Once it is saved, with the server's sentence, and as it was when it was edited; the dialog closes by itself. */
  onSaved: (saved: PaiementLu & { message: string }, avant: PaiementLu | undefined) => void
  /** After « Enregistrer et imprimer ». */
  onPrint: (id: number) => void
}

function initialValues({ paiement, clientId, bien }: Partial<PaiementDialogProps>): Saisie {
  const { type, id = null } = bien ?? {}
  return {
    client_id: paiement?.client_id ?? clientId ?? null,
    appartement_id: paiement ? paiement.appartement_id : type === 'appartement' ? id : null,
    place_parking_id: paiement ? paiement.place_parking_id : type === 'place_parking' ? id : null,
    local_id: paiement ? paiement.local_id : type === 'local' ? id : null,
    date_paiement: paiement?.date_paiement ?? aujourdhui(),
    versement: paiement?.versement ?? '',
    details: paiement?.details ?? '',
  }
}

/** Adds or edits a payment (D3 §2.3, §2.4): client, one of his biens, day, amount, with what will remain always in sight. */
export function PaiementDialog(props: PaiementDialogProps) {
  const { onSaved, onPrint } = props
  const form = useContractForm(paiementInput, initialValues(props))
  const { record: paiement, onReload } = useRecord(props.paiement, form, {
    read: readPaiementLu,
    toSaisie: (fresh) => initialValues({ paiement: fresh }),
    together: ['client_id', ...CHAMPS_DU_BIEN],
    onFresh: (fresh) =>
      fresh.vente_terminee &&
      form.setValues({ ...initialValues({ paiement: fresh }), details: form.getValues().details }),
  })
  const compteId = useId()
  const idempotencyKey = useIdempotencyKey()
  const create = useCreatePaiement()
  const update = useUpdatePaiement()
  const relire = useRelirePaiements()
  const { values } = form
  const reste = useReste(bienChoisi(values), values.client_id, values, paiement)
  // Of an ended sale only the details can still be corrected (Q172).
  const figee = paiement?.vente_terminee === true
  const saved = useRef(0)
  const avant = useRef<PaiementLu>(undefined)
  // Then the amount is what remains to be typed.
  const known = Boolean(props.bien ?? props.paiement)

  function close() {
    if (create.isError || update.isError) relire()
    props.onClose()
  }
  async function save(saisie: Saisie) {
    // The form has checked that there is a client: null never gets here.
    const body = { ...saisie, client_id: saisie.client_id ?? '' }
    const answer = paiement
      ? await update.mutateAsync({ id: paiement.id, version: paiement.version, ...body }).catch(lost)
      : await create.mutateAsync({ ...body, idempotencyKey })
    saved.current = answer.id
    onSaved(answer, avant.current ?? paiement)
  }
  // An answer that is lost may hide a correction: what is told once it is sent again is told against what was there before.
  function lost(error: unknown): never {
    if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) avant.current ??= paiement
    throw error
  }
  async function reload() {
    await onReload?.()
    await reste.refresh()
  }

  return (
    <FormDialog
      title={paiement ? 'Modifier le paiement' : 'Ajouter un paiement'}
      form={form}
      onSubmit={save}
      onClose={close}
      onReload={reload}
      submitLabel={paiement ? 'Mettre à jour' : 'Enregistrer'}
      busyLabel={paiement ? 'Mise à jour...' : 'Enregistrement...'}
      fallback={
        paiement
          ? 'Erreur lors de la mise à jour. Vérifiez les champs.'
          : 'Erreur lors de la création du paiement.'
      }
      disabled={reste.refus !== null && !figee}
      size="trio"
      {...(!paiement && {
        second: {
          label: 'Enregistrer et imprimer',
          after: () => {
            props.onClose()
            onPrint(saved.current)
          },
        },
      })}
    >
      {figee && (
        <p>La vente de ce bien est terminée : seuls les détails de ce paiement peuvent être corrigés.</p>
      )}
      <ChoixDuBien form={form} disabled={figee} startsHere={!known} />
      <FieldTrio>
        <DateField
          label="Date"
          withAsterisk
          disabled={figee}
          {...withDateHint(form.getInputProps('date_paiement'))}
        />
        <MoneyField
          label="Montant"
          withAsterisk
          step={0.01}
          disabled={figee}
          data-autofocus={(known && !figee) || undefined}
          {...form.getInputProps('versement')}
          error={reste.refus ?? form.errors['versement']}
        />
        {!figee && <ResteAPayer reste={reste} describedBy={compteId} />}
      </FieldTrio>
      {!figee && (
        <CompteDuReste
          id={compteId}
          reste={reste}
          onToutPayer={(montant) => form.setFieldValue('versement', montant)}
        />
      )}
      <Textarea
        label="Détails"
        autosize
        minRows={2}
        maxLength={2000}
        data-autofocus={figee || undefined}
        {...withPrintHint(form.getInputProps('details'))}
      />
    </FormDialog>
  )
}
