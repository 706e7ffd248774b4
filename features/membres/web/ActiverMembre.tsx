import { useState, type ComponentProps } from 'react'
import type { Membre, MembreListe } from '#features/membres/membres.contract.ts'
import { useActivateMembre } from '#features/membres/web/membres.queries.ts'
import styles from '#features/membres/web/Membres.module.css'
import { ROLE_SANS_CHOIX, RoleSelect } from '#features/membres/web/RoleSelect.tsx'
import type { Role } from '#shared/droits.ts'
import { ConfirmDialog } from '#web/kit/dialog/ConfirmDialog.tsx'

interface ActiverMembreProps {
  membre: MembreListe
  onClose: ComponentProps<typeof ConfirmDialog>['onClose']
  onSaved: (message: string, membre: Membre) => void
}

/** Confirms an activation with its rôle: the former one of a disabled member; a new account without a choice gets the least. */
export function ActiverMembre({ membre, onClose, onSaved }: ActiverMembreProps) {
  const { id, name, role: present, jamais_actif } = membre
  const [role, setRole] = useState<Role | ''>(jamais_actif ? '' : present)
  const activate = useActivateMembre()
  return (
    <ConfirmDialog
      request={{
        title: 'Activer le membre',
        body: (
          <>
            Êtes-vous sûr de vouloir activer le membre <bdi>{name}</bdi> ?
            <div className={styles.choix}>
              <RoleSelect value={role} onChange={setRole} />
            </div>
          </>
        ),
        confirmLabel: 'Confirmer',
        busyLabel: 'Traitement...',
        fallback: 'Erreur lors de la modification du statut.',
        danger: false,
        async action() {
          const { message, ...saved } = await activate.mutateAsync({ id, role: role || ROLE_SANS_CHOIX })
          onSaved(message, saved)
        },
      }}
      onClose={onClose}
    />
  )
}
