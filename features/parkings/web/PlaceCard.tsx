import { Button } from '@mantine/core'
import { IconCashPlus, IconPencil, IconTrash } from '@tabler/icons-react'
import { useDeletePlace, useLibererPlace, type PlaceLue } from '#features/parkings/web/parkings.queries.ts'
import { PourquoiCeSolde } from '#features/paiements/web/PourquoiCeSolde.tsx'
import { ClientLink, PlaceLink } from '#web/kit/EntityLinks.tsx'
import { depuisDecimal, formaterMontant } from '#shared/argent.ts'
import { PaymentBar } from '#web/kit/Bars.tsx'
import { EntityCard } from '#web/kit/EntityCard.tsx'
import { IconAction } from '#web/kit/IconAction.tsx'
import { Montant, Surface } from '#web/kit/Montant.tsx'
import { StatusBadge } from '#web/kit/StatusBadge.tsx'
import { useConfirm } from '#web/kit/useConfirm.ts'
import { GENRES } from '#shared/biens.ts'

interface PlaceCardProps {
  place: PlaceLue
  onEdit: (place: PlaceLue) => void
  onAttribuer: (place: PlaceLue) => void
  onPayer: (place: PlaceLue) => void
  /** A confirmation opens or closes. */
  onAsk: (asking: boolean) => void
  onDone: (message: string) => void
}

export function PlaceCard({ place, onEdit, onAttribuer, onPayer, onAsk, onDone }: PlaceCardProps) {
  const { numero_place: numero, type_place, position, montant, superficie, client } = place
  const { onLiberer, onDelete } = useActions(onAsk, onDone)
  const libelle = `${GENRES.place_parking.nom} ${numero}`
  return (
    <EntityCard
      name={<PlaceLink id={place.id} numero={numero} clientId={place.client_id} />}
      badge={
        client ? (
          <StatusBadge tone="blue">Occupée</StatusBadge>
        ) : (
          <StatusBadge tone="green">Libre</StatusBadge>
        )
      }
      facts={[
        { label: 'Type', value: type_place },
        { label: 'Position', value: position ?? 'Non spécifiée' },
        superficie !== null && { label: 'Superficie', value: <Surface decimal={superficie} /> },
        { label: 'Montant', value: <Montant decimal={montant} /> },
        client && { label: 'Client', value: <ClientLink id={client.id} nomComplet={client.nomComplet} /> },
        client && {
          label: 'Reste à payer',
          value: (
            <PourquoiCeSolde
              bien={{ type: 'place_parking', id: place.id }}
              libelle={libelle}
              reste={place.resteAPayer}
            />
          ),
        },
      ]}
      bar={
        client && <PaymentBar percent={place.pourcentagePaiement} label={`Payé pour la place ${numero}`} />
      }
      main={
        client ? (
          <Button
            variant="default"
            aria-label={`Libérer la place ${numero}`}
            onClick={() => onLiberer(place)}
          >
            Libérer
          </Button>
        ) : (
          <Button
            variant="light"
            aria-label={`Attribuer la place ${numero}`}
            onClick={() => onAttribuer(place)}
          >
            Attribuer
          </Button>
        )
      }
      actions={
        <>
          {client && place.resteAPayer > 0 && (
            <IconAction
              icon={IconCashPlus}
              label={`Ajouter un paiement : ${libelle}`}
              onClick={() => onPayer(place)}
            />
          )}
          <IconAction icon={IconPencil} label={`Modifier la place ${numero}`} onClick={() => onEdit(place)} />
        </>
      }
      danger={
        <IconAction
          icon={IconTrash}
          label={`Supprimer la place ${numero}`}
          danger
          onClick={() => onDelete(place)}
        />
      }
    />
  )
}

function useActions(onAsk: (asking: boolean) => void, onDone: (message: string) => void) {
  const ask = useConfirm()
  const remove = useDeletePlace()
  const free = useLibererPlace()
  const confirm: typeof ask = async (request) => {
    onAsk(true)
    const done = await ask(request)
    onAsk(false)
    return done
  }
  async function onLiberer({ id, numero_place, montant, resteAPayer, client }: PlaceLue) {
    const paid = depuisDecimal(montant) - depuisDecimal(resteAPayer)
    const done = await confirm({
      title: 'Libérer la place',
      body: (
        <>
          Êtes-vous sûr de vouloir libérer la place {numero_place}, attribuée à{' '}
          <bdi>{client?.nomComplet}</bdi> ?
          {paid > 0 && <p>Les {formaterMontant(paid)} déjà payés restent dans l’historique de ce client.</p>}
        </>
      ),
      confirmLabel: 'Libérer',
      busyLabel: 'Traitement...',
      fallback: 'Erreur lors de la libération de la place.',
      danger: false,
      action: () => free.mutateAsync(id),
    })
    if (done) onDone('Place libérée avec succès !')
  }
  async function onDelete({ id, numero_place }: PlaceLue) {
    const done = await confirm({
      title: 'Supprimer la place',
      body: `Êtes-vous sûr de vouloir supprimer la place ${numero_place} ? Cette action est définitive.`,
      confirmLabel: 'Supprimer',
      busyLabel: 'Suppression...',
      fallback: "Erreur lors de la suppression de la place. Vérifiez qu'elle n'est pas occupée.",
      action: () => remove.mutateAsync(id),
    })
    if (done) onDone('Place supprimée avec succès !')
  }
  return {
    onLiberer: (place: PlaceLue) => void onLiberer(place),
    onDelete: (place: PlaceLue) => void onDelete(place),
  }
}
