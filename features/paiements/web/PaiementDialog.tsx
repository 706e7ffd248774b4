import { Button, Textarea } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { useNotreCompte } from '#features/comptes/web/SurNotreCompte.tsx'
import { type Mode, surUnCompte } from '#features/paiements/modes.ts'
import { paiementForm, paiementInput } from '#features/paiements/paiement.schema.ts'
import { nomDuTitulaire } from '#features/paiements/paiements.rules.ts'
import { formatCompte } from '#shared/texte.ts'
import { langueDuNom, type Langue } from '#shared/papiers.ts'
import { CHAMPS_DU_BIEN } from '#features/paiements/web/bienDuPaiement.ts'
import { ChoixDuBien } from '#features/paiements/web/ChoixDuBien.tsx'
import { type EnvoiEchoue, toEnvoi, useEnvoi } from '#features/paiements/web/EnvoiJustificatif.tsx'
import { openJustificatif } from '#features/paiements/web/impressions.ts'
import {
  MoyenFields,
  type Figes,
  figesDe,
  MODES_DU_GROUPE,
  toFormeDuMoyen,
  toMoyenEnvoye,
} from '#features/paiements/web/MoyenFields.tsx'
import styles from '#features/paiements/web/paiements.module.css'
import {
  type PaiementEnregistre,
  type PaiementLu,
  readPaiementLu,
  useCreatePaiement,
  useRelirePaiements,
  useUpdatePaiement,
} from '#features/paiements/web/paiements.queries.ts'
import { CompteDuReste, EcheanceAVerser, ResteAPayer } from '#features/paiements/web/ResteAPayer.tsx'
import {
  bienChoisi,
  type PaiementConnu,
  type Saisie,
  toSaisie,
  useBiensOfferts,
  useReste,
  useTimbreSaisi,
} from '#features/paiements/web/saisieDuPaiement.ts'
import { isLost } from '#web/kit/call/api.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { DateField } from '#web/kit/field/DateField.tsx'
import { withDateHint, withPrintHint } from '#web/kit/field/hints.ts'
import { MoneyField } from '#web/kit/field/NumberField.tsx'
import { FileField, type FileState, useFile } from '#web/kit/file/FileField.tsx'
import { useIdempotencyKey } from '#web/kit/form/adding.tsx'
import { FieldTrio } from '#web/kit/form/FieldPair.tsx'
import { useContractForm, useRecord } from '#web/kit/form/form.ts'

interface PaiementDialogProps extends PaiementConnu {
  onClose: () => void
  /** Takes the saved payment and its state before the edit; the dialog then closes by itself. */
  onSaved: (saved: PaiementEnregistre, avant: PaiementLu | undefined) => void
  onEchec: (echec: EnvoiEchoue) => void
  /** Prints the receipt in the language of the holder's name. */
  onPrint: (id: number, langue: Langue) => void
}

/** The form of a new or edited payment (D3 §2.3, §2.4): client, bien, day, amount, with the remainder always in view. */
export function PaiementDialog(props: PaiementDialogProps) {
  const { onSaved, onEchec, onPrint } = props
  // The fields of a cheque at the bank are fixed, and cannot be asked for.
  const form = useContractForm(figesDe(props.paiement).cheque ? paiementInput : paiementForm, toSaisie(props))
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
  const groupe = paiement?.groupe
  const compte = useNotreCompte({
    asked: surUnCompte(values.mode),
    chosen: values.compte_id,
    tenu: paiement?.compte,
  })
  const timbre = useTimbreSaisi(values, paiement)
  const piece = useFile()
  const envoi = useEnvoi()
  const saved = useRef<{ id: number; langue: Langue } | null>(null)
  const avant = useRef<PaiementLu>(undefined)
  // With a known bien, the focus starts on the amount.
  const known = Boolean(props.bien ?? props.paiement)

  function close() {
    if (create.isError || update.isError) relire()
    props.onClose()
  }
  async function save(saisie: Saisie) {
    // The form refuses a missing client, so client_id is never null here.
    const body = {
      ...saisie,
      ...toMoyenEnvoye(saisie, paiement),
      compte_id: compte.id,
      client_id: saisie.client_id ?? '',
    }
    const answer = paiement
      ? await update.mutateAsync({ id: paiement.id, version: paiement.version, ...body }).catch(lost)
      : await create.mutateAsync({ ...body, idempotencyKey })
    saved.current = { id: answer.id, langue: langueDuNom(nomDuTitulaire(answer)) }
    const wanted = toEnvoi(answer, piece)
    const failed = wanted && (await envoi.send(wanted))
    onSaved(answer, avant.current ?? paiement)
    if (failed) onEchec(failed)
  }
  // A lost answer may hide a saved correction. The next success is compared with the payment before the first attempt.
  function lost(error: unknown): never {
    if (isLost(error)) avant.current ??= paiement
    throw error
  }
  async function reload() {
    await onReload?.()
    await reste.refresh()
  }

  return (
    <FormDialog
      title={paiement ? 'Modifier le paiement' : 'Ajouter un paiement'}
      specified
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
      secondFirst
      {...(!paiement && {
        second: {
          label: 'Enregistrer et imprimer',
          after: () => {
            props.onClose()
            if (saved.current) onPrint(saved.current.id, saved.current.langue)
          },
        },
      })}
    >
      {envoi.element}
      {groupe && paiement && (
        <p className={styles.note} role="note">
          {`${celuiCi(paiement.mode)} règle ${formatCompte(groupe.recus.length, 'bien')} : jour, mode, banque et référence changent pour tous.`}
        </p>
      )}
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
      <MoyenFields
        form={toFormeDuMoyen(form)}
        figes={figes}
        compte={compte}
        timbre={timbre}
        {...(groupe && { modes: MODES_DU_GROUPE })}
      >
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

/** The payment of several biens in its own word: « Ce chèque », « Ce virement ». */
const celuiCi = (mode: Mode | null): string =>
  mode === 'cheque' ? 'Ce chèque' : mode === 'virement' ? 'Ce virement' : 'Ce versement'

/** The fields that can no longer be corrected; a reload puts the record's values back into them. */
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

interface JustificatifFieldProps {
  state: FileState
  paiement: PaiementLu | undefined
}

/** The proof of a payment in its form, a PDF or a picture. It is sent after the form, so that a failed upload does not lose the payment. */
function JustificatifField({ state, paiement }: JustificatifFieldProps) {
  const [failure, setFailure] = useState<string | null>(null)
  const existing = paiement?.justificatif != null
  return (
    <FileField
      label="Justificatif"
      state={state}
      kind="piece"
      placeholder="Choisir un PDF ou une photo"
      descriptions={{
        none: 'PDF, JPEG ou PNG, 10 Mo au plus.',
        existing: 'Un justificatif est enregistré ; en choisir un autre le remplace.',
        removed: "Le justificatif sera retiré à l'enregistrement.",
      }}
      quoi="le justificatif"
      existing={existing}
      view={
        paiement && (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              setFailure(null)
              void openJustificatif(paiement.id, setFailure)
            }}
          >
            Voir le justificatif
          </Button>
        )
      }
      error={failure}
    />
  )
}
