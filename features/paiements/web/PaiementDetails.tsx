import { bienDuPaiement } from '#features/paiements/web/bienDuPaiement.ts'
import { Rectifie } from '#features/paiements/web/Rectifie.tsx'
import type { PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import styles from '#features/paiements/web/paiements.module.css'
import { PourquoiCeSolde } from '#features/paiements/web/PourquoiCeSolde.tsx'
import { formatJourLong } from '#shared/dates.ts'
import { Dialog } from '#web/kit/Dialog.tsx'
import { Facts } from '#web/kit/EntityCard.tsx'
import { Montant } from '#web/kit/Montant.tsx'

/** Everything about one payment, to read (Q176). */
export function PaiementDetails({ paiement, onClose }: { paiement: PaiementLu; onClose: () => void }) {
  const { date_paiement, versement, details, client, recu, rectifie_le, prix } = paiement
  return (
    <Dialog title="Détails du paiement" onClose={onClose}>
      <Facts
        facts={[
          {
            label: 'Reçu',
            value: (
              <span className={styles.numero}>
                N° {recu} <Rectifie le={rectifie_le} />
              </span>
            ),
          },
          { label: 'Date', value: date_paiement ? formatJourLong(date_paiement) : 'N/A' },
          { label: 'Versement', value: <Montant decimal={versement} /> },
          { label: 'Solde', value: <Solde paiement={paiement} /> },
          { label: 'Prix de vente', value: <Montant decimal={prix} /> },
          { label: 'Détails', value: details || 'Non spécifié' },
          { label: 'Client', value: client.nomComplet || 'Non spécifié' },
          { label: 'Bien', value: nameOf(paiement) },
        ]}
      />
    </Dialog>
  )
}

/** What remained once it was paid; of a current sale, with the lines behind it. */
function Solde({ paiement }: { paiement: PaiementLu }) {
  const bien = bienDuPaiement(paiement)
  if (!bien || paiement.vente_terminee) return <Montant decimal={paiement.solde} />
  return <PourquoiCeSolde bien={bien} libelle={bien.libelle} reste={paiement.solde} />
}

function nameOf(paiement: PaiementLu): string {
  const { libelle = 'N/A' } = bienDuPaiement(paiement) ?? {}
  const { place_parking } = paiement
  return place_parking ? `${libelle} (${place_parking.parking.parking_nom})` : libelle
}
