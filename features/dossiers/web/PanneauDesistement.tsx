import { IconPrinter, IconTrash } from '@tabler/icons-react'
import { remboursementsEndpoints } from '#features/dossiers/remboursements.contract.ts'
import type { DossierLu } from '#features/dossiers/web/dossiers.queries.ts'
import styles from '#features/dossiers/web/dossiers.module.css'
import { Panneau, Rien } from '#web/kit/Panneau.tsx'
import type { ActionsDuDossier } from '#features/dossiers/web/useActionsDuDossier.tsx'
import { printRemboursement, useDeleteRemboursement } from '#features/dossiers/web/fins.queries.ts'
import { MODES } from '#features/paiements/modes.ts'
import { formatPourcent, fromDecimal, pourcentage } from '#shared/argent.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { PaymentBar } from '#web/kit/Bars.tsx'
import { Facts } from '#web/kit/EntityCard.tsx'
import { IconAction } from '#web/kit/IconAction.tsx'
import { Lignes, type Colonne } from '#web/kit/Lignes.tsx'
import { Montant } from '#web/kit/Montant.tsx'
import type { BannersState } from '#web/kit/useBanners.ts'
import { useDeletion } from '#web/kit/useDeletion.ts'
import { usePeut } from '#web/kit/usePeut.ts'
import type { WorkState } from '#web/kit/useWork.ts'

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
  actions: ActionsDuDossier
  banners: BannersState
  work: WorkState
}

/** How the sale was given up, what is kept, what was given back and what is still to be. */
export function PanneauDesistement(props: PanneauDesistementProps) {
  const { dossier, desistement, actions, banners, work } = props
  const { remboursements } = dossier
  const renderActions = useActionsDuRemboursement(banners, work)
  const { demande_le, origine, motif, note, paye, retenue, retenue_pourcent, rembourse } = desistement
  const du = fromDecimal(rembourse) + fromDecimal(desistement.a_rembourser)
  return (
    <Panneau title="Désistement" buttons={actions.buttons('desistement')}>
      <div className={styles.deuxFaits}>
        <Facts
          facts={[
            { label: 'Demandé le', value: formatJourCourt(demande_le) },
            { label: 'À la demande de', value: origine === 'client' ? 'du client' : 'du promoteur' },
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

/** What is done with a refund: its receipt, and to take it back. */
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

/** What cheques may still take away cannot be given back yet. */
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
