import { Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { HistoriqueButton } from '#features/journal/web/Historique.tsx'
import type { Promoteur } from '#features/promoteur/promoteur.contract.ts'
import { EmailLink, PhoneLink } from '#web/kit/card/ContactLinks.tsx'
import { EntityCard } from '#web/kit/card/EntityCard.tsx'
import { IconAction } from '#web/kit/card/IconAction.tsx'

export function PromoteurCard({
  promoteur,
  onEdit,
  onDelete,
}: {
  promoteur: Promoteur
  onEdit: (() => void) | undefined
  onDelete?: (() => void) | undefined
}) {
  const { nom, email, telephone, adresse } = promoteur
  return (
    <EntityCard
      name={nom || 'Non spécifié'}
      facts={[
        { label: 'Email', value: <EmailLink email={email} /> },
        { label: 'Téléphone', value: <PhoneLink tel={telephone} /> },
        { label: 'Adresse', value: adresse || 'Non spécifiée' },
      ]}
      main={
        onEdit && (
          <Button variant="light" leftSection={<IconPencil size={18} stroke={1.6} />} onClick={onEdit}>
            Modifier
          </Button>
        )
      }
      actions={<HistoriqueButton objet="promoteur" id={promoteur.id} nom={nom} variant="icone" />}
      danger={onDelete && <IconAction icon={IconTrash} label="Supprimer" danger onClick={onDelete} />}
    />
  )
}
