import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import {
  IconBan,
  IconEye,
  IconPaperclip,
  IconPencil,
  IconPrinter,
  IconRepeat,
  IconTrash,
} from '@tabler/icons-react'
import { chequeEndpoints } from '#features/paiements/cheque.contract.ts'
import type { PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import styles from '#features/paiements/web/paiements.module.css'
import { IconAction } from '#web/kit/IconAction.tsx'
import { usePeut } from '#web/kit/usePeut.ts'

interface ActionsDuPaiementProps {
  paiement: PaiementLu
  /** A paper is being made. */
  busy: boolean
  onDetails: () => void
  onPrint: () => void
  onJustificatif: () => void
  onRejeter: () => void
  onRepresenter: () => void
  onEdit: () => void
  onDelete: () => void
}

/** What can be done with a payment, as far as its cheque has come. */
export function ActionsDuPaiement({ paiement, busy, ...on }: ActionsDuPaiementProps) {
  const { recu, etat, vente_terminee, justificatif, represente_par } = paiement
  const peut = usePeut()
  const atTheBank = etat !== null && etat !== 'recu'
  return (
    <div className={styles.rowActions}>
      <IconAction icon={IconEye} label={`Détails du paiement ${recu}`} onClick={on.onDetails} />
      <IconAction icon={IconPrinter} label={`Imprimer le reçu ${recu}`} busy={busy} onClick={on.onPrint} />
      {justificatif !== null && (
        <IconAction
          icon={IconPaperclip}
          label={`Voir le justificatif du paiement ${recu}`}
          onClick={on.onJustificatif}
        />
      )}
      {peut(chequeEndpoints.rejeter) && etat !== null && etat !== 'rejete' && (
        <IconAction icon={IconBan} label={`Rejeter le chèque du reçu ${recu}`} onClick={on.onRejeter} />
      )}
      {peut(chequeEndpoints.representer) &&
        etat === 'rejete' &&
        represente_par === null &&
        !vente_terminee && (
          <IconAction
            icon={IconRepeat}
            label={`Représenter le chèque du reçu ${recu}`}
            onClick={on.onRepresenter}
          />
        )}
      {peut(paiementsEndpoints.update) && (
        <IconAction icon={IconPencil} label={`Modifier le paiement ${recu}`} onClick={on.onEdit} />
      )}
      {peut(paiementsEndpoints.remove) && !vente_terminee && !atTheBank && (
        <IconAction icon={IconTrash} label={`Supprimer le paiement ${recu}`} danger onClick={on.onDelete} />
      )}
    </div>
  )
}
