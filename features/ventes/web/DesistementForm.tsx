import { Checkbox, Input, Textarea } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { resteARembourser, retenueDe } from '#features/ventes/dossiers.rules.ts'
import type { DossierLu } from '#features/ventes/web/dossiers.queries.ts'
import styles from '#features/ventes/web/fins.module.css'
import { fromDecimal, readCentiemes } from '#shared/argent.ts'
import { aujourdhui } from '#shared/dates.ts'
import { DateField } from '#web/kit/field/DateField.tsx'
import { Facts } from '#web/kit/card/EntityCard.tsx'
import { FieldPair } from '#web/kit/form/FieldPair.tsx'
import { withDateHint, withPrintHint } from '#web/kit/field/hints.ts'
import { MotifField } from '#web/kit/field/MotifField.tsx'
import { MoneyField, NumberField } from '#web/kit/field/NumberField.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { Segments } from '#web/kit/list/ViewSwitch.tsx'

export interface SaisieDesistement extends Record<string, unknown> {
  demande_le: string
  origine: 'client' | 'promoteur'
  motif: string
  par: 'montant' | 'pourcentage'
  retenue: number | string
  retenue_pourcent: number | string
  note: string
  confirme: boolean
}

const ORIGINES = [
  { value: 'client', label: 'Du client' },
  { value: 'promoteur', label: 'Du promoteur' },
] as const
const RETENUES = [
  { value: 'montant', label: 'Montant' },
  { value: 'pourcentage', label: 'Pourcentage du payé' },
] as const

/** A new désistement. @param pourcent the firm's usual retenue in percent, null for none */
export const saisieVide = (pourcent: number | null): SaisieDesistement => ({
  demande_le: aujourdhui(),
  origine: 'client',
  motif: '',
  par: pourcent === null ? 'montant' : 'pourcentage',
  retenue: '',
  retenue_pourcent: pourcent ?? '',
  note: '',
  confirme: false,
})

/** A percent that no longer gives the agreed amount, because a cheque came back since, starts as that amount. */
export function toSaisie({ desistement, totalPaye }: DossierLu): SaisieDesistement {
  const { retenue = 0, retenue_pourcent = null } = desistement ?? {}
  const share = retenue_pourcent === null ? null : { retenue_pourcent: fromDecimal(retenue_pourcent) }
  const par =
    share && retenueDe(share, fromDecimal(totalPaye)) === fromDecimal(retenue) ? 'pourcentage' : 'montant'
  return {
    demande_le: desistement?.demande_le ?? aujourdhui(),
    origine: desistement?.origine ?? 'client',
    motif: desistement?.motif ?? '',
    par,
    retenue: par === 'montant' ? retenue : '',
    retenue_pourcent: par === 'pourcentage' ? (retenue_pourcent ?? '') : '',
    note: desistement?.note ?? '',
    confirme: true,
  }
}

export const toEnvoi = ({ par, confirme: _confirme, ...saisie }: SaisieDesistement) => ({
  ...saisie,
  retenue: par === 'montant' ? saisie.retenue : null,
  retenue_pourcent: par === 'pourcentage' ? saisie.retenue_pourcent : null,
})

interface ChampsProps {
  form: UseFormReturnType<SaisieDesistement>
  dossier: DossierLu
  children?: ReactNode
}

export function ChampsDuDesistement({ form, dossier, children }: ChampsProps) {
  const { origine, par } = form.values
  return (
    <>
      <FieldPair>
        <DateField
          label="Demandé le"
          withAsterisk
          required
          {...withDateHint(form.getInputProps('demande_le'))}
        />
        <Input.Wrapper
          size="md"
          label="À la demande de"
          labelElement="div"
          withAsterisk
          error={form.errors['origine']}
          className={styles.segments}
        >
          <Segments
            label="À la demande de"
            choices={ORIGINES}
            value={origine}
            onChange={(value) => form.setFieldValue('origine', value)}
          />
        </Input.Wrapper>
      </FieldPair>
      <MotifField {...withPrintHint(form.getInputProps('motif'))} />
      <div className="stack gap-8">
        <Input.Wrapper size="md" label="Retenue" labelElement="div" className={styles.segments}>
          <Segments
            label="Retenue"
            choices={RETENUES}
            value={par}
            onChange={(value) => form.setValues({ par: value, retenue: '', retenue_pourcent: '' })}
          />
        </Input.Wrapper>
        {par === 'montant' ? (
          <MoneyField
            aria-label="Retenue en dinars"
            placeholder="Aucune retenue"
            {...form.getInputProps('retenue')}
          />
        ) : (
          <NumberField
            aria-label="Retenue en pourcentage du payé"
            placeholder="Aucune retenue"
            suffix={'\u00A0%'}
            {...form.getInputProps('retenue_pourcent')}
          />
        )}
      </div>
      <Sommes saisie={form.values} dossier={dossier} />
      <Textarea label="Note" autosize minRows={2} maxLength={2000} {...form.getInputProps('note')} />
      {children}
    </>
  )
}

export function Confirmation({ form }: Pick<ChampsProps, 'form'>) {
  return (
    <Checkbox
      size="md"
      label={
        <>
          Je confirme la fin de cette vente{' '}
          <span aria-hidden className="wrong">
            *
          </span>
        </>
      }
      required
      error={form.errors['confirme']}
      checked={form.values.confirme}
      onChange={({ currentTarget }) => {
        form.setFieldValue('confirme', currentTarget.checked)
        form.clearFieldError('confirme')
      }}
    />
  )
}

const centiemes = (typed: number | string): number => readCentiemes(typed) ?? 0

function Sommes({ saisie, dossier }: { saisie: SaisieDesistement; dossier: DossierLu }) {
  const paye = fromDecimal(dossier.totalPaye)
  const rembourse = fromDecimal(dossier.desistement?.rembourse ?? 0)
  const retenue = retenueDe(
    saisie.par === 'montant'
      ? { retenue: centiemes(saisie.retenue) }
      : { retenue_pourcent: centiemes(saisie.retenue_pourcent) },
    paye,
  )
  const { a_rembourser } = resteARembourser({ paye, retenue, rembourse, enAttente: 0 })
  return (
    <div className={styles.sommes} aria-live="polite">
      <Facts
        facts={[
          { label: 'Payé', value: <Montant centimes={paye} /> },
          { label: 'Retenue', value: <Montant centimes={retenue} /> },
          rembourse > 0 && { label: 'Déjà remboursé', value: <Montant centimes={rembourse} /> },
          { label: 'À rembourser', value: <Montant centimes={a_rembourser} />, total: true },
        ]}
      />
    </div>
  )
}
