import type { Residence } from '#features/residences/residences.contract.ts'
import { nombre } from '#web/kit/ReportParts.tsx'
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
          { label: 'Blocs', value: nombre(residence.blocs_count) },
          { label: 'Étages', value: nombre(residence.etages_count) },
          { label: 'Appartements', value: nombre(residence.appartements_count) },
          { label: 'Vendus', value: nombre(residence.occupied_count) },
          { label: 'Locaux', value: nombre(residence.locaux_count) },
          { label: 'Parkings', value: nombre(residence.parkings_count) },
          { label: 'Plan', value: residence.plan_pdf ? 'Enregistré (PDF)' : 'Aucun' },
        ]}
      />
      <OccupationBar percent={residence.taux_occupation} label="Taux d’occupation" />
    </Dialog>
  )
}
