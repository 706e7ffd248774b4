import { useQuery } from '@tanstack/react-query'
import { formatEcart, formatVariation } from '#features/prix/prix.rules.ts'
import { CourbeDesPrix } from '#features/prix/web/CourbeDesPrix.tsx'
import { prixQueries, type BienTarife, type HistoriqueLu } from '#features/prix/web/prix.queries.ts'
import styles from '#features/prix/web/prix.module.css'
import { fromDecimal } from '#shared/argent.ts'
import { titreDuBien } from '#shared/biens.ts'
import { formatJourCourt, jourOf } from '#shared/dates.ts'
import { Dialog } from '#web/kit/Dialog.tsx'
import { Lignes, type Colonne } from '#web/kit/Lignes.tsx'
import { Montant } from '#web/kit/Montant.tsx'
import { Results } from '#web/kit/Results.tsx'

interface HistoriqueProps {
  bien: BienTarife
  onClose: () => void
}

/** What a bien cost since its prices are recorded, as a line and as a table, the newest first. */
export function HistoriqueDesPrix({ bien, onClose }: HistoriqueProps) {
  const query = useQuery(prixQueries.history(bien.id))
  return (
    <Dialog
      title={
        <>
          Historique des prix - <bdi>{titreDuBien(bien.type, bien.numero)}</bdi>
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
            <div className={styles.historique}>
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
    <p className={styles.constant}>
      Le prix n'a pas changé depuis le début du suivi.
      <strong>
        <Montant decimal={prix} />
      </strong>
    </p>
  )
}

/** A price, when it came and by what; the last row is that at the start. */
interface Row {
  rang: number
  date: string
  prix: number
  ecart: number | null
  pourcentage: number | null
  revision: HistoriqueLu['data'][number]['revision']
}

function rowsOf({ data, depart }: HistoriqueLu): Row[] {
  const changes = data.map(({ le, nouveau, ...change }, rang) => ({
    ...change,
    rang,
    date: formatJourCourt(jourOf(new Date(le))),
    prix: nouveau,
  }))
  const start = { date: 'Au début du suivi', prix: depart, ecart: null, pourcentage: null, revision: null }
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
          {pourcentage !== null && <span className={styles.part}> ({formatVariation(pourcentage)})</span>}
        </>
      ),
  },
  {
    title: 'Révision',
    cell: ({ revision }) =>
      revision && (
        <>
          {revision.libelle}
          {revision.motif !== null && (
            <span className={styles.part} data-nom>
              {revision.motif}
            </span>
          )}
        </>
      ),
  },
]
