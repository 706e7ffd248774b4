import { useQuery } from '@tanstack/react-query'
import { residencesQueries } from '#features/residences/web/residences.queries.ts'
import { fromDecimal } from '#shared/argent.ts'
import { Dialog } from '#web/kit/Dialog.tsx'
import { Facts } from '#web/kit/EntityCard.tsx'
import { Montant } from '#web/kit/Montant.tsx'
import { Results } from '#web/kit/Results.tsx'

interface Props {
  residence: { id: number; nom: string }
  onClose: () => void
}

/** What has been paid for the current sales of a residence, by kind of bien (D2 §2.1, Q101). */
export function ResidencePaymentTotals({ residence, onClose }: Props) {
  const query = useQuery(residencesQueries.paymentTotals(residence.id))
  return (
    <Dialog title={`Total des paiements - ${residence.nom}`} onClose={onClose}>
      <Results
        query={query}
        loading="Chargement des paiements..."
        error="Erreur lors du chargement des données de paiement."
        cards={0}
      >
        {({ appartements_total: appartements, places_parking_total: places, locaux_total: locaux }) => (
          <Facts
            facts={[
              { label: 'Appartements', value: <Montant decimal={appartements} /> },
              { label: 'Places de parking', value: <Montant decimal={places} /> },
              { label: 'Locaux', value: <Montant decimal={locaux} /> },
              {
                label: 'Total',
                total: true,
                value: (
                  <Montant centimes={fromDecimal(appartements) + fromDecimal(places) + fromDecimal(locaux)} />
                ),
              },
            ]}
          />
        )}
      </Results>
    </Dialog>
  )
}
