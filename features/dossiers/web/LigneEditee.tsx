import { TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconLock, IconX } from '@tabler/icons-react'
import { memo, useState, type KeyboardEvent } from 'react'
import styles from '#features/dossiers/web/echeancier.module.css'
import { centimesOf, partOf, pourcentOf, type LigneSaisie } from '#features/dossiers/web/ligneSaisie.ts'
import { LISTE_DES_DECLENCHEURS, NOMS_DES_DECLENCHEURS } from '#features/echeancier/declencheurs.ts'
import { DECLENCHEURS } from '#features/echeancier/echeancier.rules.ts'
import type { Stade } from '#features/stades/stades.contract.ts'
import { formatPourcent, toDecimal, type Centimes } from '#shared/argent.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { DateField } from '#web/kit/DateField.tsx'
import { IconAction } from '#web/kit/IconAction.tsx'
import { MoneyField } from '#web/kit/MoneyField.tsx'
import { Montant } from '#web/kit/Montant.tsx'
import { NumberField } from '#web/kit/NumberField.tsx'
import { SelectField } from '#web/kit/SelectField.tsx'
import { StatusBadge } from '#web/kit/StatusBadge.tsx'

export type Champ = 'libelle' | 'montant' | 'declencheur' | 'stade_id' | 'date_prevue'

interface LigneEditeeProps {
  ligne: LigneSaisie
  rang: number
  prix: Centimes
  stades: readonly Stade[]
  erreurs: Partial<Record<Champ, string>> | undefined
  canRise: boolean
  canFall: boolean
  onChange: (cle: number, patch: Partial<LigneSaisie>) => void
  onMove: (cle: number, by: -1 | 1) => void
  onRemove: (cle: number) => void
}

/** A line of an échéancier that is being edited. One that is covered whole is only read. */
export const LigneEditee = memo(function LigneEditee(props: LigneEditeeProps) {
  const { ligne, rang, canRise, canFall, onMove, onRemove } = props
  const { cle } = ligne
  if (ligne.reglee) return <LigneReglee {...props} />
  function onKeyDown(event: KeyboardEvent) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    const up = event.key === 'ArrowUp'
    if (up ? canRise : canFall) onMove(cle, up ? -1 : 1)
  }
  return (
    <li className={styles.ligne} data-cle={cle} onKeyDownCapture={onKeyDown}>
      <span className={styles.rang}>{rang}</span>
      <Champs {...props} />
      <div className={styles.gestes}>
        <span data-champ="monter">
          <IconAction
            icon={IconArrowUp}
            label={`Monter l'échéance ${rang}`}
            busy={!canRise}
            onClick={() => onMove(cle, -1)}
          />
        </span>
        <span data-champ="descendre">
          <IconAction
            icon={IconArrowDown}
            label={`Descendre l'échéance ${rang}`}
            busy={!canFall}
            onClick={() => onMove(cle, 1)}
          />
        </span>
        <IconAction icon={IconX} label={`Retirer l'échéance ${rang}`} danger onClick={() => onRemove(cle)} />
      </div>
    </li>
  )
})

function Champs({ ligne, rang, prix, stades, erreurs, onChange }: LigneEditeeProps) {
  const { cle, libelle, montant, declencheur, stade_id, date_prevue } = ligne
  const day = declencheur === 'date'
  return (
    <>
      <div data-champ="libelle" data-label="Libellé">
        <TextInput
          size="sm"
          aria-label={`Libellé de l'échéance ${rang}`}
          required
          maxLength={120}
          autoComplete="off"
          value={libelle}
          error={erreurs?.libelle}
          onChange={({ currentTarget }) => onChange(cle, { libelle: currentTarget.value })}
        />
      </div>
      <div data-champ="montant" data-label="Montant">
        <MoneyField
          size="sm"
          aria-label={`Montant de l'échéance ${rang}`}
          required
          value={montant}
          error={erreurs?.montant}
          onChange={(next) => onChange(cle, { montant: next })}
        />
      </div>
      <div data-champ="part" data-label="Part">
        <Part
          label={`Part de l'échéance ${rang}`}
          pourcent={pourcentOf(prix, centimesOf(ligne))}
          onChange={(pourcent) => onChange(cle, { montant: toDecimal(partOf(prix, pourcent)) })}
        />
      </div>
      <div data-champ="declencheur" data-label="Exigible">
        <SelectField
          size="sm"
          aria-label={`Ce qui rend l'échéance ${rang} exigible`}
          data={LISTE_DES_DECLENCHEURS}
          value={declencheur}
          error={erreurs?.declencheur}
          onChange={(value) => {
            const next = DECLENCHEURS.find((one) => one === value)
            if (next) onChange(cle, { declencheur: next, ...(next !== 'stade' && { stade_id: null }) })
          }}
        />
      </div>
      <div data-champ="precision" data-label={day ? 'Date' : 'Prévue le'} className={styles.precision}>
        {declencheur === 'stade' && (
          <SelectField
            size="sm"
            aria-label={`Stade de l'échéance ${rang}`}
            placeholder="Choisir un stade"
            data={stades.map(({ id, nom }) => ({ value: String(id), label: nom }))}
            value={stade_id === null ? null : String(stade_id)}
            error={erreurs?.stade_id}
            onChange={(value) => onChange(cle, { stade_id: value === null ? null : Number(value) })}
          />
        )}
        <DateField
          size="sm"
          aria-label={day ? `Date de l'échéance ${rang}` : `Date prévue de l'échéance ${rang}`}
          placeholder={day ? 'JJ/MM/AAAA' : 'Prévue le'}
          clearable={!day}
          value={date_prevue}
          error={erreurs?.date_prevue}
          onChange={(next) => onChange(cle, { date_prevue: next })}
        />
      </div>
    </>
  )
}

/** The percent of the price: as it is typed, else what the amount is. */
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
      onChange={(next) => {
        if (next === (typed ?? pourcent)) return
        setTyped(next)
        onChange(next)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}

function LigneReglee({ ligne, rang, prix, stades }: LigneEditeeProps) {
  const { libelle, declencheur, stade_id, date_prevue } = ligne
  const stade = stades.find(({ id }) => id === stade_id)?.nom
  const montant = centimesOf(ligne)
  return (
    <li className={styles.ligne} data-reglee>
      <span className={styles.rang}>{rang}</span>
      <span data-champ="libelle" data-nom>
        {libelle}
      </span>
      <span data-champ="montant" className={styles.figure}>
        <Montant centimes={montant} />
      </span>
      <span data-champ="part" className={styles.figure}>
        {formatPourcent(pourcentOf(prix, montant))}
      </span>
      <span data-champ="declencheur">{NOMS_DES_DECLENCHEURS[declencheur]}</span>
      <span data-champ="precision">{stade ?? (date_prevue === '' ? '' : formatJourCourt(date_prevue))}</span>
      <span className={styles.gestes}>
        <StatusBadge tone="green">
          <IconLock size={14} stroke={1.8} aria-hidden /> Réglée
        </StatusBadge>
      </span>
    </li>
  )
}
