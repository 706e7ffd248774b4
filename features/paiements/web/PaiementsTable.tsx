import { useState } from 'react'
import { ActionsDuPaiement } from '#features/paiements/web/ActionsDuPaiement.tsx'
import { EtatDuCheque } from '#features/paiements/web/EtatDuCheque.tsx'
import { Moyen } from '#features/paiements/web/Moyen.tsx'
import { Rectifie } from '#features/paiements/web/Rectifie.tsx'
import type { ChequeChange } from '#features/paiements/web/cheque.queries.ts'
import { useDeletePaiement, type PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import styles from '#features/paiements/web/paiements.module.css'
import { openJustificatif, printRecu } from '#features/paiements/web/impressions.ts'
import { fromDecimal, formatMontant } from '#shared/argent.ts'
import { formatJourLong } from '#shared/dates.ts'
import { markedInSight } from '#web/kit/inSight.ts'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { Montant } from '#web/kit/Montant.tsx'
import { StatusBadge } from '#web/kit/StatusBadge.tsx'
import type { BannersState } from '#web/kit/useBanners.ts'
import { useOpened } from '#web/kit/useOpened.ts'
import { useConfirm } from '#web/kit/useConfirm.ts'
import type { WorkState } from '#web/kit/useWork.ts'

const PaiementDetails = lazyDialog(
  () => import('#features/paiements/web/PaiementDetails.tsx'),
  'PaiementDetails',
)

const RejeterDialog = lazyDialog(() => import('#features/paiements/web/RejeterDialog.tsx'), 'RejeterDialog')
const RepresenterDialog = lazyDialog(
  () => import('#features/paiements/web/RepresenterDialog.tsx'),
  'RepresenterDialog',
)

interface PaiementsTableProps {
  paiements: readonly PaiementLu[]
  banners: BannersState
  work: WorkState
  onEdit: (paiement: PaiementLu) => void
  onDeleted: (id: number) => void
  /** A rejected cheque is presented again: its receipt waits to be printed. */
  onRepresented: (nouveau: ChequeChange) => void
  /** The payment that the address names. */
  nomme?: number
}

/** A page of payments; on a phone each row becomes a small card (D3 §2.4). */
export function PaiementsTable(props: PaiementsTableProps) {
  const { paiements, banners, work, onEdit, onDeleted, onRepresented, nomme } = props
  const [shown, setShown] = useState<PaiementLu | null>(null)
  const [rejected, setRejected] = useOpened<PaiementLu>('rejet')
  const [represented, setRepresented] = useOpened<PaiementLu>('representation')
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
            const rejete = paiement.etat === 'rejete'
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
                  {rejete ? (
                    <div>
                      <s className={styles.dim}>
                        <Montant decimal={versement} />
                      </s>{' '}
                      <EtatDuCheque etat="rejete" />
                    </div>
                  ) : (
                    <Montant decimal={versement} />
                  )}
                </td>
                <DetailsCell paiement={paiement}>{details}</DetailsCell>
                <td data-label="Client">
                  <span data-nom>{client.nomComplet || 'Non spécifié'}</span>{' '}
                  {vente_terminee && <StatusBadge tone="gray">Ancien client</StatusBadge>}
                </td>
                <td data-label="Actions">
                  <ActionsDuPaiement
                    paiement={paiement}
                    busy={work.label !== null}
                    onDetails={() => setShown(paiement)}
                    onPrint={() => void printRecu(work, id)}
                    onJustificatif={() => void openJustificatif(id, banners.error)}
                    onRejeter={() => setRejected(paiement)}
                    onRepresenter={() => setRepresented(paiement)}
                    onEdit={() => onEdit(paiement)}
                    onDelete={() => void askDelete(paiement)}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {shown && <PaiementDetails paiement={shown} onClose={() => setShown(null)} />}
      {rejected && (
        <RejeterDialog
          paiement={rejected}
          onClose={() => setRejected(null)}
          onDone={({ message }) => banners.success(message)}
        />
      )}
      {represented && (
        <RepresenterDialog
          paiement={represented}
          onClose={() => setRepresented(null)}
          onDone={onRepresented}
        />
      )}
    </div>
  )
}

/** How it was paid, then what was noted; on a phone a cell that has neither is not there. */
function DetailsCell({ paiement, children }: { paiement: PaiementLu; children: string | null }) {
  const { mode, payeur_type } = paiement
  const said = mode !== null || payeur_type !== null
  return (
    <td data-label="Détails" className={styles.details}>
      {said ? (
        <div>
          <Moyen paiement={paiement} />
          {children}
        </div>
      ) : (
        children
      )}
    </td>
  )
}
