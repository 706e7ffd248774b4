import { useQuery } from '@tanstack/react-query'
import { formatNombre } from '#shared/argent.ts'
import { PiedDeDetails } from '#features/journal/web/PiedDeDetails.tsx'
import type { Etage } from '#features/etages/etages.contract.ts'
import { etagesQueries } from '#features/etages/web/etages.queries.ts'
import { BlocLink, EtageLink, ResidenceLink } from '#web/kit/EntityLinks.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { Facts } from '#web/kit/EntityCard.tsx'
import { Results } from '#web/kit/Results.tsx'

/** Détails de l'étage, with the capacity that the server works out (D2 §2.3). */
export function EtageDetails({ etage, onClose }: { etage: Etage; onClose: () => void }) {
  const { id, designation, niveau, logement_par_palier, bloc } = etage
  const capacite = useQuery(etagesQueries.capacite(id))
  return (
    <Dialog title="Détails de l'étage" onClose={onClose}>
      <Facts
        facts={[
          {
            label: 'Désignation',
            value: (
              <EtageLink id={id} designation={designation} blocId={bloc.id} residenceId={bloc.residence.id} />
            ),
          },
          { label: 'Résidence', value: <ResidenceLink id={bloc.residence.id} nom={bloc.residence.nom} /> },
          {
            label: 'Bloc',
            value: <BlocLink id={bloc.id} nomloc={bloc.nomloc} residenceId={bloc.residence.id} />,
          },
          { label: 'Niveau', value: formatNombre(niveau) },
          { label: 'Logements par palier', value: formatNombre(logement_par_palier) },
          capacite.isSuccess && {
            label: 'Capacité de logement',
            value: formatNombre(capacite.data.capacite_logement),
          },
        ]}
      />
      {!capacite.isSuccess && (
        <Results
          query={capacite}
          loading="Chargement de la capacité..."
          error="Impossible de calculer la capacité."
          cards={0}
        >
          {() => null}
        </Results>
      )}
      <PiedDeDetails objet="etage" id={id} nom={designation} />
    </Dialog>
  )
}
