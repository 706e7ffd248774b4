import { formatNombre } from '#shared/argent.ts'
import { PiedDeDetails } from '#features/journal/web/PiedDeDetails.tsx'
import type { Residence } from '#features/residences/residences.contract.ts'
import { ResidenceBadge } from '#features/residences/web/ResidenceCard.tsx'
import { ResidenceLink } from '#web/kit/EntityLinks.tsx'
import { OccupationBar } from '#web/kit/Bars.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { Facts } from '#web/kit/EntityCard.tsx'

/** Every field of a residence, to read. */
export function ResidenceDetails({ residence, onClose }: { residence: Residence; onClose: () => void }) {
  return (
    <Dialog title="Détails de la résidence" onClose={onClose}>
      <Facts
        facts={[
          { label: 'Nom', value: <ResidenceLink id={residence.id} nom={residence.nom} /> },
          { label: 'Adresse', value: residence.adresse || 'Non spécifiée' },
          { label: 'État', value: <ResidenceBadge residence={residence} /> },
          { label: 'Blocs', value: formatNombre(residence.blocs_count) },
          { label: 'Étages', value: formatNombre(residence.etages_count) },
          { label: 'Appartements', value: formatNombre(residence.appartements_count) },
          { label: 'Vendus', value: formatNombre(residence.occupied_count) },
          { label: 'Locaux', value: formatNombre(residence.locaux_count) },
          { label: 'Parkings', value: formatNombre(residence.parkings_count) },
          { label: 'Plan', value: residence.plan_pdf ? 'Enregistré (PDF)' : 'Aucun' },
        ]}
      />
      <OccupationBar percent={residence.taux_occupation} label="Taux d’occupation" />
      <PiedDeDetails objet="residence" id={residence.id} nom={residence.nom} />
    </Dialog>
  )
}
