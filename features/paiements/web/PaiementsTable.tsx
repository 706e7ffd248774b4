import {
  IconBan,
  IconEye,
  IconPaperclip,
  IconPencil,
  IconPrinter,
  IconRepeat,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { chequesEndpoints } from '#features/cheques/cheques.contract.ts'
import type { ChequeChange } from '#features/cheques/web/cheques.queries.ts'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { nomDuTitulaire } from '#features/paiements/paiements.rules.ts'
import { openJustificatif, printRecu } from '#features/paiements/web/impressions.ts'
import { EtatDuCheque, Moyen, Rectifie } from '#features/paiements/web/PaiementParts.tsx'
import styles from '#features/paiements/web/paiements.module.css'
import { type PaiementLu, useDeletePaiement } from '#features/paiements/web/paiements.queries.ts'
import { formatMontant, fromDecimal } from '#shared/argent.ts'
import { formatJourLong } from '#shared/dates.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import type { BannersState } from '#web/kit/feedback/Banner.tsx'
import { StatusBadge } from '#web/kit/feedback/States.tsx'
import type { WorkState } from '#web/kit/feedback/WorkBar.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { markedInSight } from '#web/kit/list/useUrlState.ts'
import { MenuDeLigne } from '#web/kit/table/MenuDeLigne.tsx'
import type { Langue } from '#shared/papiers.ts'

const PaiementDetails = lazyDialog(
  () => import('#features/paiements/web/PaiementDetails.tsx'),
  'PaiementDetails',
)

const RejeterDialog = lazyDialog(() => import('#features/cheques/web/EtapeDialogs.tsx'), 'RejeterDialog')
const RepresenterDialog = lazyDialog(
  () => import('#features/cheques/web/EtapeDialogs.tsx'),
  'RepresenterDialog',
)

interface PaiementsTableProps {
  paiements: readonly PaiementLu[]
  banners: BannersState
  work: WorkState
  /** Language of the receipts that are printed. */
  langue: Langue
  onEdit: (paiement: PaiementLu) => void
  onDeleted: (id: number) => void
  /** Takes the new payment of a cheque presented again, whose receipt can be printed. */
  onRepresented: (nouveau: ChequeChange) => void
  nomme?: number
  /** Centimes of all payments that count, on every page; null while unknown or without a sale. */
  total: number | null
}

/** A page of payments; on a phone each row becomes a card (D3 §2.4). */
export function PaiementsTable(props: PaiementsTableProps) {
  const { paiements, banners, work, langue, onEdit, onDeleted, onRepresented, nomme, total } = props
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
            const { id, date_paiement, versement, details, recu, rectifie_le, vente_terminee } = paiement
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
                  <span data-nom>{nomDuTitulaire(paiement) || 'Non spécifié'}</span>{' '}
                  {vente_terminee && <StatusBadge tone="gray">Ancien client</StatusBadge>}
                </td>
                <td data-label="Actions">
                  <ActionsDuPaiement
                    paiement={paiement}
                    busy={work.label !== null}
                    onDetails={() => setShown(paiement)}
                    onPrint={() => void printRecu(work, id, langue)}
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
        {total !== null && (
          <tfoot>
            <tr>
              <th scope="row">Total payé</th>
              <td data-figure data-label="Total payé">
                <Montant centimes={total} />
              </td>
              <td colSpan={3} aria-hidden />
            </tr>
          </tfoot>
        )}
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

/** The means, then the details. On a phone the cell is hidden when both are missing. */
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

interface ActionsDuPaiementProps {
  paiement: PaiementLu
  busy: boolean
  onDetails: () => void
  onPrint: () => void
  onJustificatif: () => void
  onRejeter: () => void
  onRepresenter: () => void
  onEdit: () => void
  onDelete: () => void
}

function ActionsDuPaiement({ paiement, busy, ...on }: ActionsDuPaiementProps) {
  const { recu, etat, vente_terminee, justificatif, represente_par } = paiement
  const peut = usePeut()
  const atTheBank = etat !== null && etat !== 'recu'
  const mayRemove = peut(paiementsEndpoints.remove)
  return (
    <div className={styles.rowActions}>
      <IconAction icon={IconEye} label={`Détails du paiement ${recu}`} onClick={on.onDetails} />
      <IconAction icon={IconPrinter} label={`Imprimer le reçu ${recu}`} busy={busy} onClick={on.onPrint} />
      {peut(paiementsEndpoints.update) && (
        <IconAction icon={IconPencil} label={`Modifier le paiement ${recu}`} onClick={on.onEdit} />
      )}
      {mayRemove &&
        (vente_terminee || atTheBank ? (
          // Its place stays, so that what deletes stands below itself in every row.
          <span aria-hidden />
        ) : (
          <IconAction icon={IconTrash} label={`Supprimer le paiement ${recu}`} danger onClick={on.onDelete} />
        ))}
      <MenuDeLigne
        nom={`Reçu ${recu}`}
        actes={[
          justificatif !== null && {
            icon: IconPaperclip,
            label: `Voir le justificatif du paiement ${recu}`,
            onClick: on.onJustificatif,
          },
          peut(chequesEndpoints.rejeter) &&
            etat !== null &&
            etat !== 'rejete' && {
              icon: IconBan,
              label: `Rejeter le chèque du reçu ${recu}`,
              onClick: on.onRejeter,
            },
          peut(chequesEndpoints.representer) &&
            etat === 'rejete' &&
            represente_par === null &&
            !vente_terminee && {
              icon: IconRepeat,
              label: `Représenter le chèque du reçu ${recu}`,
              onClick: on.onRepresenter,
            },
        ]}
      />
    </div>
  )
}
