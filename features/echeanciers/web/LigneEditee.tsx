import { withHelp } from '#web/kit/field/hints.ts'
import { TextInput } from '@mantine/core'
import type { FormErrors } from '@mantine/form'
import { randomId } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp, IconLock, IconX } from '@tabler/icons-react'
import { memo, useState, type KeyboardEvent } from 'react'
import styles from '#features/echeanciers/web/echeancier.module.css'
import type { DossierLu, EcheanceLue } from '#features/ventes/web/dossiers.queries.ts'
import {
  chooseStade,
  aideDuDeclencheur,
  LISTE_DES_DECLENCHEURS,
  NOMS_DES_DECLENCHEURS,
} from '#features/echeanciers/echeances.words.ts'
import { DECLENCHEURS, type Declencheur } from '#features/echeanciers/echeancier.rules.ts'
import type { Stade } from '#features/echeanciers/stades.contract.ts'
import {
  CENT_POUR_CENT,
  formatPourcent,
  part,
  readCentiemes,
  toDecimal,
  type Centimes,
} from '#shared/argent.ts'
import { VALEUR_INVALIDE } from '#shared/champs/codecs.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { DateField } from '#web/kit/field/DateField.tsx'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { MoneyField, NumberField } from '#web/kit/field/NumberField.tsx'
import type { Rows } from '#web/kit/form/useRows.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { SelectField } from '#web/kit/select/SelectField.tsx'
import { StatusBadge } from '#web/kit/feedback/States.tsx'

/** A line as it is typed; `cle` identifies it while the dialog is open. */
export interface LigneSaisie {
  cle: string
  id: number | null
  libelle: string
  libelle_ar: string
  montant: number | string
  declencheur: Declencheur
  stade_id: number | null
  date_prevue: string
  /** A fully covered line is read-only. */
  reglee: boolean
}

const toLigne = (echeance: EcheanceLue): LigneSaisie => ({
  cle: randomId(),
  id: echeance.id,
  libelle: echeance.libelle,
  libelle_ar: echeance.libelle_ar ?? '',
  montant: echeance.montant,
  declencheur: echeance.declencheur,
  stade_id: echeance.stade?.id ?? null,
  date_prevue: echeance.date_prevue ?? '',
  reglee: echeance.etat === 'reglee',
})

export const toLignes = ({ echeances }: Pick<DossierLu, 'echeances'>): LigneSaisie[] => echeances.map(toLigne)

/** A new line, due on a day, for the amount (centimes) that is not divided yet. */
export const newLigne = (ecart: Centimes): LigneSaisie => ({
  cle: randomId(),
  id: null,
  libelle: '',
  libelle_ar: '',
  montant: ecart > 0 ? ecart / 100 : '',
  declencheur: 'date',
  stade_id: null,
  date_prevue: '',
  reglee: false,
})

/** Amount typed so far, in centimes. */
export const centimesOf = ({ montant }: Pick<LigneSaisie, 'montant'>): Centimes => readCentiemes(montant) ?? 0

/** Share of a price, cut to the centime. @param pourcent with two decimals at most */
const partOf = (prix: Centimes, pourcent: number | string): Centimes =>
  part(prix, readCentiemes(pourcent) ?? 0, CENT_POUR_CENT)

interface LigneEditeeProps {
  ligne: LigneSaisie
  /** From 0. */
  at: number
  prix: Centimes
  quotePart: number
  stades: readonly Stade[]
  /** The sentences of the form; of those, `lignes.2.montant` is told in the third line. */
  erreurs: FormErrors
  canRise: boolean
  canFall: boolean
  rows: Rows<LigneSaisie>
}

export const LigneEditee = memo(function LigneEditee(props: LigneEditeeProps) {
  const { ligne, at, canRise, canFall, rows } = props
  const rang = at + 1
  if (ligne.reglee) return <LigneReglee {...props} />
  function onKeyDown(event: KeyboardEvent) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    const up = event.key === 'ArrowUp'
    if (up ? canRise : canFall) rows.move(at, up ? at - 1 : at + 1)
  }
  return (
    <li className={`stack at-top gap-8 ${styles.ligne}`} onKeyDownCapture={onKeyDown}>
      <span className={styles.rang}>{rang}</span>
      <Champs {...props} />
      <div className={`flex end ${styles.gestes}`}>
        <span>
          <IconAction
            icon={IconArrowUp}
            label={`Monter l'échéance ${rang}`}
            busy={!canRise}
            onClick={() => rows.move(at, at - 1)}
          />
        </span>
        <span>
          <IconAction
            icon={IconArrowDown}
            label={`Descendre l'échéance ${rang}`}
            busy={!canFall}
            onClick={() => rows.move(at, at + 1)}
          />
        </span>
        <IconAction
          icon={IconX}
          label={`Retirer l'échéance ${rang}`}
          danger
          onClick={() => rows.remove(at)}
        />
      </div>
    </li>
  )
})

