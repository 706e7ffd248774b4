import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import type { ReactNode } from 'react'
import { BlocSelect } from '#features/blocs/web/BlocSelect.tsx'
import styles from '#features/dossiers/web/dossiers.module.css'
import { ListeDesDossiers } from '#features/dossiers/web/ListeDesDossiers.tsx'
import type { Onglet, OngletProps } from '#features/dossiers/web/onglets.ts'
import { OptionsEnCours } from '#features/options/web/OptionsEnCours.tsx'
import { ResidenceSelect } from '#features/residences/web/ResidenceSelect.tsx'
import { Filters } from '#web/kit/Filters.tsx'
import { SearchField } from '#web/kit/SearchField.tsx'
import { SelectField } from '#web/kit/SelectField.tsx'
import { useSearchField } from '#web/kit/useSearchField.ts'

const SEARCH_MS = 300
const TRIS = [
  { value: '', label: 'Dossier' },
  { value: 'reste', label: 'Reste à payer' },
]

/** One of the lists, under the search and the filters that all of them have. */
export function DossiersTab({ onglet, state, setState }: OngletProps & { onglet: Onglet }) {
  const { page, recherche, residence, bloc } = state
  const tri = onglet === 'cours' && state.tri === 'reste' ? 'reste' : undefined
  const reste = onglet === 'clos' && state.reste === '1' ? '1' : undefined
  const filtres = {
    page,
    search: recherche,
    residence_id: residence || undefined,
    bloc_id: bloc || undefined,
  }
  const search = useSearchField(
    recherche,
    (text) => setState({ recherche: text }, { replace: true }),
    SEARCH_MS,
  )
  const turn = (next: number) => setState({ page: next })
  const own: Record<Onglet, ReactNode> = {
    cours: (
      <SelectField
        label="Trier par"
        data={TRIS}
        value={tri ?? ''}
        onChange={(next) => setState({ tri: next ?? '' })}
      />
    ),
    options: null,
    clos: (
      <Checkbox
        className={styles.case}
        label="Reste à rembourser"
        checked={reste !== undefined}
        onChange={(event) => setState({ reste: event.currentTarget.checked ? '1' : '' })}
      />
    ),
  }
  return (
    <>
      <Filters
        set={[residence, bloc, tri, reste].filter(Boolean).length}
        onReset={() => {
          search.clear()
          setState({ recherche: '', residence: 0, bloc: 0, tri: '', reste: '' })
        }}
      >
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
        {own[onglet]}
      </Filters>
      {onglet === 'options' ? (
        <OptionsEnCours {...filtres} onPage={turn} />
      ) : (
        <ListeDesDossiers
          onglet={onglet}
          filtres={{
            ...filtres,
            etat: onglet === 'clos' ? 'closes' : 'ouvertes',
            a_rembourser: reste,
            tri,
          }}
          onPage={turn}
        />
      )}
    </>
  )
}
