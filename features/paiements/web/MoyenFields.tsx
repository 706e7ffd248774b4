import {
  type Mode,
  type TypePayeur,
  etatDuCheque,
  formatEtat,
  LE_CLIENT,
  toChoix,
  CODES_PAYEUR,
  MODE_INCONNU,
  MODES,
  PAR_LE_CLIENT,
  PAYEURS,
  parLaBanque,
} from '#features/paiements/modes.ts'
import { type NotreCompte, SurNotreCompte } from '#features/comptes/web/SurNotreCompte.tsx'
import { type Centimes, formatMontant } from '#shared/argent.ts'
import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ComponentProps, ReactNode } from 'react'
import styles from '#features/paiements/web/paiements.module.css'
import type { MoyenSaisi, Saisie } from '#features/paiements/web/saisieDuPaiement.ts'
import { useReglagesPaiements } from '#features/parametres/web/parametres.queries.ts'
import { DateField } from '#web/kit/field/DateField.tsx'
import { withHelp, withPrintHint } from '#web/kit/field/hints.ts'
import { SelectField } from '#web/kit/select/SelectField.tsx'
import { SuggestField } from '#web/kit/field/SuggestField.tsx'
import type { PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import { type Fait, raisonsFigees, tient } from '#features/paiements/paiements.rules.ts'
import { MODES_GROUPES } from '#features/paiements/paiement.schema.ts'
import { paiementsErreurs } from '#features/paiements/paiements.erreurs.ts'

export const REFERENCES: Partial<Record<Mode, string>> = {
  virement: 'Référence du virement',
  cheque: 'Numéro du chèque',
  versement_bancaire: 'Référence du bordereau',
  autre: 'Référence',
}

/** The means to send. Hidden fields are emptied, but a payment that was already « Autre » keeps its hidden bank. */
export function toMoyenEnvoye(saisi: MoyenSaisi, avant: PaiementLu | undefined) {
  const { mode, payeur_type } = saisi
  const banque = parLaBanque(mode)
    ? saisi.banque
    : mode === 'autre' && avant?.mode === mode
      ? undefined
      : null
  return {
    mode,
    banque,
    reference: mode !== null && REFERENCES[mode] ? saisi.reference : null,
    date_cheque: mode === 'cheque' && saisi.date_cheque !== '' ? saisi.date_cheque : null,
    payeur_type,
    payeur: payeur_type === null ? null : saisi.payeur,
  }
}

export interface Figes {
  bien: boolean
  montant: boolean
  jour: boolean
  mode: boolean
  cheque: boolean
  phrases: string[]
}

/** The fixed fields of a payment, and why. */
export function figesDe(paiement: PaiementLu | undefined): Figes {
  const etat = paiement ? etatDuCheque(paiement) : null
  const represente = paiement?.represente ?? null
  const raisons = raisonsFigees({
    terminee: paiement?.vente_terminee === true,
    etat,
    represente: represente !== null,
  })
  const phrases = {
    terminee: paiementsErreurs.venteTerminee.message,
    cheque: etat && paiementsErreurs.chequeFige.message({ etat: formatEtat(etat) }),
    represente: represente && paiementsErreurs.chequeRepresente.message({ recu: represente.recu }),
  }
  const fige = (fait: Fait) => raisons.some((raison) => tient(raison, [fait]))
  return {
    bien: fige('bien'),
    montant: fige('montant'),
    jour: fige('jour'),
    mode: fige('mode'),
    cheque: fige('cheque'),
    phrases: raisons.map((raison) => phrases[raison]).filter((phrase) => phrase !== null),
  }
}

export const LIGNES_MODE = toChoix(MODES)
/** One payment for several biens goes through a bank. */
export const MODES_DU_GROUPE = LIGNES_MODE.filter(({ value }) => MODES_GROUPES.some((mode) => mode === value))
const LIGNES_PAYEUR = toChoix({ [LE_CLIENT]: PAR_LE_CLIENT, ...PAYEURS })

/** Whose bank it is: a transfer or a cheque comes from the payer's; only a deposit is made at ours. */
const banqueDuPayeur = (mode: Mode | null): boolean => mode === 'virement' || mode === 'cheque'
export const nomDeLaBanque = (mode: Mode | null): string =>
  banqueDuPayeur(mode) ? 'Banque du payeur' : 'Banque'
const AIDE_BANQUE_DU_PAYEUR = 'Celle du chèque ou du virement reçu, pas la vôtre.'

/** The name of a bank; those of the settings and of earlier payments are proposed. */
export function BanqueField(props: Omit<ComponentProps<typeof SuggestField>, 'data'>) {
  const { banques } = useReglagesPaiements()
  return (
    <SuggestField label="Banque" autoComplete="off" maxLength={100} data={banques} limit={50} {...props} />
  )
}

/** Fields that a form of one payment and one of several have in common. */
interface FormeDuMoyen {
  values: MoyenSaisi
  errors: UseFormReturnType<Saisie>['errors']
  getInputProps: (field: keyof MoyenSaisi) => ReturnType<UseFormReturnType<Saisie>['getInputProps']>
  setCompte: (id: number | null) => void
  setPayeur: (type: TypePayeur | null) => void
}

export const toFormeDuMoyen = (form: UseFormReturnType<Saisie>): FormeDuMoyen => ({
  values: form.values,
  errors: form.errors,
  getInputProps: (field) => form.getInputProps(field),
  setCompte: (id) => form.setFieldValue('compte_id', id),
  setPayeur: (type) => form.setFieldValue('payeur_type', type),
})

interface MoyenFieldsProps {
  form: FormeDuMoyen
  figes: Figes
  compte: NotreCompte
  /** The droit de timbre of what is entered, in centimes; null where none is reckoned. */
  timbre: Centimes | null
  /** Absent where one has to be among these. */
  modes?: typeof LIGNES_MODE
  children: ReactNode
}

export function MoyenFields({ form, figes, compte, timbre, modes, children }: MoyenFieldsProps) {
  const { exiger_mode: exige } = useReglagesPaiements()
  const { mode, payeur_type } = form.values
  const reference = mode === null ? undefined : REFERENCES[mode]
  const banque = parLaBanque(mode)
  // The bank takes no cheque without them (ecrans §12).
  const cheque = mode === 'cheque' && !figes.cheque
  // A form of several biens begins at its amount, above these: `required` would begin it here.
  const asked = modes === undefined ? { required: cheque } : { 'aria-required': cheque }
  return (
    <div className={`column gap-14 at-top ${styles.quatre}`}>
      <SelectField
        {...form.getInputProps('mode')}
        label="Mode de paiement"
        placeholder={MODE_INCONNU}
        withAsterisk={exige || modes !== undefined}
        disabled={figes.mode}
        data={modes ?? LIGNES_MODE}
        value={mode}
        clearable={!exige && modes === undefined}
        clearButtonProps={{ 'aria-label': 'Effacer le mode de paiement' }}
      />
      {banque && (
        <BanqueField
          label={nomDeLaBanque(mode)}
          {...asked}
          withAsterisk={exige || cheque}
          disabled={figes.cheque}
          {...(banqueDuPayeur(mode)
            ? withHelp(withPrintHint(form.getInputProps('banque')), AIDE_BANQUE_DU_PAYEUR)
            : withPrintHint(form.getInputProps('banque')))}
        />
      )}
      {reference && (
        <TextInput
          label={reference}
          {...asked}
          withAsterisk={(exige && banque) || cheque}
          autoComplete="off"
          maxLength={100}
          disabled={figes.cheque}
          {...withPrintHint(form.getInputProps('reference'))}
        />
      )}
      <SurNotreCompte compte={compte} onChange={form.setCompte} error={form.errors['compte_id']} />
      {mode === 'cheque' && (
        <DateField label="Date du chèque" disabled={figes.cheque} {...form.getInputProps('date_cheque')} />
      )}
      {mode === 'especes' && (
        <p className={styles.note} role="note">
          Depuis la loi de finances 2025 (art. 207), un bien immobilier se paie par les circuits bancaires ;
          les notaires doivent refuser les espèces. Vous pouvez enregistrer ce versement, mais l'acte risque
          d'être refusé.
        </p>
      )}
      {mode === 'especes' && timbre !== null && timbre > 0 && (
        <p className={styles.note} role="note">
          Droit de timbre : {formatMontant(timbre)}, à percevoir en plus du versement.
        </p>
      )}
      <SelectField
        className={reference ? styles.premier : undefined}
        {...form.getInputProps('payeur_type')}
        label="Payé par"
        data={LIGNES_PAYEUR}
        value={payeur_type ?? LE_CLIENT}
        onChange={(chosen) => form.setPayeur(CODES_PAYEUR.find((code) => code === chosen) ?? null)}
      />
      {payeur_type !== null && (
        <TextInput
          label="Nom du payeur"
          autoComplete="off"
          maxLength={255}
          {...withPrintHint(form.getInputProps('payeur'))}
        />
      )}
      <div className={styles.double}>{children}</div>
    </div>
  )
}
