import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BlocSelect } from '#features/blocs/web/BlocSelect.tsx'
import { COLONNES } from '#features/dossiers/web/colonnes.tsx'
import styles from '#features/dossiers/web/dossiers.module.css'
import { dossiersQueries } from '#features/dossiers/web/dossiers.queries.ts'
import type { Onglet, OngletProps } from '#features/dossiers/web/onglets.ts'
import { ResidenceSelect } from '#features/residences/web/ResidenceSelect.tsx'
import { formatCompte } from '#shared/texte.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { Filters } from '#web/kit/Filters.tsx'
import { Lignes } from '#web/kit/Lignes.tsx'
import { Pager } from '#web/kit/Pager.tsx'
import { Results } from '#web/kit/Results.tsx'
import { SearchField } from '#web/kit/SearchField.tsx'
import { SelectField } from '#web/kit/SelectField.tsx'
import { useSearchField } from '#web/kit/useSearchField.ts'

const SEARCH_MS = 300
const TRIS = [
  { value: '', label: 'Dossier' },
  { value: 'reste', label: 'Reste à payer' },
]

/** The open dossiers, or those that ended: search, filters, page by page. */
export function DossiersTab({ onglet, state, setState }: OngletProps & { onglet: Onglet }) {
  const { page, recherche, residence, bloc } = state
  const clos = onglet === 'clos'
  const tri = !clos && state.tri === 'reste' ? 'reste' : undefined
  const reste = clos && state.reste === '1' ? '1' : undefined
  const query = useQuery(
    dossiersQueries.page({
      page,
      search: recherche,
      residence_id: residence || undefined,
      bloc_id: bloc || undefined,
      etat: clos ? 'closes' : 'ouvertes',
      a_rembourser: reste,
      tri,
    }),
  )
  const search = useSearchField(
    recherche,
    (text) => setState({ recherche: text }, { replace: true }),
    SEARCH_MS,
  )
  const filtered = recherche !== '' || residence > 0 || bloc > 0 || reste !== undefined
  function reset() {
    search.clear()
    setState({ recherche: '', residence: 0, bloc: 0, tri: '', reste: '' })
  }
  return (
    <>
      <Filters set={[residence, bloc, tri, reste].filter(Boolean).length} onReset={reset}>
        <SearchField search={search} placeholder="Client, dossier ou numéro de bien..." />
        <ResidenceSelect
          aria-label="Résidence"
          tous="Toutes les résidences"
          value={residence || null}
          onChange={(id) => setState({ residence: id ?? 0, bloc: 0 })}
        />
        <BlocSelect
          aria-label="Bloc"
          tous="Tous les blocs"
          residenceId={residence || null}
          value={bloc || null}
          onChange={(id) => setState({ bloc: id ?? 0 })}
        />
        {clos ? (
          <Checkbox
            className={styles.case}
            label="Reste à rembourser"
            checked={reste !== undefined}
            onChange={(event) => setState({ reste: event.currentTarget.checked ? '1' : '' })}
          />
        ) : (
          <SelectField
            label="Trier par"
            data={TRIS}
            value={tri ?? ''}
            onChange={(next) => setState({ tri: next ?? '' })}
          />
        )}
      </Filters>
      <Results
        query={query}
        loading="Chargement des dossiers..."
        error="Erreur lors du chargement des dossiers."
        cards={3}
        wide
      >
        {({ data, last_page, total }) =>
          total === 0 ? (
            <Aucun clos={clos} filtered={filtered} />
          ) : (
            <>
              <Lignes label="Dossiers" rows={data} rowKey={({ id }) => id} columns={COLONNES[onglet]} />
              <Pager
                page={page}
                lastPage={last_page}
                onChange={(next) => setState({ page: next })}
                count={formatCompte(total, 'dossier')}
              />
            </>
          )
        }
      </Results>
    </>
  )
}

function Aucun({ clos, filtered }: { clos: boolean; filtered: boolean }): ReactNode {
  if (filtered) return <EmptyState>Aucun dossier trouvé avec ces critères.</EmptyState>
  if (clos) return <EmptyState>Aucun dossier clos.</EmptyState>
  return (
    <EmptyState hint="Une vente ouvre son dossier : assignez un client à un bien libre.">
      Aucun dossier en cours.
    </EmptyState>
  )
}
