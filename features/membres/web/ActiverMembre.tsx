import { useState, type ComponentProps } from 'react'
import type { Membre } from '#features/membres/membres.contract.ts'
import { useActivateMembre } from '#features/membres/web/membres.queries.ts'
import styles from '#features/membres/web/Membres.module.css'
import { RoleSelect } from '#features/membres/web/RoleSelect.tsx'
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx'

interface ActiverMembreProps {
  membre: Membre
  onClose: ComponentProps<typeof ConfirmDialog>['onClose']
  onSaved: (message: string) => void
}

/** Asks before a member is let in, and in which rôle: his present one unless another is chosen. */
export function ActiverMembre({ membre: { id, name, role: present }, onClose, onSaved }: ActiverMembreProps) {
  const [role, setRole] = useState(present)
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
        action: async () => onSaved((await activate.mutateAsync({ id, role })).message),
      }}
      onClose={onClose}
    />
  )
}
