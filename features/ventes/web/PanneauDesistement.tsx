import { IconArrowBackUp, IconCashBanknote, IconEdit, IconPrinter, IconTrash } from '@tabler/icons-react'
import { desistementEndpoints, remboursementsEndpoints } from '#features/ventes/fins.contract.ts'
import type { DossierLu } from '#features/ventes/web/dossiers.queries.ts'
import styles from '#features/ventes/web/dossiers.module.css'
import { Panneau, PanneauButton, Rien } from '#web/kit/card/Panneau.tsx'
import type { OpenDialog } from '#features/ventes/web/dossiers.words.ts'
import { printRemboursement, useDeleteRemboursement } from '#features/ventes/web/fins.queries.ts'
import { MODES } from '#features/paiements/modes.ts'
import { formatPourcent, fromDecimal, pourcentage } from '#shared/argent.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { PaymentBar } from '#web/kit/feedback/States.tsx'
import { Facts } from '#web/kit/card/EntityCard.tsx'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { Lignes, type Colonne } from '#web/kit/table/Lignes.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import type { BannersState } from '#web/kit/feedback/Banner.tsx'
import { useDeletion } from '#web/kit/dialog/confirm.tsx'
import { usePeut } from '#web/kit/call/usePeut.ts'
import type { WorkState } from '#web/kit/feedback/WorkBar.tsx'
import { EnLangue } from '#web/kit/print/EnLangue.tsx'

type Remboursement = DossierLu['remboursements'][number]
type Desistement = NonNullable<DossierLu['desistement']>

const COLUMNS: readonly Colonne<Remboursement>[] = [
  { title: 'N°', court: true, cell: ({ numero }) => numero },
  { title: 'Date', court: true, cell: ({ jour }) => formatJourCourt(jour) },
  { title: 'Montant', figure: true, cell: ({ montant }) => <Montant decimal={montant} /> },
  {
    title: 'Mode',
    cell: ({ mode, banque }) => (
      <>
        {new Map<string, string>(Object.entries(MODES)).get(mode) ?? mode}
        {banque !== null && <bdi> {banque}</bdi>}
      </>
    ),
  },
  {
    title: 'Référence',
    cell: ({ reference, note }) => (
      <>
        {reference !== null && <bdi>{reference}</bdi>}
        {note !== null && (
          <span className={styles.under} data-nom>
            {note}
          </span>
        )}
      </>
    ),
  },
]

interface PanneauDesistementProps {
  dossier: DossierLu
  desistement: Desistement
  onOpen: OpenDialog
  banners: BannersState
  work: WorkState
}

export function PanneauDesistement(props: PanneauDesistementProps) {
  const { dossier, desistement, onOpen, banners, work } = props
  const peut = usePeut()
  const { remboursements } = dossier
  const renderActions = useActionsDuRemboursement(banners, work)
  const { demande_le, origine, motif, note, paye, retenue, retenue_pourcent, rembourse } = desistement
  const du = fromDecimal(rembourse) + fromDecimal(desistement.a_rembourser)
  return (
    <Panneau
      title="Désistement"
      buttons={
        <>
          {peut(remboursementsEndpoints.create) && desistement.a_rembourser > 0 && (
            <PanneauButton icon={IconCashBanknote} onClick={() => onOpen('rembourser')}>
              Ajouter un remboursement
            </PanneauButton>
          )}
          {peut(desistementEndpoints.updateDesistement) && (
            <PanneauButton icon={IconEdit} onClick={() => onOpen('modifier-desistement')}>
              Modifier le désistement
            </PanneauButton>
          )}
          {/* Refunds must be deleted before a désistement can be cancelled. */}
          {peut(desistementEndpoints.rouvrir) && remboursements.length === 0 && (
            <PanneauButton icon={IconArrowBackUp} onClick={() => onOpen('annuler-desistement')}>
              Annuler le désistement
            </PanneauButton>
          )}
        </>
      }
    >
      <div className={styles.deuxFaits}>
        <Facts
          facts={[
            { label: 'Demandé le', value: formatJourCourt(demande_le) },
            { label: 'À la demande', value: origine === 'client' ? 'du client' : 'du promoteur' },
            { label: 'Motif', value: motif },
            note !== null && { label: 'Note', value: <span className={styles.libre}>{note}</span> },
          ]}
        />
        <Facts
          facts={[
            { label: 'Payé', value: <Montant decimal={paye} /> },
            {
              label: 'Retenue',
              value: (
                <>
                  <Montant decimal={retenue} />
                  {retenue_pourcent !== null && ` (${formatPourcent(retenue_pourcent)})`}
                </>
              ),
            },
            { label: 'Remboursé', value: <Montant decimal={rembourse} /> },
            { label: 'Reste à rembourser', value: <Reste desistement={desistement} />, total: true },
          ]}
        />
      </div>
      {du > 0 && <PaymentBar percent={pourcentage(fromDecimal(rembourse), du)} label="Part remboursée" />}
      {remboursements.length === 0 ? (
        <Rien>Aucun remboursement enregistré.</Rien>
      ) : (
        <Lignes
          label="Remboursements"
          rows={remboursements}
          rowKey={({ id }) => id}
          columns={COLUMNS}
          renderActions={renderActions}
        />
      )}
    </Panneau>
  )
}

function useActionsDuRemboursement(banners: BannersState, work: WorkState) {
  const peut = usePeut()
  const remove = useDeleteRemboursement()
  const ask = useDeletion((message) => banners.success(message))
  const askToRemove = ({ id, numero, montant }: Remboursement) =>
    void ask({
      title: 'Supprimer le remboursement',
      body: (
        <p>
          Supprimer le remboursement {numero} de <Montant decimal={montant} /> ? Son numéro ne resservira pas.
        </p>
      ),
      fallback: 'Erreur lors de la suppression du remboursement.',
      action: () => remove.mutateAsync(id),
    })
  return (remboursement: Remboursement) => (
    <>
      <IconAction
        icon={IconPrinter}
        label={`Imprimer le reçu ${remboursement.numero}`}
        compact
        busy={work.label !== null}
        onClick={() => void printRemboursement(work, remboursement)}
      />
      <EnLangue
        label={`Langue du reçu ${remboursement.numero}`}
        compact
        busy={work.label !== null}
        onPrint={(langue) => void printRemboursement(work, remboursement, langue)}
      />
      {peut(remboursementsEndpoints.remove) && (
        <IconAction
          icon={IconTrash}
          label={`Supprimer le remboursement ${remboursement.numero}`}
          compact
          danger
          onClick={() => askToRemove(remboursement)}
        />
      )}
    </>
  )
}

/** A cheque that may still be rejected holds its amount back. */
function Reste({ desistement: { a_rembourser, remboursable } }: { desistement: Desistement }) {
  const attente = fromDecimal(a_rembourser) - fromDecimal(remboursable)
  return (
    <>
      <Montant decimal={a_rembourser} />
      {attente > 0 && (
        <span className={styles.under}>
          dont <Montant centimes={attente} /> attendent l'encaissement d'un chèque
        </span>
      )}
    </>
  )
}
