import { Button, Textarea, TextInput } from '@mantine/core'
import { useId, useRef } from 'react'
import { paiementInput } from '#features/paiements/paiement.contract.ts'
import { CHAMPS_DU_BIEN } from '#features/paiements/web/bienDuPaiement.ts'
import { ChoixDuBien } from '#features/paiements/web/ChoixDuBien.tsx'
import { toEnvoi, useEnvoi, type EnvoiEchoue } from '#features/paiements/web/EnvoiJustificatif.tsx'
import { JustificatifField } from '#features/paiements/web/Justificatif.tsx'
import { MoyenFields } from '#features/paiements/web/MoyenFields.tsx'
import { EcheanceAVerser } from '#features/paiements/web/EcheanceAVerser.tsx'
import { figesDe, toMoyenEnvoye, type Figes } from '#features/paiements/web/moyenSaisi.ts'
import {
  readPaiementLu,
  useCreatePaiement,
  useRelirePaiements,
  useUpdatePaiement,
  type PaiementEnregistre,
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
import { useFile } from '#web/kit/FileField.tsx'
import { useIdempotencyKey } from '#web/kit/useIdempotencyKey.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { MoneyField } from '#web/kit/MoneyField.tsx'
import { useRecord } from '#web/kit/useRecord.ts'
import { withDateHint, withPrintHint } from '#web/kit/hints.ts'

interface PaiementDialogProps extends PaiementConnu {
  onClose: () => void
  /** Once it is saved, with the server's sentence, and as it was when it was edited; the dialog closes by itself. */
  onSaved: (saved: PaiementEnregistre, avant: PaiementLu | undefined) => void
  /** The payment is saved, its proof is not. */
  onEchec: (echec: EnvoiEchoue) => void
  /** After « Enregistrer et imprimer ». */
  onPrint: (id: number) => void
}

/** Adds or edits a payment (D3 §2.3, §2.4): client, one of his biens, day, amount, with what will remain always in sight. */
export function PaiementDialog(props: PaiementDialogProps) {
  const { onSaved, onEchec, onPrint } = props
  const form = useContractForm(paiementInput, toSaisie(props))
  const { record: paiement, onReload } = useRecord(props.paiement, form, {
    read: readPaiementLu,
    toSaisie: (fresh) => toSaisie({ paiement: fresh }),
    together: ['client_id', ...CHAMPS_DU_BIEN],
    onFresh: (fresh) => form.setValues(figees(toSaisie({ paiement: fresh }), figesDe(fresh))),
  })
  const compteId = useId()
  const idempotencyKey = useIdempotencyKey()
  const create = useCreatePaiement()
  const update = useUpdatePaiement()
  const relire = useRelirePaiements()
  const { values } = form
  const biens = useBiensOfferts(values.client_id)
  const reste = useReste(bienChoisi(values), biens, values, paiement)
  const figes = figesDe(paiement)
  const piece = useFile()
  const envoi = useEnvoi()
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
    const body = { ...saisie, ...toMoyenEnvoye(saisie, paiement), client_id: saisie.client_id ?? '' }
    const answer = paiement
      ? await update.mutateAsync({ id: paiement.id, version: paiement.version, ...body }).catch(lost)
      : await create.mutateAsync({ ...body, idempotencyKey })
    saved.current = answer.id
    const wanted = toEnvoi(answer, piece)
    const failed = wanted && (await envoi.send(wanted))
    onSaved(answer, avant.current ?? paiement)
    if (failed) onEchec(failed)
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
      disabled={reste.refus !== null && !figes.montant}
      plan={piece}
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
      {envoi.element}
      {figes.phrases.map((phrase) => (
        <p key={phrase} className={styles.note} role="note">
          {phrase}
        </p>
      ))}
      <ChoixDuBien form={form} biens={biens} disabled={figes.bien} startsHere={!known} />
      <FieldTrio>
        <DateField
          label="Date"
          withAsterisk
          disabled={figes.jour}
          {...withDateHint(form.getInputProps('date_paiement'))}
        />
        <MoneyField
          label="Montant"
          withAsterisk
          step={0.01}
          disabled={figes.montant}
          data-autofocus={(known && !figes.montant) || undefined}
          {...form.getInputProps('versement')}
          error={(!figes.montant && reste.refus) || form.errors['versement']}
        />
        {!figes.montant && <ResteAPayer reste={reste} describedBy={compteId} />}
      </FieldTrio>
      {!figes.montant && (
        <CompteDuReste
          id={compteId}
          reste={reste}
          onToutPayer={(montant) => form.setFieldValue('versement', montant)}
        />
      )}
      {!paiement && reste.compte && (
        <EcheanceAVerser
          bien={bienChoisi(values)}
          versement={reste.compte.versement}
          onVerser={(montant) => form.setFieldValue('versement', montant)}
        />
      )}
      <MoyenFields form={form} figes={figes}>
        <JustificatifField state={piece} paiement={paiement} />
      </MoyenFields>
      <Textarea
        label="Détails"
        autosize
        minRows={2}
        maxLength={2000}
        data-autofocus={figes.montant || undefined}
        {...withPrintHint(form.getInputProps('details'))}
      />
    </FormDialog>
  )
}

/** The fields that cannot be corrected any more: what was typed in them gives way to what the record holds. */
const figees = (fresh: Saisie, { bien, montant, jour, mode, cheque }: Figes): Partial<Saisie> => ({
  ...(bien && {
    client_id: fresh.client_id,
    ...Object.fromEntries(CHAMPS_DU_BIEN.map((champ) => [champ, fresh[champ]])),
  }),
  ...(montant && { versement: fresh.versement }),
  ...(jour && { date_paiement: fresh.date_paiement }),
  ...(mode && { mode: fresh.mode }),
  ...(cheque && { banque: fresh.banque, reference: fresh.reference, date_cheque: fresh.date_cheque }),
})

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
