import { Button } from '@mantine/core'
import { IconDeviceMobileOff, IconPencil, IconTrash } from '@tabler/icons-react'
import { HistoriqueButton } from '#features/journal/web/Historique.tsx'
import type { Membre, MembreListe } from '#features/membres/membres.contract.ts'
import styles from '#features/membres/web/Membres.module.css'
import { formatJourCourt, jourOf } from '#shared/dates.ts'
import { ROLE_LIBELLES } from '#shared/droits.ts'
import { Email } from '#web/kit/card/ContactLinks.tsx'
import { EntityCard } from '#web/kit/card/EntityCard.tsx'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { StatusBadge } from '#web/kit/feedback/States.tsx'

export const isActif = ({ statut }: Membre) => statut === 'activé'

/** The specified word of the status, and beside it why it is so, with its day (ecrans §11). */
function Statut({ membre }: { membre: MembreListe }) {
  const { jamais_actif, inscrit_le, desactive_le } = membre
  if (isActif(membre)) return <StatusBadge tone="green">Activé</StatusBadge>
  return (
    <div className={`row gap-4-8 ${styles.statut}`} data-below>
      <StatusBadge tone="red">Désactivé</StatusBadge>
      {jamais_actif && (
        <>
          <StatusBadge tone="yellow">Nouvelle demande</StatusBadge>
          {inscrit_le && <small>inscrit le {formatJourCourt(inscrit_le)}</small>}
        </>
      )}
      {desactive_le && (
        <>
          <StatusBadge tone="gray">Accès retiré</StatusBadge>
          <small>depuis le {formatJourCourt(desactive_le)}</small>
        </>
      )}
    </div>
  )
}

/** How the member comes in, where that is not by a password of his own alone (D.11). */
function Acces({ membre: { second_facteur, provisoire_jusqu_au } }: { membre: MembreListe }) {
  return (
    <div className="row gap-4-8 if-any">
      {provisoire_jusqu_au && <MotDePasseProvisoire jusque={new Date(provisoire_jusqu_au)} />}
      {second_facteur && <StatusBadge tone="blue">Code à la connexion</StatusBadge>}
    </div>
  )
}

const isPast = (instant: Date) => instant.getTime() < Date.now()

function MotDePasseProvisoire({ jusque }: { jusque: Date }) {
  const jour = formatJourCourt(jourOf(jusque))
  const passe = isPast(jusque)
  return (
    <div className="row gap-4-8">
      <StatusBadge tone={passe ? 'red' : 'yellow'}>Mot de passe provisoire</StatusBadge>{' '}
      <small>
        {passe ? 'expiré le' : "jusqu'au"} {jour}
      </small>
    </div>
  )
}

export function MembreCard({
  membre,
  onEdit,
  onToggle,
  onDelete,
  onRemoveCode,
}: {
  membre: MembreListe
  onEdit: () => void
  onToggle: () => void
  onDelete: () => void
  /** Null for who has no code, and for oneself: one's own is taken away in Profil. */
  onRemoveCode: (() => void) | null
}) {
  const { name, email, role } = membre
  const actif = isActif(membre)
  const verb = actif ? 'Désactiver' : 'Activer'
  return (
    <EntityCard
      name={name}
      under={<Email email={email} />}
      facts={[{ label: 'Rôle', value: ROLE_LIBELLES[role] ?? 'Non spécifié' }]}
      badge={<Statut membre={membre} />}
      main={
        <Button variant={actif ? 'default' : 'light'} aria-label={`${verb} ${name}`} onClick={onToggle}>
          {verb}
        </Button>
      }
      actions={
        <>
          <IconAction icon={IconPencil} label={`Modifier ${name}`} onClick={onEdit} />
          <HistoriqueButton objet="membre" id={membre.id} nom={name} variant="icone" />
        </>
      }
      danger={<IconAction icon={IconTrash} label={`Supprimer ${name}`} danger onClick={onDelete} />}
      autres={{
        nom: name,
        actes: [
          onRemoveCode && {
            label: 'Retirer le code à la connexion',
            icon: IconDeviceMobileOff,
            onClick: onRemoveCode,
          },
        ],
        toujours: true,
      }}
    >
      <Acces membre={membre} />
    </EntityCard>
  )
}
