import { Button } from '@mantine/core'
import { moisEntre, type Bornes, type Mois } from '#features/rapports/periode.rules.ts'
import {
  CE_MOIS,
  LIBRE,
  MOIS_DERNIER,
  moisDeLaPeriode,
  periodesAChoisir,
  type PeriodeChoisie,
} from '#features/rapports/periode.choix.ts'
import styles from '#features/rapports/web/rapports.module.css'
import { aujourdhui, formatMoisCourt, isMois } from '#shared/dates.ts'
import { screens } from '#shared/screens.ts'
import { Nom } from '#web/kit/card/Nom.tsx'
import { SelectField } from '#web/kit/select/SelectField.tsx'
import type { Colonne } from '#web/kit/table/Tableau.tsx'

const RACCOURCIS = [
  [CE_MOIS, 'Ce mois'],
  [MOIS_DERNIER, 'Mois dernier'],
] as const

interface PeriodeProps {
  asked: PeriodeChoisie
  /** The months in which there is anything; null until they are known. */
  bornes: Bornes | null
  onChange: (patch: Partial<PeriodeChoisie>) => void
}

/** The period of a report: a month, a year, or months from and to. It stands in the address. */
export function Periode({ asked, bornes, onChange }: PeriodeProps) {
  const { periode } = asked
  const libre = periode === LIBRE
  return (
    <>
      <SelectField
        label="Période"
        className={styles.moyen}
        data={periodesAChoisir(bornes, periode)}
        value={periode}
        onChange={(next) => {
          // A free period begins with the months that are shown.
          if (next === LIBRE) onChange({ periode: LIBRE, ...moisDeLaPeriode(asked) })
          else onChange({ periode: next ?? '', du: '', au: '' })
        }}
      />
      {libre && (
        <>
          <MoisAChoisir label="Du" mois={asked.du} bornes={bornes} onChange={(du) => onChange({ du })} />
          <MoisAChoisir label="Au" mois={asked.au} bornes={bornes} onChange={(au) => onChange({ au })} />
        </>
      )}
      {/* The questions of a month's end have a way of their own; a second press leads back to this year. */}
      <div className={`line gap-4 ${styles.raccourcis}`}>
        {RACCOURCIS.map(([mot, label]) => (
          <Button
            key={mot}
            variant={periode === mot ? 'light' : 'subtle'}
            px={14}
            aria-pressed={periode === mot}
            onClick={() => onChange({ periode: periode === mot ? '' : mot, du: '', au: '' })}
          >
            {label}
          </Button>
        ))}
      </div>
    </>
  )
}

/**
 * The months of a report; each leads to the report of that month alone, where there are others.
 * @param garde what else the address of the report says
 */
export const colonneDuMois = <T extends { mois: Mois }>(
  rows: readonly T[],
  garde: Readonly<Record<string, string>>,
): Colonne<T> => ({
  title: 'Mois',
  genre: 'jour',
  min: 110,
  phone: 'qui',
  cell: ({ mois }) =>
    rows.length === 1 ? (
      formatMoisCourt(mois)
    ) : (
      <Nom to={screens.rapports} search={{ ...garde, periode: LIBRE, du: mois, au: mois }}>
        {formatMoisCourt(mois)}
      </Nom>
    ),
})

interface MoisProps {
  label: string
  mois: Mois
  bornes: Bornes | null
  onChange: (mois: Mois) => void
}

/** A month, of those in which there is anything and of this year, the newest first. */
function MoisAChoisir({ label, mois, bornes, onChange }: MoisProps) {
  const annee = aujourdhui().slice(0, 4)
  const known = [
    `${annee}-01`,
    `${annee}-12`,
    ...(bornes ? [bornes.premier, bornes.dernier] : []),
    ...(isMois(mois) ? [mois] : []),
  ].toSorted()
  const etendue = { du: known[0] ?? mois, au: known.at(-1) ?? mois }
  return (
    <SelectField
      label={label}
      className={styles.moyen}
      data={moisEntre(etendue)
        .toReversed()
        .map((value) => ({ value, label: formatMoisCourt(value) }))}
      value={mois}
      onChange={(next) => onChange(next ?? '')}
    />
  )
}
