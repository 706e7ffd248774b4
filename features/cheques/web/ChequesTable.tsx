import { nomDuTitulaire } from '#features/paiements/paiements.rules.ts'
import { IconArrowBackUp, IconBan, IconEye, IconPencil, IconRepeat } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import styles from '#features/cheques/web/cheques.module.css'
import type { ChequeLu } from '#features/cheques/web/cheques.queries.ts'
import { estIncomplet, isPostdate } from '#features/cheques/web/cheques.texts.ts'
import { Lignes, type Colonne } from '#web/kit/table/Lignes.tsx'
import type { Selection } from '#features/cheques/web/cheques.onglets.ts'
import { chequesEndpoints } from '#features/cheques/cheques.contract.ts'
import { ETATS_CHEQUE, type EtatCheque } from '#features/paiements/modes.ts'
import { EtatDuCheque } from '#features/paiements/web/PaiementParts.tsx'
import { bienDuPaiement } from '#features/paiements/web/bienDuPaiement.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { StatusBadge } from '#web/kit/feedback/States.tsx'
import { MenuDeLigne } from '#web/kit/table/MenuDeLigne.tsx'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { paiementsOf } from '#web/paths.ts'

const jour = (lu: string | null) => lu && formatJourCourt(lu)

const CLIENT: Colonne<ChequeLu> = {
  title: 'Client',
  cell: (cheque) => (
    <>
      <span data-nom>{nomDuTitulaire(cheque) || 'Non spécifié'}</span>
      {cheque.payeur && (
        <span className={styles.under}>
          payé par <span data-nom>{cheque.payeur}</span>
        </span>
      )}
    </>
  ),
}
const RECU: Colonne<ChequeLu> = { title: 'Reçu', court: true, cell: ({ recu }) => recu }
const BIEN: Colonne<ChequeLu> = {
  title: 'Bien',
  cell: (cheque) => {
    const bien = bienDuPaiement(cheque)
    if (!bien) return 'N/A'
    return (
      <>
        <Link className={styles.lien} to={paiementsOf(cheque.client.id, bien)}>
          {bien.libelle}
        </Link>
        <span className={styles.under} data-nom>
          {cheque.residence.nom}
        </span>
      </>
    )
  },
}
const BANQUE: Colonne<ChequeLu> = { title: 'Banque', cell: ({ banque }) => <span data-nom>{banque}</span> }
const NUMERO: Colonne<ChequeLu> = {
  title: 'N° de chèque',
  cell: ({ reference }) => <span className={styles.numero}>{reference}</span>,
}
const DATE: Colonne<ChequeLu> = {
  title: 'Date du chèque',
  cell: (cheque) =>
    isPostdate(cheque) ? (
      <span className={styles.postdate}>
        à partir du <span className={styles.jour}>{jour(cheque.date_cheque)}</span>
      </span>
    ) : (
      <span className={styles.jour}>{jour(cheque.date_cheque)}</span>
    ),
}
const MONTANT: Colonne<ChequeLu> = {
  title: 'Montant',
  figure: true,
  cell: ({ versement }) => <Montant decimal={versement} />,
}
const MOTIF: Colonne<ChequeLu> = {
  title: 'Motif',
  cell: ({ motif_rejet, represente_par }) => (
    <>
      {motif_rejet}
      {represente_par && (
        <span className={styles.under}>Représenté par le reçu N° {represente_par.recu}</span>
      )}
    </>
  ),
}
const COMMON = [RECU, CLIENT, BIEN, BANQUE, NUMERO, DATE, MONTANT]

const COLUMNS: Record<EtatCheque, readonly Colonne<ChequeLu>[]> = {
  recu: COMMON,
  remis: [...COMMON, { title: 'Remise', court: true, cell: ({ remise }) => remise?.numero }],
  encaisse: [...COMMON, { title: 'Encaissé le', court: true, cell: ({ encaisse_le }) => jour(encaisse_le) }],
  rejete: [...COMMON, { title: 'Rejeté le', court: true, cell: ({ rejete_le }) => jour(rejete_le) }, MOTIF],
}

export type ActeCheque = 'details' | 'completer' | 'rejeter' | 'representer' | 'annuler'

interface ChequesTableProps {
  etat: EtatCheque
  rows: readonly ChequeLu[]
  selection?: Selection | undefined
  onAct: (acte: ActeCheque, cheque: ChequeLu) => void
}

export function ChequesTable({ etat, rows, selection, onAct }: ChequesTableProps) {
  return (
    <Lignes
      label={`Chèques, ${ETATS_CHEQUE[etat].toLowerCase()}`}
      rows={rows}
      rowKey={({ id }) => id}
      columns={COLUMNS[etat]}
      isMarked={({ id }) => selection?.has(id) === true}
      renderBox={
        selection &&
        ((cheque) => (
          <label className={styles.tick}>
            <input
              type="checkbox"
              aria-label={`Sélectionner le chèque du reçu ${cheque.recu}`}
              checked={selection.has(cheque.id)}
              onChange={() => selection.toggle(cheque)}
            />
          </label>
        ))
      }
      renderActions={(cheque) => <Actions cheque={cheque} onAct={onAct} />}
    />
  )
}

function Actions({ cheque, onAct }: { cheque: ChequeLu; onAct: ChequesTableProps['onAct'] }) {
  const peut = usePeut()
  const { recu, etat, represente_par, vente_terminee } = cheque
  const atBank = etat === 'remis' || etat === 'encaisse'
  const open = etat !== null && represente_par === null
  const complete = etat === 'recu' && estIncomplet(cheque) && peut(paiementsEndpoints.update)
  return (
    <>
      {estIncomplet(cheque) && <StatusBadge tone="yellow">À compléter</StatusBadge>}
      <IconAction
        compact
        icon={IconEye}
        label={`Détails du paiement ${recu}`}
        onClick={() => onAct('details', cheque)}
      />
      <MenuDeLigne
        compact
        nom={`chèque du reçu ${recu}`}
        actes={[
          complete && {
            // Its only act is shown as itself, and then names the cheque.
            label: `Compléter le chèque du reçu ${recu}`,
            icon: IconPencil,
            onClick: () => onAct('completer', cheque),
          },
          etat === 'rejete' &&
            open &&
            !vente_terminee &&
            peut(chequesEndpoints.representer) && {
              label: 'Représenter',
              icon: IconRepeat,
              onClick: () => onAct('representer', cheque),
            },
          etat !== 'recu' &&
            open &&
            peut(chequesEndpoints.annulerEtape) && {
              label: 'Annuler la dernière étape',
              icon: IconArrowBackUp,
              onClick: () => onAct('annuler', cheque),
            },
        ]}
        fins={[
          atBank &&
            peut(chequesEndpoints.rejeter) && {
              label: 'Rejeter…',
              icon: IconBan,
              onClick: () => onAct('rejeter', cheque),
            },
        ]}
      />
    </>
  )
}

const DANS_REMISE: readonly Colonne<ChequeLu>[] = [
  RECU,
  CLIENT,
  BANQUE,
  NUMERO,
  MONTANT,
  {
    title: 'État',
    cell: ({ etat, encaisse_le, rejete_le }) => (
      <>
        {etat && <EtatDuCheque etat={etat} />}
        {(rejete_le ?? encaisse_le) && (
          <span className={styles.under}>le {jour(rejete_le ?? encaisse_le)}</span>
        )}
      </>
    ),
  },
]

export function ChequesDeRemise({ rows }: { rows: readonly ChequeLu[] }) {
  return <Lignes label="Chèques de la remise" rows={rows} rowKey={({ id }) => id} columns={DANS_REMISE} />
}
