import { IconArrowBackUp, IconCashBanknote, IconEdit, IconPrinter, IconTrash } from '@tabler/icons-react'
import { formatCompteBancaire } from '#features/comptes/comptes.words.ts'
import { desistementEndpoints, remboursementsEndpoints } from '#features/ventes/fins.contract.ts'
import styles from '#features/ventes/web/dossiers.module.css'
import { partPayee } from '#features/etats/etats.rules.ts'
import { Panneau, PanneauButton, Rien } from '#web/kit/card/Panneau.tsx'
import type { OpenDialog } from '#features/ventes/web/DialogsDuDossier.tsx'
import {
  printRemboursement,
  useDeleteRemboursement,
  type DossierLu,
} from '#features/ventes/web/dossiers.queries.ts'
import { MODES } from '#features/paiements/modes.ts'
import type { Langue } from '#shared/papiers.ts'
import { LangueDuPapier, useLangueDuPapier } from '#web/kit/print/LangueDuPapier.tsx'
import { formatPourcent, fromDecimal, toDecimal } from '#shared/argent.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { PaymentBar } from '#web/kit/feedback/States.tsx'
import { Facts } from '#web/kit/card/EntityCard.tsx'
import { Tableau, type ActesDeLigne, type Colonne } from '#web/kit/table/Tableau.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import type { BannersState } from '#web/kit/feedback/Banner.tsx'
import { useDeletion } from '#web/kit/dialog/confirm.tsx'
import { usePeut } from '#web/kit/call/usePeut.ts'
import type { WorkState } from '#web/kit/feedback/WorkBar.tsx'

type Remboursement = DossierLu['remboursements'][number]
type Desistement = NonNullable<DossierLu['desistement']>

const COLUMNS: readonly Colonne<Remboursement>[] = [
  { title: 'N°', genre: 'jour', min: 110, phone: 'qui', cell: ({ numero }) => numero },
  { title: 'Date', genre: 'jour', min: 92, phone: 'quoi', cell: ({ jour }) => formatJourCourt(jour) },
  {
    title: 'Montant',
    genre: 'figure',
    min: 130,
    phone: 'combien',
    cell: ({ montant }) => <Montant decimal={montant} />,
  },
  {
    title: 'Mode',
    genre: 'texte',
    min: 180,
    phone: 'quoi',
    cell: ({ mode }) => new Map<string, string>(Object.entries(MODES)).get(mode) ?? mode,
    under: ({ banque }) => banque !== null && <bdi>{banque}</bdi>,
  },
  {
    title: 'Référence',
    genre: 'texte',
    min: 220,
    cell: ({ reference }) => reference !== null && <bdi>{reference}</bdi>,
    under: ({ compte, note }) =>
      (compte !== null || note !== null) && (
        <>
          {compte && <span className="block">De notre compte {formatCompteBancaire(compte)}</span>}
          {note}
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
  const [langue, setLangue] = useLangueDuPapier(dossier.client.nomComplet)
  const actesOf = useActesDuRemboursement(banners, work, langue)
  const { demande_le, origine, motif, note, paye, retenue, retenue_pourcent, rembourse } = desistement
  const du = fromDecimal(rembourse) + fromDecimal(desistement.a_rembourser)
  return (
    <Panneau
      title="Désistement"
      buttons={
        <>
          {remboursements.length > 0 && (
            <LangueDuPapier label="Langue des reçus" langue={langue} onChange={setLangue} />
          )}
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
      <div className={`column gap-16 at-top ${styles.deuxFaits}`}>
        <Facts
          facts={[
            { label: 'Demandé le', value: formatJourCourt(demande_le) },
            { label: 'À la demande', value: origine === 'client' ? 'du client' : 'du promoteur' },
            { label: 'Motif', value: motif },
            note !== null && { label: 'Note', value: <span className="flat anywhere pre">{note}</span> },
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
      {du > 0 && (
        <PaymentBar percent={toDecimal(partPayee(fromDecimal(rembourse), du))} label="Part remboursée" />
      )}
      {remboursements.length === 0 ? (
        <Rien>Aucun remboursement enregistré.</Rien>
      ) : (
        <Tableau
          label="Remboursements"
          rows={remboursements}
          rowKey={({ id }) => id}
          columns={COLUMNS}
          actes={actesOf}
        />
      )}
    </Panneau>
  )
}

function useActesDuRemboursement(banners: BannersState, work: WorkState, langue: Langue) {
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
  return (remboursement: Remboursement): ActesDeLigne => {
    const { numero } = remboursement
    return {
      nom: `remboursement ${numero}`,
      actes: [
        {
          label: `Imprimer le reçu ${numero}`,
          icon: IconPrinter,
          busy: work.label !== null,
          onClick: () => void printRemboursement(work, remboursement, langue),
        },
      ],
      fins: [
        peut(remboursementsEndpoints.remove) && {
          label: `Supprimer le remboursement ${numero}`,
          icon: IconTrash,
          onClick: () => askToRemove(remboursement),
        },
      ],
    }
  }
}

/** A cheque that may still be rejected holds its amount back. */
function Reste({ desistement: { a_rembourser, remboursable } }: { desistement: Desistement }) {
  const attente = fromDecimal(a_rembourser) - fromDecimal(remboursable)
  return (
    <>
      <Montant decimal={a_rembourser} />
      {attente > 0 && (
        <span className="under">
          dont <Montant centimes={attente} /> attendent l'encaissement d'un chèque
        </span>
      )}
    </>
  )
}
