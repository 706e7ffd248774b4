import type { useLotList } from '#features/biens/web/useLotList.ts'
import { BlocSelect } from '#features/blocs/web/BlocSelect.tsx'
import { ClientSelect } from '#features/clients/web/ClientSelect.tsx'
import { EtageSelect } from '#features/etages/web/EtageSelect.tsx'
import { ResidenceSelect } from '#features/residences/web/ResidenceSelect.tsx'
import { messageOf } from '#web/kit/api.ts'
import { ListFilters } from '#web/kit/ListPage.tsx'
import { SelectField } from '#web/kit/SelectField.tsx'

interface LotFiltersProps {
  list: ReturnType<typeof useLotList>
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
export function LotFilters({ list, placeholder, etages, onError }: LotFiltersProps) {
  const { chosen, choose } = list
  const tell = (noun: string) => (error: Error) =>
    onError(messageOf(error, `Erreur lors du chargement des ${noun}.`), ERROR_MS)
  return (
    <ListFilters list={list} placeholder={placeholder}>
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
      <SelectField
        aria-label="État"
        data={ETATS}
        value={chosen.etat ?? ''}
        onChange={(etat) => choose({ etat: etat ?? '' })}
      />
    </ListFilters>
  )
}
