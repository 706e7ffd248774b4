import { nomDuTitulaire } from '#features/paiements/paiements.rules.ts'
import { IconArrowBackUp, IconBan, IconEye, IconRepeat } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import styles from '#features/cheques/web/cheques.module.css'
import type { ChequeLu } from '#features/cheques/web/cheques.queries.ts'
import { isPostdate } from '#features/cheques/web/cheques.texts.ts'
import { Lignes, type Colonne } from '#web/kit/table/Lignes.tsx'
import type { Selection } from '#features/cheques/web/cheques.onglets.ts'
import { chequesEndpoints } from '#features/cheques/cheques.contract.ts'
import { ETATS_CHEQUE, type EtatCheque } from '#features/paiements/modes.ts'
import { EtatDuCheque } from '#features/paiements/web/PaiementParts.tsx'
import { bienDuPaiement } from '#features/paiements/web/bienDuPaiement.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
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

export type ActeCheque = 'details' | 'rejeter' | 'representer' | 'annuler'

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
  const rejected = etat === 'rejete'
  const settled = represente_par !== null
  return (
    <>
      <IconAction
        compact
        icon={IconEye}
        label={`Détails du paiement ${recu}`}
        onClick={() => onAct('details', cheque)}
      />
      {!rejected && peut(chequesEndpoints.rejeter) && (
        <IconAction
          compact
          icon={IconBan}
          label={`Rejeter le chèque du reçu ${recu}`}
          onClick={() => onAct('rejeter', cheque)}
        />
      )}
      {rejected && !settled && !vente_terminee && peut(chequesEndpoints.representer) && (
        <IconAction
          compact
          icon={IconRepeat}
          label={`Représenter le chèque du reçu ${recu}`}
          onClick={() => onAct('representer', cheque)}
        />
      )}
      {etat !== 'recu' && !settled && peut(chequesEndpoints.annulerEtape) && (
        <IconAction
          compact
          icon={IconArrowBackUp}
          label={`Annuler la dernière étape du chèque du reçu ${recu}`}
          onClick={() => onAct('annuler', cheque)}
        />
      )}
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
