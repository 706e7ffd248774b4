import { Button, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNotreCompte } from '#features/comptes/web/SurNotreCompte.tsx'
import { surUnCompte } from '#features/paiements/modes.ts'
import { groupeForm, MODES_GROUPES } from '#features/paiements/paiement.schema.ts'
import { nomDuTitulaire, refusDuVersement, repartir } from '#features/paiements/paiements.rules.ts'
import { figesDe, MODES_DU_GROUPE, MoyenFields, toMoyenEnvoye } from '#features/paiements/web/MoyenFields.tsx'
import {
  type GroupeEnregistre,
  type PaiementLu,
  useCreateGroupe,
  useRelirePaiements,
} from '#features/paiements/web/paiements.queries.ts'
import { toSaisie } from '#features/paiements/web/saisieDuPaiement.ts'
import {
  atItsLine,
  type BienDuGroupe,
  biensAPartager,
  type ClientDuGroupe,
  type SaisieDuGroupe,
  versees,
  VERSER_SUR_PLUSIEURS,
} from '#features/paiements/web/versementGroupe.ts'
import styles from '#features/paiements/web/VersementGroupe.module.css'
import { biensDuClientQuery } from '#features/ventes/web/ventes.queries.ts'
import { type Centimes, formatMontant, readCentiemes, toDecimal } from '#shared/argent.ts'
import { langueDuNom, type Langue } from '#shared/papiers.ts'
import { isoleLieux } from '#shared/texte.ts'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { DateField } from '#web/kit/field/DateField.tsx'
import { withDateHint, withPrintHint } from '#web/kit/field/hints.ts'
import { MoneyField } from '#web/kit/field/NumberField.tsx'
import { useIdempotencyKey } from '#web/kit/form/adding.tsx'
import { FieldTrio } from '#web/kit/form/FieldPair.tsx'
import { useContractForm } from '#web/kit/form/form.ts'

type Groupe = NonNullable<PaiementLu['groupe']>

interface VersementGroupeProps {
  client: ClientDuGroupe
  onClose: () => void
  onSaved: (saved: GroupeEnregistre) => void
  /** Prints the receipts of the group in the language of the client's name. */
  onPrint: (groupe: Groupe, langue: Langue) => void
}

