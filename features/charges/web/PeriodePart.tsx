import { useQuery } from '@tanstack/react-query'
import {
  type ChangeCharges,
  type ChargesAsked,
  periodeOf,
  toPeriode,
} from '#features/charges/web/charges.adresse.ts'
import { type ChargesLues, chargesQueries } from '#features/charges/web/charges.queries.ts'
import { moisDeLaPeriode } from '#features/rapports/periode.choix.ts'
import { Periode } from '#features/rapports/web/Periode.tsx'
import styles from '#features/rapports/web/rapports.module.css'
import { Chiffres } from '#features/rapports/web/RapportTable.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { type Colonne, Tableau } from '#web/kit/table/Tableau.tsx'

interface Ligne {
  id: number
  nom: string
  montants: number[]
  total: number
}
const TOTAL = 0

interface PeriodePartProps {
  state: ChargesAsked
  onChange: ChangeCharges
}

/** Sums of the vouchers of a period, a line a category and a figure a residence. */
export function PeriodePart({ state, onChange }: PeriodePartProps) {
  const asked = periodeOf(state)
  const query = useQuery(chargesQueries.parPeriode(moisDeLaPeriode(asked)))
  return (
    <>
      <search className={`wrap no-print gap-12 ${styles.filtres}`}>
        <Periode
          asked={asked}
          bornes={query.data?.bornes ?? null}
          onChange={(patch) => onChange(toPeriode(patch))}
        />
      </search>
      <Results
        query={query}
        loading="Chargement du rapport..."
        error="Erreur lors du chargement du rapport."
        wide
        cards={3}
      >
        {(lues) => (
          <>
            <Chiffres
              label="Charges de la période"
              montants
              chiffres={[
                {
                  label: 'Dépensé',
                  valeur: <Montant decimal={lues.totals.total} />,
                  under: 'par les bons de la période',
                  fort: true,
                },
                {
                  label: 'Réglé',
                  valeur: <Montant decimal={lues.regle} />,
                  under: 'pendant la période',
                },
              ]}
            />
            {lues.categories.length === 0 ? (
              <EmptyState>Rien à montrer pour cette période.</EmptyState>
            ) : (
              <Tableau
                label="Charges par catégorie et résidence"
                rows={rowsOf(lues)}
                rowKey={({ id }) => id}
                columns={columnsOf(lues)}
                isMarked={({ id }) => id === TOTAL}
              />
            )}
          </>
        )}
      </Results>
    </>
  )
}

const rowsOf = ({ categories, totals }: ChargesLues): Ligne[] => [
  ...categories,
  { id: TOTAL, nom: 'Total', ...totals },
]

const columnsOf = ({ residences }: ChargesLues): Colonne<Ligne>[] => [
  {
    title: 'Catégorie',
    genre: 'nom',
    min: 170,
    phone: 'qui',
    cell: ({ id, nom }) => (id === TOTAL ? <strong>{nom}</strong> : <bdi data-nom>{nom}</bdi>),
  },
  ...residences.map(({ id: residence, nom }, rang): Colonne<Ligne> => ({
    title: nom,
    genre: 'figure',
    min: 130,
    cell: ({ id, montants }) => (
      <Somme decimal={montants[rang] ?? 0} fort={id === TOTAL || residence === TOTAL} />
    ),
  })),
  {
    title: 'Total',
    genre: 'figure',
    min: 140,
    phone: 'combien',
    cell: ({ total }) => <Somme decimal={total} fort />,
  },
]

/** A figure of the table; nothing spent is dim. */
function Somme({ decimal, fort }: { decimal: number; fort: boolean }) {
  return (
    <span className={decimal === 0 ? 'dim' : fort ? 'bold' : undefined}>
      <Montant decimal={decimal} sansUnite />
    </span>
  )
}
