import { Button, Textarea, TextInput } from '@mantine/core'
import { useId, useRef } from 'react'
import { paiementInput } from '#features/paiements/paiement.contract.ts'
import { CHAMPS_DU_BIEN } from '#features/paiements/web/bienDuPaiement.ts'
import { ChoixDuBien } from '#features/paiements/web/ChoixDuBien.tsx'
import {
  readPaiementLu,
  useCreatePaiement,
  useRelirePaiements,
  useUpdatePaiement,
  type PaiementLu,
} from '#features/paiements/web/paiements.queries.ts'
import styles from '#features/paiements/web/paiements.module.css'
import {
  bienChoisi,
  toSaisie,
  useBiensOfferts,
  useReste,
  type PaiementConnu,
  type Reste,
  type Saisie,
} from '#features/paiements/web/usePaiement.ts'
import { formatMontant, toDecimal } from '#shared/argent.ts'
import { ApiError } from '#web/kit/api.ts'
import { DateField } from '#web/kit/DateField.tsx'
import { FieldTrio } from '#web/kit/FieldTrio.tsx'
import { useContractForm } from '#web/kit/form.ts'
import { useIdempotencyKey } from '#web/kit/useIdempotencyKey.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { MoneyField } from '#web/kit/MoneyField.tsx'
import { useRecord } from '#web/kit/useRecord.ts'
import { withDateHint, withPrintHint } from '#web/kit/hints.ts'

interface PaiementDialogProps extends PaiementConnu {
  onClose: () => void
  /** Once it is saved, with the server's sentence, and as it was when it was edited; the dialog closes by itself. */
  onSaved: (saved: PaiementLu & { message: string }, avant: PaiementLu | undefined) => void
  /** After « Enregistrer et imprimer ». */
  onPrint: (id: number) => void
}

/** Adds or edits a payment (D3 §2.3, §2.4): client, one of his biens, day, amount, with what will remain always in sight. */
export function PaiementDialog(props: PaiementDialogProps) {
  const { onSaved, onPrint } = props
  const form = useContractForm(paiementInput, toSaisie(props))
  const { record: paiement, onReload } = useRecord(props.paiement, form, {
    read: readPaiementLu,
    toSaisie: (fresh) => toSaisie({ paiement: fresh }),
    together: ['client_id', ...CHAMPS_DU_BIEN],
    onFresh: (fresh) =>
      fresh.vente_terminee &&
      form.setValues({ ...toSaisie({ paiement: fresh }), details: form.getValues().details }),
  })
  const compteId = useId()
  const idempotencyKey = useIdempotencyKey()
  const create = useCreatePaiement()
  const update = useUpdatePaiement()
  const relire = useRelirePaiements()
  const { values } = form
  const biens = useBiensOfferts(values.client_id)
  const reste = useReste(bienChoisi(values), biens, values, paiement)
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
      <ChoixDuBien form={form} biens={biens} disabled={figee} startsHere={!known} />
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

interface ResteAPayerProps {
  reste: Reste
  /** Where the sum stands that it comes from. */
  describedBy: string
}

/** The remainder of the payment form: read-only, computed at every key. */
function ResteAPayer({ reste: { compte, pending, failure }, describedBy }: ResteAPayerProps) {
  return (
    <TextInput
      label="Reste à payer"
      readOnly
      value={compte ? formatMontant(compte.apres) : pending ? 'Calcul...' : ''}
      placeholder="Choisissez un bien"
      aria-describedby={describedBy}
      error={failure}
      classNames={{ input: styles.reste }}
      data-negatif={compte !== null && compte.apres < 0 ? true : undefined}
    />
  )
}

interface CompteDuResteProps {
  id: string
  reste: Reste
  /** In decimal dinars. */
  onToutPayer: (montant: number) => void
}

/** Below the row of the amount: the sum the remainder comes from, and what can be done about it. */
function CompteDuReste({ id, reste, onToutPayer }: CompteDuResteProps) {
  const { compte, semblable, failure, refresh } = reste
  const sum = compte && [
    formatMontant(compte.prix),
    compte.paye > 0 && `− ${formatMontant(compte.paye)} déjà payés`,
    compte.versement > 0 && `− ${formatMontant(compte.versement)} saisis`,
  ]
  return (
    <div className={styles.compte}>
      <p id={id} className={styles.somme}>
        {sum?.filter(Boolean).join(' ')}
      </p>
      {failure !== null && (
        <Button variant="default" size="sm" onClick={() => void refresh()}>
          Réessayer
        </Button>
      )}
      {compte && compte.avant > 0 && compte.versement !== compte.avant && (
        <Button
          variant="subtle"
          size="sm"
          className={styles.tout}
          onClick={() => onToutPayer(toDecimal(compte.avant))}
        >
          Verser tout le reste
        </Button>
      )}
      <p className={styles.semblable} role="status">
        {semblable && `Le reçu N° ${semblable} est déjà de ce montant, le même jour, pour ce bien.`}
      </p>
    </div>
  )
}
