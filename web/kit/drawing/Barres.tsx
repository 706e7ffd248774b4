import { fromDecimal, formatMontant } from '#shared/argent.ts'
import { aujourdhui, formatMoisCourt } from '#shared/dates.ts'
import { Chart } from '#web/kit/drawing/Chart.tsx'
import { SERIES } from '#web/kit/drawing/couleurs.ts'
import { FigureTable } from '#web/kit/drawing/FigureTable.tsx'
import { Legende } from '#web/kit/drawing/Legende.tsx'

export interface Barre {
  nom: string
  /** Its name below the bar, where it is shorter; lines end with « \n ». */
  axe?: string
  /** Decimal dinars; a negative one hangs below the line. */
  montant: number
  /** Hatched amount on top of it, in decimal dinars. */
  hachure?: number
}

interface BarresProps {
  caption: string
  /** Unit of a bar: « Mois ». */
  unite: string
  /** Name of the full part: « Encaissé ». */
  plein: string
  /** Name of the hatched part: « Prévision ». */
  hachures?: string
  barres: readonly Barre[]
  /** Cuts a bar that towers above all others, with its figure on it, so that the others can be told apart. */
  coupe?: boolean
}

const enDinars = (decimal: number) => formatMontant(fromDecimal(decimal))
const abrege = new Intl.NumberFormat('fr-FR', { notation: 'compact', maximumFractionDigits: 1 })
const MILLIARD = 1_000_000_000
const milliards = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 2 })

/** An amount on an axis: « 2,5 M », « 98,77 Md DA ». */
const surLAxe = (decimal: number) =>
  decimal >= MILLIARD ? `${milliards.format(decimal / MILLIARD)}\u00a0Md\u00a0DA` : abrege.format(decimal)

/** Ends the scale of a year at its 95th percentile once one month towers above it; undefined for the whole scale. */
function cutOf(montants: readonly number[]): number | undefined {
  const sorted = montants.toSorted((a, b) => a - b)
  const percentile = sorted[Math.floor(0.95 * (sorted.length - 1))] ?? 0
  return percentile > 0 && (sorted.at(-1) ?? 0) > 2 * percentile ? percentile : undefined
}

/** The bar of a month: below it its year where it begins or the first is, « en cours » where it is not whole. */
export function barreDuMois(mois: string, rang: number): Pick<Barre, 'nom' | 'axe'> {
  const nom = formatMoisCourt(mois)
  const [sansAnnee, annee] = [nom.slice(0, -5), nom.slice(-4)]
  // Two lines leave thirteen months upright where there is room for their words.
  if (mois === aujourdhui().slice(0, 7)) return { nom, axe: `${sansAnnee}\nen cours` }
  return { nom, axe: rang === 0 || mois.endsWith('-01') ? `${sansAnnee}\n${annee}` : sansAnnee }
}

/** Amounts as bars, with the table of their figures for who does not see them. It fills a box of a column. */
export function Barres({ caption, unite, plein, hachures, barres, coupe = false }: BarresProps) {
  const sums = barres.map(({ montant, hachure = 0 }) => montant + hachure)
  return (
    <>
      <Chart
        kind="bar"
        colors={SERIES}
        dataset={plein}
        labels={barres.map(({ nom, axe = nom }) => axe)}
        values={barres.map(({ montant }) => montant)}
        hachures={
          hachures === undefined
            ? undefined
            : { dataset: hachures, values: barres.map(({ hachure = 0 }) => hachure) }
        }
        description={caption}
        format={enDinars}
        formatAxis={surLAxe}
        cutAt={coupe ? cutOf(sums) : undefined}
      />
      {hachures !== undefined && <Legende labels={[plein, hachures]} hachures />}
      <FigureTable
        caption={caption}
        headings={hachures === undefined ? [unite, plein] : [unite, plein, hachures]}
        rows={barres.map(({ nom, montant, hachure = 0 }) =>
          hachures === undefined ? [nom, enDinars(montant)] : [nom, enDinars(montant), enDinars(hachure)],
        )}
      />
    </>
  )
}
