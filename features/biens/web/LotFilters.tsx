import { Select } from '@mantine/core'
import type { useLotFilters } from '#features/biens/web/useLotFilters.ts'
import { BlocSelect } from '#features/blocs/web/BlocSelect.tsx'
import { ClientSelect } from '#features/clients/web/ClientSelect.tsx'
import { EtageSelect } from '#features/etages/web/EtageSelect.tsx'
import { ResidenceSelect } from '#features/residences/web/ResidenceSelect.tsx'
import { messageOf } from '#web/kit/api.ts'
import { Filters } from '#web/kit/Filters.tsx'
import { SearchField } from '#web/kit/SearchField.tsx'
import { ViewSwitch } from '#web/kit/ViewSwitch.tsx'

interface LotFiltersProps {
  filters: ReturnType<typeof useLotFilters>
  /** « Rechercher par lot ou type... » */
  placeholder: string
  /** Appartements stand on an étage, locaux do not. */
  etages: boolean
  /** A list of one of the selects does not load. */
  onError: (message: string, ms: number) => void
}

/** How long that is told (D2 §8, §9). */
const ERROR_MS = 5000

const ETATS = [
  { value: '', label: 'Tous les états' },
  { value: 'disponible', label: 'Disponible' },
  { value: 'vendu', label: 'Vendu' },
]

/** Search, residence, bloc, étage, client and état of a list of lots; a residence limits the blocs, a bloc the étages (Q48). */
export function LotFilters({ filters, placeholder, etages, onError }: LotFiltersProps) {
  const { search, chosen, choose, reset } = filters
  const tell = (noun: string) => (error: Error) =>
    onError(messageOf(error, `Erreur lors du chargement des ${noun}.`), ERROR_MS)
  return (
    <Filters
      set={filters.set}
      view={<ViewSwitch view={filters.view} onChange={filters.setView} />}
      onReset={reset}
    >
      <SearchField search={search} placeholder={placeholder} />
      <ResidenceSelect
        aria-label="Résidence"
        tous="Toutes les résidences"
        onUnloaded={tell('résidences')}
        value={chosen.residence}
        onChange={(id) => choose({ residence: id ?? 0, bloc: 0, etage: 0 })}
      />
      <BlocSelect
        aria-label="Bloc"
        tous="Tous les blocs"
        onUnloaded={tell('blocs')}
        residenceId={chosen.residence}
        value={chosen.bloc}
        onChange={(id) => choose({ bloc: id ?? 0, etage: 0 })}
      />
      {etages && (
        <EtageSelect
          aria-label="Étage"
          tous="Tous les étages"
          onUnloaded={tell('étages')}
          residenceId={chosen.residence}
          blocId={chosen.bloc}
          value={chosen.etage}
          onChange={(id) => choose({ etage: id ?? 0 })}
        />
      )}
      <ClientSelect
        aria-label="Client"
        tous="Tous les clients"
        onUnloaded={tell('clients')}
        value={chosen.client}
        onChange={(id) => choose({ client: id ?? 0 })}
      />
      <Select
        aria-label="État"
        data={ETATS}
        value={chosen.etat ?? ''}
        onChange={(etat) => choose({ etat: etat ?? '' })}
        allowDeselect={false}
      />
    </Filters>
  )
}
