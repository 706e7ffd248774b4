import { useQuery } from '@tanstack/react-query'
import { COLONNES } from '#features/dossiers/web/colonnes.tsx'
import { dossiersQueries, type FiltresDesDossiers } from '#features/dossiers/web/dossiers.queries.ts'
import type { Onglet } from '#features/dossiers/web/onglets.ts'
import { formatCompte } from '#shared/texte.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { Lignes } from '#web/kit/Lignes.tsx'
import { Pager } from '#web/kit/Pager.tsx'
import { Results } from '#web/kit/Results.tsx'

interface ListeProps {
  onglet: Exclude<Onglet, 'options'>
  filtres: FiltresDesDossiers
  onPage: (page: number) => void
}

/** The open dossiers, or those that ended, page by page. */
export function ListeDesDossiers({ onglet, filtres, onPage }: ListeProps) {
  const query = useQuery(dossiersQueries.page(filtres))
  const { search, residence_id, bloc_id, a_rembourser } = filtres
  const filtered = Boolean(search || residence_id || bloc_id || a_rembourser)
  return (
    <Results
      query={query}
      loading="Chargement des dossiers..."
      error="Erreur lors du chargement des dossiers."
      cards={3}
      wide
    >
      {({ data, last_page, total }) =>
        total === 0 ? (
          <Aucun clos={onglet === 'clos'} filtered={filtered} />
        ) : (
          <>
            <Lignes label="Dossiers" rows={data} rowKey={({ id }) => id} columns={COLONNES[onglet]} />
            <Pager
              page={filtres.page}
              lastPage={last_page}
              onChange={onPage}
              count={formatCompte(total, 'dossier')}
            />
          </>
        )
      }
    </Results>
  )
}

function Aucun({ clos, filtered }: { clos: boolean; filtered: boolean }) {
  if (filtered) return <EmptyState>Aucun dossier trouvé avec ces critères.</EmptyState>
  if (clos) return <EmptyState>Aucun dossier clos.</EmptyState>
  return (
    <EmptyState hint="Une vente ouvre son dossier : assignez un client à un bien libre.">
      Aucun dossier en cours.
    </EmptyState>
  )
}
