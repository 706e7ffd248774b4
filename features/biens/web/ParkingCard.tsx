import { Button } from '@mantine/core'
import { IconChartPie, IconParking, IconPencil, IconTrash } from '@tabler/icons-react'
import { useHistorique } from '#features/journal/web/Historique.tsx'
import type { ParkingLu } from '#features/biens/web/parkings.queries.ts'
import { pourcentage } from '#shared/argent.ts'
import { formatCompte } from '#shared/texte.ts'
import { OccupationBar, StatusBadge } from '#web/kit/feedback/States.tsx'
import { EntityCard } from '#web/kit/card/EntityCard.tsx'
import { ResidenceLink } from '#web/kit/card/EntityLinks.tsx'
import { IconAction } from '#web/kit/card/IconAction.tsx'

interface ParkingCardProps {
  parking: ParkingLu
  onPlaces: () => void
  onOccupation: () => void
  /** The following actions are absent for a member without the right. */
  onEdit: (() => void) | undefined
  onDelete: (() => void) | undefined
}

export function ParkingCard({ parking, onPlaces, onEdit, onOccupation, onDelete }: ParkingCardProps) {
  const { parking_nom, residence, nb_places, places_count, occupied_places } = parking
  const historique = useHistorique({ objet: 'parking', id: parking.id, nom: parking_nom })
  const rate = pourcentage(occupied_places, places_count)
  return (
    <EntityCard
      name={parking_nom || 'Non spécifié'}
      under={<ResidenceLink id={residence.id} nom={residence.nom} />}
      badge={<Availability created={places_count} free={places_count - occupied_places} />}
      facts={[
        { label: 'Capacité', value: formatCompte(nb_places, 'place') },
        { label: 'Places créées', value: places_count },
        { label: 'Places occupées', value: occupied_places },
      ]}
      bar={<OccupationBar bands percent={rate} label={`Occupation de ${parking_nom}`} />}
      main={
        <Button
          variant="light"
          aria-label={`Places ${parking_nom}`}
          leftSection={<IconParking size={18} stroke={1.6} />}
          onClick={onPlaces}
        >
          Places
        </Button>
      }
      actions={
        <>
          <IconAction icon={IconChartPie} label={`Détails ${parking_nom}`} onClick={onOccupation} />
          {onEdit && <IconAction icon={IconPencil} label={`Modifier ${parking_nom}`} onClick={onEdit} />}
          {historique.dialogue}
        </>
      }
      danger={
        onDelete && (
          <IconAction icon={IconTrash} label={`Supprimer ${parking_nom}`} danger onClick={onDelete} />
        )
      }
      autres={{ nom: parking_nom, actes: [historique.acte] }}
    />
  )
}

function Availability({ created, free }: { created: number; free: number }) {
  if (created === 0) return <StatusBadge tone="gray">Sans place</StatusBadge>
  return free === 0 ? (
    <StatusBadge tone="blue">Complet</StatusBadge>
  ) : (
    <StatusBadge tone="green">{formatCompte(free, 'disponible')}</StatusBadge>
  )
}