/** One cheque, transfer or deposit of a client, divided over the biens that he has left to pay. */
export function VersementGroupeDialog(props: VersementGroupeProps) {
  const assets = useQuery(biensDuClientQuery(props.client.id))
  const biens = assets.data && !assets.isFetching ? biensAPartager(assets.data) : null
  // The lines that were shown when the form opened stay: a list that is read again must not move the lines under the hand.
  const [shown, setShown] = useState(biens)
  if (shown === null && biens !== null) setShown(biens)
  if (shown && shown.length >= 2) return <VersementGroupeForm {...props} biens={shown} />
  return (
    <Dialog title={VERSER_SUR_PLUSIEURS} onClose={props.onClose}>
      <Results query={assets} loading="Chargement des biens..." error="Erreur chargement biens." cards={0}>
        {() => <EmptyState>Ce client n'a pas deux biens à payer.</EmptyState>}
      </Results>
    </Dialog>
  )
}

const FIGES = figesDe(undefined)

function VersementGroupeForm({
  client,
  biens,
  onClose,
  onSaved,
  onPrint,
}: VersementGroupeProps & { biens: readonly BienDuGroupe[] }) {
  const { date_paiement, details, banque, reference, date_cheque, compte_id, payeur_type, payeur } = toSaisie(
    {},
  )
  const form = useContractForm<SaisieDuGroupe>(groupeForm, {
    client_id: client.id,
    date_paiement,
    recu: '',
    lignes: biens.map(({ vente_id }) => ({ vente_id, versement: '' })),
    mode: 'cheque',
    banque,
    reference,
    date_cheque,
    compte_id,
    payeur_type,
    payeur,
    details,
  })
  const { values } = form
  const compte = useNotreCompte({ asked: surUnCompte(values.mode), chosen: values.compte_id })
  const idempotencyKey = useIdempotencyKey()
  const create = useCreateGroupe()
  const relire = useRelirePaiements()
  const saved = useRef<{ groupe: Groupe; langue: Langue } | null>(null)
  const parts = values.lignes.map(({ versement }) => Math.max(readCentiemes(versement) ?? 0, 0))
  const total = parts.reduce((sum, part) => sum + part, 0)
  const recu = readCentiemes(values.recu)
  const left = recu === null ? 0 : recu - total
  const refus = biens.map(
    ({ reste }, rang) => refusDuVersement({ prix: reste, total_paye: 0 }, parts[rang] ?? 0)?.message ?? null,
  )

  function divide() {
    const amounts = repartir(recu ?? 0, biens)
    form.setFieldValue(
      'lignes',
      biens.map(({ vente_id }, rang) => ({ vente_id, versement: toAmount(amounts[rang] ?? 0) })),
    )
    form.clearErrors()
  }
  async function save(saisie: SaisieDuGroupe) {
    const mode = MODES_GROUPES.find((one) => one === saisie.mode)
    const sent = versees(saisie.lignes)
    const body = {
      client_id: client.id,
      date_paiement: saisie.date_paiement,
      ...toMoyenEnvoye(saisie, undefined),
      // The form refuses any other mode.
      mode: mode ?? 'cheque',
      compte_id: compte.id,
      details: saisie.details,
      lignes: sent.map(({ vente_id, versement }) => ({ vente_id, versement })),
    }
    const answer = await create.mutateAsync({ ...body, idempotencyKey }).catch((error: unknown) => {
      throw atItsLine(error, sent)
    })
    const [premier] = answer.paiements
    saved.current = {
      groupe: answer.groupe,
      langue: langueDuNom(premier ? nomDuTitulaire(premier) : client.nomComplet),
    }
    onSaved(answer)
  }
  return (
    <FormDialog
      title={VERSER_SUR_PLUSIEURS}
      form={form}
      onSubmit={save}
      onClose={() => {
        if (create.isError) relire()
        onClose()
      }}
      submitLabel="Enregistrer"
      busyLabel="Enregistrement..."
      fallback="Erreur lors de la création du paiement."
      disabled={left !== 0 || refus.some((phrase) => phrase !== null)}
      attend={left === 0 ? undefined : `Reste à répartir ${formatMontant(left)}.`}
      size="trio"
      secondFirst
      second={{
        label: 'Enregistrer et imprimer',
        after: () => {
          onClose()
          if (saved.current) onPrint(saved.current.groupe, saved.current.langue)
        },
      }}
    >
      <p className="bold flat anywhere" data-nom>
        {client.nomComplet}
      </p>
      <FieldTrio>
        <DateField label="Date" withAsterisk {...withDateHint(form.getInputProps('date_paiement'))} />
        <MoneyField label="Montant reçu" step={0.01} data-autofocus {...form.getInputProps('recu')} />
        <Button
          variant="default"
          className={styles.repartir}
          disabled={recu === null || recu <= 0}
          onClick={divide}
        >
          Répartir
        </Button>
      </FieldTrio>
      <ul className="stack list parted gap-8" aria-label="Biens à payer">
        {biens.map((bien, rang) => (
          <li key={bien.vente_id} className={styles.ligne}>
            <Bien bien={bien} />
            <MoneyField
              aria-label={`Montant pour ${bien.libelle}`}
              placeholder="0,00 DA"
              step={0.01}
              {...form.getInputProps(`lignes.${rang}.versement`)}
              error={refus[rang] ?? form.errors[`lignes.${rang}.versement`]}
            />
          </li>
        ))}
      </ul>
      <div>
        <p className={`row between gap-4-16 flat ${styles.total}`} role="status">
          <span className="bold">Total {formatMontant(total)}</span>
          {recu !== null && (
            <span className={left === 0 ? 'dim' : 'bold alarm'}>reste à répartir {formatMontant(left)}</span>
          )}
        </p>
        {typeof form.errors['lignes'] === 'string' && (
          <p className="wrong flat" role="alert">
            {form.errors['lignes']}
          </p>
        )}
      </div>
      <MoyenFields
        form={{
          values,
          errors: form.errors,
          getInputProps: (field) => form.getInputProps(field),
          setCompte: (id) => form.setFieldValue('compte_id', id),
          setPayeur: (type) => form.setFieldValue('payeur_type', type),
        }}
        figes={FIGES}
        compte={compte}
        modes={MODES_DU_GROUPE}
        // No mode of a bank bears any.
        timbre={null}
      >
        <Textarea
          label="Détails"
          autosize
          minRows={1}
          maxLength={2000}
          {...withPrintHint(form.getInputProps('details'))}
        />
      </MoyenFields>
    </FormDialog>
  )
}

const toAmount = (centimes: Centimes): number | string => (centimes === 0 ? '' : toDecimal(centimes))

function Bien({ bien: { libelle, lieu, dossier, reste, en_retard } }: { bien: BienDuGroupe }) {
  const lieux = isoleLieux(...lieu)
  return (
    <span className="shrinks anywhere">
      <span className="bold" data-nom>
        {libelle}
      </span>
      <span className="under" data-nom>
        {lieux !== '' && `${lieux}, `}
        <span className="nowrap">{dossier}</span>
      </span>
      <span className="under">
        reste {formatMontant(reste)}
        {en_retard > 0 && (
          <span className="bold alarm"> (en retard : {formatMontant(Math.min(en_retard, reste))})</span>
        )}
      </span>
    </span>
  )
}
