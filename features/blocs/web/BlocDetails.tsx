import { formatNombre } from '#shared/argent.ts'
import { PiedDeDetails } from '#features/journal/web/PiedDeDetails.tsx'
import type { Bloc } from '#features/blocs/blocs.contract.ts'
import { BlocBadge, direStade } from '#features/blocs/web/BlocCard.tsx'
import { BlocLink, ResidenceLink } from '#web/kit/EntityLinks.tsx'
import { OccupationBar } from '#web/kit/Bars.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { Facts } from '#web/kit/EntityCard.tsx'

/** Every field of a bloc, to read. */
export function BlocDetails({ bloc, onClose }: { bloc: Bloc; onClose: () => void }) {
  return (
    <Dialog title="Détails du bloc" onClose={onClose}>
      <Facts
        facts={[
          {
            label: 'Nom',
            value: <BlocLink id={bloc.id} nomloc={bloc.nomloc} residenceId={bloc.residence_id} />,
          },
          { label: 'Description', value: bloc.description || 'Aucune description' },
          {
            label: 'Résidence',
            value: <ResidenceLink id={bloc.residence_id} nom={bloc.residence.nom} />,
          },
          { label: 'État', value: <BlocBadge bloc={bloc} /> },
          { label: 'Étages', value: formatNombre(bloc.etages_count) },
          { label: 'Appartements', value: formatNombre(bloc.appartementCount) },
          { label: 'Disponibles', value: formatNombre(bloc.availableCount) },
          { label: 'Occupés', value: formatNombre(bloc.occupiedCount) },
          { label: 'Stade', value: direStade(bloc.stade) },
          { label: 'Locaux', value: formatNombre(bloc.locaux_count) },
        ]}
      />
      <OccupationBar percent={bloc.tauxOccupation} label="Taux d’occupation" />
      <PiedDeDetails objet="bloc" id={bloc.id} nom={bloc.nomloc} />
    </Dialog>
  )
}