function Champs({ ligne, at, prix, quotePart, stades, erreurs, rows }: LigneEditeeProps) {
  const { libelle, montant, declencheur, stade_id, date_prevue } = ligne
  const rang = at + 1
  const erreurOf = (champ: keyof LigneSaisie) => erreurs[`lignes.${at}.${champ}`]
  const patch = (typed: Partial<LigneSaisie>) => rows.replace(at, { ...ligne, ...typed })
  const day = declencheur === 'date'
  return (
    <>
      <div data-champ="libelle" data-label="Libellé" className="stack gap-4">
        <TextInput
          size="sm"
          aria-label={`Libellé de l'échéance ${rang}`}
          required
          maxLength={120}
          autoComplete="off"
          value={libelle}
          error={erreurOf('libelle')}
          onChange={({ currentTarget }) => patch({ libelle: currentTarget.value })}
        />
        <LibelleArabe ligne={ligne} at={at} erreurs={erreurs} rows={rows} />
      </div>
      <div data-champ="montant" data-label="Montant">
        <MoneyField
          size="sm"
          aria-label={`Montant de l'échéance ${rang}`}
          required
          value={montant}
          error={erreurOf('montant')}
          onChange={(next) => patch({ montant: next })}
        />
      </div>
      <div data-champ="part" data-label="Part">
        <Part
          label={`Part de l'échéance ${rang}`}
          pourcent={quotePart}
          onChange={(pourcent) => patch({ montant: toDecimal(partOf(prix, pourcent)) })}
        />
      </div>
      <div data-champ="declencheur" data-label="Exigible">
        <SelectField
          size="sm"
          aria-label={`Ce qui rend l'échéance ${rang} exigible`}
          data={LISTE_DES_DECLENCHEURS}
          value={declencheur}
          {...withHelp({ error: erreurOf('declencheur') }, aideDuDeclencheur(declencheur))}
          onChange={(value) => {
            const next = DECLENCHEURS.find((one) => one === value)
            if (next) patch({ declencheur: next, ...(next !== 'stade' && { stade_id: null }) })
          }}
        />
      </div>
      <div data-champ="precision" className="stack gap-4">
        {declencheur === 'stade' && (
          <div data-label="Stade">
            <SelectField
              size="sm"
              aria-label={`Stade de l'échéance ${rang}`}
              placeholder="Choisir un stade"
              data={stades.map(({ id, nom }) => ({ value: String(id), label: nom }))}
              value={stade_id === null ? null : String(stade_id)}
              error={erreurOf('stade_id')}
              onChange={(value) => patch(chooseStade(ligne, stades, value === null ? null : Number(value)))}
            />
          </div>
        )}
        <div className={`row gap-4-8 ${styles.jour}`}>
          <span aria-hidden>{day ? 'Date' : 'Prévue le'}</span>
          <DateField
            size="sm"
            aria-label={day ? `Date de l'échéance ${rang}` : `Prévue le, échéance ${rang}`}
            placeholder="jj/mm/aaaa"
            clearable={!day}
            value={date_prevue}
            error={erreurOf('date_prevue')}
            onChange={(next) => patch({ date_prevue: next })}
          />
        </div>
      </div>
    </>
  )
}

/** The name an Arabic paper prints. It moves no money, so that a covered line can still have it. */
function LibelleArabe({
  ligne,
  at,
  erreurs,
  rows,
}: Pick<LigneEditeeProps, 'ligne' | 'at' | 'erreurs' | 'rows'>) {
  return (
    <TextInput
      size="sm"
      aria-label={`Libellé en arabe de l'échéance ${at + 1}`}
      placeholder="Libellé en arabe"
      dir="rtl"
      lang="ar"
      maxLength={120}
      autoComplete="off"
      value={ligne.libelle_ar}
      error={erreurs[`lignes.${at}.libelle_ar`]}
      onChange={({ currentTarget }) => rows.replace(at, { ...ligne, libelle_ar: currentTarget.value })}
    />
  )
}

/** Percent of the price: the typed one, else the one of the amount, which a percent that cannot be read leaves as it is. */
function Part(props: { label: string; pourcent: number; onChange: (pourcent: number | string) => void }) {
  const { label, pourcent, onChange } = props
  const [typed, setTyped] = useState<number | string | null>(null)
  return (
    <NumberField
      size="sm"
      aria-label={label}
      suffix={'\u00A0%'}
      max={100}
      value={typed ?? pourcent}
      error={typed !== null && typed !== '' && readCentiemes(typed) === null && VALEUR_INVALIDE}
      onChange={(next) => {
        if (next === (typed ?? pourcent)) return
        setTyped(next)
        if (next === '' || readCentiemes(next) !== null) onChange(next)
      }}
      onBlur={() => (typed === '' || (typed !== null && readCentiemes(typed) !== null)) && setTyped(null)}
    />
  )
}

function LigneReglee({ ligne, at, quotePart, stades, erreurs, rows }: LigneEditeeProps) {
  const { libelle, declencheur, stade_id, date_prevue } = ligne
  const stade = stades.find(({ id }) => id === stade_id)?.nom
  const montant = centimesOf(ligne)
  return (
    <li className={`stack at-top gap-8 ${styles.ligne}`} data-reglee>
      <span className={styles.rang}>{at + 1}</span>
      <div data-champ="libelle" className="stack gap-4">
        <span data-nom>{libelle}</span>
        <LibelleArabe ligne={ligne} at={at} erreurs={erreurs} rows={rows} />
      </div>
      <span data-champ="montant" className={`right ${styles.figure}`}>
        <Montant centimes={montant} />
      </span>
      <span data-champ="part" className={`right ${styles.figure}`}>
        {formatPourcent(quotePart, 'toujours')}
      </span>
      <span data-champ="declencheur">{NOMS_DES_DECLENCHEURS[declencheur]}</span>
      <span data-champ="precision">{stade ?? (date_prevue === '' ? '' : formatJourCourt(date_prevue))}</span>
      <span className={`flex end ${styles.gestes}`}>
        <StatusBadge tone="green">
          <IconLock size={14} stroke={1.8} aria-hidden /> Réglée
        </StatusBadge>
      </span>
    </li>
  )
}
