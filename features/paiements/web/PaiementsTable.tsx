import {
  IconBan,
  IconEye,
  IconPaperclip,
  IconPencil,
  IconPrinter,
  IconRepeat,
  IconTrash,
  type Icon,
} from '@tabler/icons-react'
import { useState } from 'react'
import { chequesEndpoints } from '#features/cheques/cheques.contract.ts'
import type { ChequeChange } from '#features/cheques/web/cheques.queries.ts'
import { MODES } from '#features/paiements/modes.ts'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { nomDuTitulaire } from '#features/paiements/paiements.rules.ts'
import { openJustificatif, printRecu } from '#features/paiements/web/impressions.ts'
import { EtatDuCheque, Moyen, Rectifie } from '#features/paiements/web/PaiementParts.tsx'
import styles from '#features/paiements/web/paiements.module.css'
import { type PaiementLu, useDeletePaiement } from '#features/paiements/web/paiements.queries.ts'
import { formatMontant, fromDecimal } from '#shared/argent.ts'
import { formatJourLong } from '#shared/dates.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import type { BannersState } from '#web/kit/feedback/Banner.tsx'
import { StatusBadge } from '#web/kit/feedback/States.tsx'
import type { WorkState } from '#web/kit/feedback/WorkBar.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { ActeSeul, isActe, MenuDeLigne } from '#web/kit/table/MenuDeLigne.tsx'
import type { Acte } from '#web/kit/table/MenuOuvert.tsx'
import { Tableau, type ActesDeLigne, type Colonne } from '#web/kit/table/Tableau.tsx'
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

/** A page of payments (D3 §2.4). */
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
          <p className="dim">
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

  const actesOf = useActesDuPaiement({
    busy: work.label !== null,
    onDetails: setShown,
    onPrint: ({ id }) => void printRecu(work, id, langue),
    onJustificatif: ({ id }) => void openJustificatif(id, banners.error),
    onRejeter: setRejected,
    onRepresenter: setRepresented,
    onEdit,
    onDelete: (paiement) => void askDelete(paiement),
  })
  const menu = paiements.some((paiement) => actesOf(paiement).autres?.some(isActe))

  return (
    <>
      <Tableau
        label="Paiements"
        rows={paiements}
        rowKey={({ id }) => id}
        isNamed={({ id }) => id === nomme}
        columns={COLUMNS}
        actes={actesOf}
        actesMin={ACTIONS}
        renderActes={(actes) => <Icones {...actes} menu={menu} />}
        foot={total !== null && <Total centimes={total} />}
      />
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
    </>
  )
}

/** Width of four icons and « ⋯ ». */
const ACTIONS = 156

const COLUMNS: readonly Colonne<PaiementLu>[] = [
  {
    title: 'Date',
    genre: 'jour',
    min: 120,
    phone: 'qui',
    cell: ({ date_paiement }) => (date_paiement ? formatJourLong(date_paiement) : 'N/A'),
    under: ({ recu, rectifie_le }) => (
      <>
        {recu !== '' && `Reçu ${recu}`}
        <Rectifie jour={rectifie_le} />
      </>
    ),
  },
  {
    title: 'Versement',
    genre: 'figure',
    min: 125,
    phone: 'combien',
    cell: ({ versement, etat }) => {
      const montant = <Montant decimal={versement} />
      // A rejected cheque does not count.
      return etat === 'rejete' ? <s className="dim">{montant}</s> : montant
    },
    under: ({ etat }) => etat === 'rejete' && <EtatDuCheque etat={etat} />,
  },
  {
    title: 'Détails',
    genre: 'texte',
    min: 330,
    phone: 'quoi',
    phoneCell: ({ recu, mode }) =>
      [recu !== '' && `Reçu ${recu}`, mode !== null && MODES[mode]].filter(Boolean).join(' · '),
    cell: (paiement) =>
      (paiement.details || paiement.mode !== null || paiement.payeur_type !== null) && (
        <div className="anywhere pre">
          <Moyen paiement={paiement} />
          {paiement.details}
        </div>
      ),
  },
  {
    title: 'Client',
    genre: 'nom',
    min: 150,
    phone: 'etat',
    phoneCell: ({ etat, vente_terminee }) =>
      (etat !== null || vente_terminee) && (
        <>
          {etat !== null && <EtatDuCheque etat={etat} />} {vente_terminee && <Ancien />}
        </>
      ),
    cell: (paiement) => nomDuTitulaire(paiement) || 'Non spécifié',
    under: ({ vente_terminee }) => vente_terminee && <Ancien />,
  },
]

const Ancien = () => <StatusBadge tone="gray">Ancien client</StatusBadge>

function Total({ centimes }: { centimes: number }) {
  return (
    <tr>
      <th scope="row">Total payé</th>
      <td data-figure>
        <Montant centimes={centimes} />
      </td>
      <td colSpan={3} aria-hidden />
    </tr>
  )
}

type Geste = (paiement: PaiementLu) => void

interface Gestes {
  busy: boolean
  onDetails: Geste
  onPrint: Geste
  onJustificatif: Geste
  onRejeter: Geste
  onRepresenter: Geste
  onEdit: Geste
  onDelete: Geste
}

function useActesDuPaiement({ busy, ...on }: Gestes): (paiement: PaiementLu) => ActesDeLigne {
  const peut = usePeut()
  return (paiement) => {
    const { recu, etat, vente_terminee, justificatif, represente_par } = paiement
    const acte = (label: string, icon: Icon, geste: Geste): Acte => ({
      label,
      icon,
      onClick: () => geste(paiement),
    })
    const atTheBank = etat !== null && etat !== 'recu'
    return {
      nom: `Reçu ${recu}`,
      actes: [
        acte(`Détails du paiement ${recu}`, IconEye, on.onDetails),
        { ...acte(`Imprimer le reçu ${recu}`, IconPrinter, on.onPrint), busy },
        peut(paiementsEndpoints.update) && acte(`Modifier le paiement ${recu}`, IconPencil, on.onEdit),
      ],
      autres: [
        justificatif !== null &&
          acte(`Voir le justificatif du paiement ${recu}`, IconPaperclip, on.onJustificatif),
        peut(chequesEndpoints.rejeter) &&
          etat !== null &&
          etat !== 'rejete' &&
          acte(`Rejeter le chèque du reçu ${recu}`, IconBan, on.onRejeter),
        peut(chequesEndpoints.representer) &&
          etat === 'rejete' &&
          represente_par === null &&
          !vente_terminee &&
          acte(`Représenter le chèque du reçu ${recu}`, IconRepeat, on.onRepresenter),
      ],
      // A member who may delete has a place for it in each row, also where a payment cannot be deleted.
      fins: peut(paiementsEndpoints.remove)
        ? [!vente_terminee && !atTheBank && acte(`Supprimer le paiement ${recu}`, IconTrash, on.onDelete)]
        : [],
    }
  }
}

/** The specified acts are icons, each below itself in every row; ours stand in « ⋯ », whose place stays where another row has it. */
function Icones({ nom, actes, autres = [], fins = [], menu }: ActesDeLigne & { menu: boolean }) {
  return (
    <div className={styles.rowActions}>
      {actes.filter(isActe).map((acte) => (
        <ActeSeul key={acte.label} compact acte={acte} />
      ))}
      {fins.map((acte, rank) =>
        isActe(acte) ? (
          <ActeSeul key={acte.label} danger compact acte={acte} />
        ) : (
          <span key={rank} aria-hidden />
        ),
      )}
      {menu && (
        <div>
          <MenuDeLigne nom={nom} actes={autres} compact />
        </div>
      )}
    </div>
  )
}
