import { IconEye, IconPencil, IconPrinter, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Rectifie } from '#features/paiements/web/Rectifie.tsx'
import { useDeletePaiement, type PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import styles from '#features/paiements/web/paiements.module.css'
import { printRecu } from '#features/paiements/web/impressions.ts'
import { fromDecimal, formatMontant } from '#shared/argent.ts'
import { formatJourLong } from '#shared/dates.ts'
import { markedInSight } from '#web/kit/inSight.ts'
import { IconAction } from '#web/kit/IconAction.tsx'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { Montant } from '#web/kit/Montant.tsx'
import { StatusBadge } from '#web/kit/StatusBadge.tsx'
import type { BannersState } from '#web/kit/useBanners.ts'
import { useConfirm } from '#web/kit/useConfirm.ts'
import type { WorkState } from '#web/kit/useWork.ts'

const PaiementDetails = lazyDialog(
  () => import('#features/paiements/web/PaiementDetails.tsx'),
  'PaiementDetails',
)

interface PaiementsTableProps {
  paiements: readonly PaiementLu[]
  banners: BannersState
  work: WorkState
  onEdit: (paiement: PaiementLu) => void
  onDeleted: (id: number) => void
  /** The payment that the address names. */
  nomme?: number
}

/** A page of payments; on a phone each row becomes a small card (D3 §2.4). */
export function PaiementsTable({ paiements, banners, work, onEdit, onDeleted, nomme }: PaiementsTableProps) {
  const [shown, setShown] = useState<PaiementLu | null>(null)
  const remove = useDeletePaiement()
  const confirm = useConfirm()

  async function askDelete({ id, versement, date_paiement, recu }: PaiementLu) {
    const montant = formatMontant(fromDecimal(versement))
    const done = await confirm({
      title: 'Supprimer le paiement',
      body: (
        <>
          <p>
            Êtes-vous sûr de vouloir supprimer le paiement de {montant} du {formatJourLong(date_paiement)} ?
            Cette action est définitive.
          </p>
          <p className={styles.dim}>
            Le reste à payer de ce bien augmentera de {montant}. Le numéro de reçu {recu} ne resservira pas.
          </p>
        </>
      ),
      confirmLabel: 'Supprimer',
      busyLabel: 'Suppression...',
      action: () => remove.mutateAsync(id),
      fallback: 'Erreur lors de la suppression.',
    })
    if (!done) return
    onDeleted(id)
    banners.success(done.message)
  }

  return (
    <div className={styles.tableBox}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col" data-figure>
              Versement
            </th>
            <th scope="col">Détails</th>
            <th scope="col">Client</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {paiements.map((paiement) => {
            const { id, date_paiement, versement, details, client, recu, rectifie_le, vente_terminee } =
              paiement
            return (
              <tr key={id} {...(id === nomme && markedInSight)}>
                <td data-label="Date">
                  <div>
                    {date_paiement ? formatJourLong(date_paiement) : 'N/A'}
                    {recu !== '' && <span className={styles.recu}>Reçu {recu}</span>}
                    <Rectifie le={rectifie_le} />
                  </div>
                </td>
                <td data-label="Versement" data-figure>
                  <Montant decimal={versement} />
                </td>
                <td data-label="Détails" className={styles.details}>
                  {details}
                </td>
                <td data-label="Client">
                  <span data-nom>{client.nomComplet || 'Non spécifié'}</span>{' '}
                  {vente_terminee && <StatusBadge tone="gray">Ancien client</StatusBadge>}
                </td>
                <td data-label="Actions">
                  <div className={styles.rowActions}>
                    <IconAction
                      icon={IconEye}
                      label={`Détails du paiement ${recu}`}
                      onClick={() => setShown(paiement)}
                    />
                    <IconAction
                      icon={IconPrinter}
                      label={`Imprimer le reçu ${recu}`}
                      busy={work.label !== null}
                      onClick={() => void printRecu(work, id)}
                    />
                    <IconAction
                      icon={IconPencil}
                      label={`Modifier le paiement ${recu}`}
                      onClick={() => onEdit(paiement)}
                    />
                    {!vente_terminee && (
                      <IconAction
                        icon={IconTrash}
                        label={`Supprimer le paiement ${recu}`}
                        danger
                        onClick={() => void askDelete(paiement)}
                      />
                    )}
                  </div>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {shown && <PaiementDetails paiement={shown} onClose={() => setShown(null)} />}
    </div>
  )
}
