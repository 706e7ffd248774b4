import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatEcart, formatVariation } from '#features/prix/prix.rules.ts'
import { prixQueries, type BienTarife, type HistoriqueLu } from '#features/prix/web/prix.queries.ts'
import styles from '#features/prix/web/prix.module.css'
import { fromDecimal, formatMontant } from '#shared/argent.ts'
import { libelleDuBien } from '#shared/biens.ts'
import { formatJourCourt, jourOf, aujourdhui } from '#shared/dates.ts'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { Lignes, type Colonne } from '#web/kit/table/Lignes.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { formatCompte } from '#shared/texte.ts'

interface HistoriqueProps {
  bien: BienTarife
  onClose: () => void
}

/** Recorded prices of a bien, as a line and as a table, newest first. */
export function HistoriqueDesPrix({ bien, onClose }: HistoriqueProps) {
  const query = useQuery(prixQueries.history(bien.id))
  return (
    <Dialog
      title={
        <>
          Historique des prix - <bdi>{libelleDuBien(bien.type, bien.numero)}</bdi>
        </>
      }
      size="lg"
      onClose={onClose}
    >
      <Results
        query={query}
        loading="Chargement de l'historique des prix..."
        error="Erreur lors du chargement de l'historique des prix."
        cards={0}
      >
        {(historique) =>
          historique.data.length === 0 ? (
            <Constant prix={historique.prix} />
          ) : (
            <div className="stack gap-16">
              <CourbeDesPrix historique={historique} />
              <Lignes
                label="Historique des prix"
                rows={rowsOf(historique)}
                rowKey={({ rang }) => rang}
                columns={COLUMNS}
              />
            </div>
          )
        }
      </Results>
    </Dialog>
  )
}

function Constant({ prix }: { prix: number }) {
  return (
    <p className="wrap between flat gap-4-16">
      Le prix n'a pas changé depuis le début du suivi.
      <strong>
        <Montant decimal={prix} />
      </strong>
    </p>
  )
}

/** A price with its date and revision; the last row is the starting price. */
interface Row {
  rang: number
  date: string
  prix: number
  ecart: number | null
  pourcentage: number | null
  revision: HistoriqueLu['data'][number]['revision']
  vente: HistoriqueLu['data'][number]['vente']
}

function rowsOf({ data, depart }: HistoriqueLu): Row[] {
  const changes = data.map(({ le, nouveau, ...change }, rang) => ({
    ...change,
    rang,
    date: formatJourCourt(jourOf(new Date(le))),
    prix: nouveau,
  }))
  const start = {
    date: 'Au début du suivi',
    prix: depart,
    ecart: null,
    pourcentage: null,
    revision: null,
    vente: null,
  }
  return [...changes, { ...start, rang: changes.length }]
}

const COLUMNS: readonly Colonne<Row>[] = [
  { title: 'Date', court: true, cell: ({ date }) => date },
  { title: 'Prix', figure: true, cell: ({ prix }) => <Montant decimal={prix} /> },
  {
    title: 'Écart',
    figure: true,
    cell: ({ ecart, pourcentage }) =>
      ecart !== null && (
        <>
          {formatEcart(fromDecimal(ecart))}
          {pourcentage !== null && (
            <span className={`dim ${styles.part}`}> ({formatVariation(pourcentage)})</span>
          )}
        </>
      ),
  },
  {
    title: 'Révision',
    cell: ({ revision, vente, ecart }) =>
      vente ? (
        <>
          {ecart !== null && ecart < 0 ? 'Remise accordée' : 'Prix convenu'}
          <span className={`dim ${styles.part}`}>{vente.dossier}</span>
        </>
      ) : (
        revision && (
          <>
            {revision.libelle}
            {revision.motif !== null && (
              <span className={`dim ${styles.part}`} data-nom>
                {revision.motif}
              </span>
            )}
          </>
        )
      ),
  },
]

const [WIDTH, HEIGHT, EDGE] = [600, 96, 6]

/** Prices as steps, each as wide as it lasted; the table shows the same figures. */
function CourbeDesPrix({ historique: { data, depart, prix } }: { historique: HistoriqueLu }) {
  const [opened] = useState(Date.now)
  const steps = data.toReversed().map(({ le, nouveau }) => ({ at: new Date(le).getTime(), prix: nouveau }))
  const first = steps[0]?.at ?? 0
  const now = Math.max(opened, steps.at(-1)?.at ?? 0)
  // The starting price gets an eighth of the width, because its duration before the records is unknown.
  const start = first - (now - first || 1) / 7
  const all = [depart, ...steps.map((step) => step.prix)]
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const x = (at: number) => ((at - start) / (now - start)) * WIDTH
  const y = (one: number) => HEIGHT - EDGE - ((one - low) / (high - low || 1)) * (HEIGHT - 2 * EDGE)
  const line = [
    `M0 ${y(depart)}`,
    ...steps.map(({ at, prix: next }) => `H${Math.round(x(at))} V${Math.round(y(next))}`),
    `H${WIDTH}`,
  ].join(' ')
  const say = (decimal: number) => formatMontant(fromDecimal(decimal))
  return (
    <figure className={`stack dim flat ${styles.courbe}`}>
      <div className={`flex between nowrap ${styles.bornes}`} aria-hidden>
        <span>{say(high)}</span>
        <span>{say(low)}</span>
      </div>
      <svg
        role="img"
        aria-label={`De ${say(depart)} à ${say(prix)} en ${formatCompte(data.length, 'changement')}`}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        <path d={`${line} V${HEIGHT} H0 Z`} className={styles.aire} />
        <path d={line} className={styles.trait} />
      </svg>
      <div className={`flex between nowrap ${styles.jours}`} aria-hidden>
        <span>{formatJourCourt(jourOf(new Date(first)))}</span>
        <span>{formatJourCourt(aujourdhui())}</span>
      </div>
    </figure>
  )
}
