import { NOM_DU_TYPE } from '#features/paiements/paiements.rules.ts'
import type { PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import { jourLong } from '#shared/dates.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Facts } from '#web/ui/EntityCard.tsx'
import { Montant } from '#web/ui/Montant.tsx'

/** Everything about one payment, to read (Q176). */
export function PaiementDetails({ paiement, onClose }: { paiement: PaiementLu; onClose: () => void }) {
  const { date_paiement, versement, solde, details, client, recu, prix } = paiement
  return (
    <Dialog title="Détails du paiement" onClose={onClose}>
      <Facts
        facts={[
          { label: 'Reçu', value: `N° ${recu}` },
          { label: 'Date', value: jourLong(date_paiement) },
          { label: 'Versement', value: <Montant decimal={versement} /> },
          { label: 'Solde', value: <Montant decimal={solde} /> },
          { label: 'Prix de vente', value: <Montant decimal={prix} /> },
          { label: 'Détails', value: details || 'Non spécifié' },
          { label: 'Client', value: client.nomComplet },
          { label: 'Bien', value: nameOf(paiement) },
        ]}
      />
    </Dialog>
  )
}

function nameOf({ appartement, place_parking, local }: PaiementLu): string {
  if (appartement) return `${NOM_DU_TYPE.appartement} ${appartement.numLot}`
  if (place_parking)
    return `${NOM_DU_TYPE.place_parking} ${place_parking.numero_place} (${place_parking.parking.parking_nom})`
  return local ? `${NOM_DU_TYPE.local} ${local.num}` : 'N/A'
}
