import { Anchor } from '@mantine/core'
import { Nom } from '#web/kit/card/Nom.tsx'
import { nomDuTitulaire, titulaireOf } from '#features/paiements/paiements.rules.ts'
import { IconArrowBackUp, IconBan, IconEye, IconPencil, IconRepeat } from '@tabler/icons-react'
import styles from '#features/cheques/web/cheques.module.css'
import type { ChequeLu } from '#features/cheques/web/cheques.queries.ts'
import { estIncomplet, isPostdate } from '#features/cheques/web/cheques.words.ts'
import { CaseDeLigne } from '#web/kit/list/Cases.tsx'
import { Tableau, type ActesDeLigne, type Colonne } from '#web/kit/table/Tableau.tsx'
import type { Selection } from '#features/cheques/web/cheques.onglets.ts'
import { chequesEndpoints } from '#features/cheques/cheques.contract.ts'
import { ETATS_CHEQUE, type EtatCheque } from '#features/paiements/modes.ts'
import { EtatDuCheque, RecuDuPaiement } from '#features/paiements/web/PaiementParts.tsx'
import { bienDuPaiement } from '#features/paiements/web/bienDuPaiement.ts'
import { formatCompte } from '#shared/texte.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { StatusBadge } from '#web/kit/feedback/States.tsx'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { RecuLink } from '#web/kit/card/EntityLinks.tsx'
import { clientAt, paiementsOf } from '#shared/paths.ts'

const jour = (lu: string | null) => lu && formatJourCourt(lu)

const payePar = ({ payeur }: ChequeLu) =>
  payeur && (
    <>
      payé par <span data-nom>{payeur}</span>
    </>
  )
const CLIENT: Colonne<ChequeLu> = {
  title: 'Client',
  genre: 'nom',
  min: 160,
  phone: 'qui',
  cell: (cheque) => {
    const nom = nomDuTitulaire(cheque)
    return nom ? <Nom to={clientAt(titulaireOf(cheque).id)}>{nom}</Nom> : 'Non spécifié'
  },
  under: payePar,
}
const RECU: Colonne<ChequeLu> = {
  title: 'Reçu',
  genre: 'jour',
  min: 96,
  cell: (cheque) => <RecuDuPaiement paiement={cheque} />,
}
const BIEN: Colonne<ChequeLu> = {
  title: 'Bien',
  genre: 'lieu',
  min: 150,
  cell: (cheque) => {
    const bien = bienDuPaiement(cheque)
    return bien ? <Nom to={paiementsOf(cheque.client.id, bien)}>{bien.libelle}</Nom> : 'N/A'
  },
  under: (cheque) => bienDuPaiement(cheque) && cheque.residence.nom,
}
const BANQUE: Colonne<ChequeLu> = {
  title: 'Banque',
  genre: 'texte',
  min: 130,
  phone: 'quoi',
  phoneUnder: 'quoi',
  cell: ({ banque }) => banque,
  under: (cheque) => (
    <>
      {cheque.reference}
      {estIncomplet(cheque) && <StatusBadge tone="yellow">À compléter</StatusBadge>}
    </>
  ),
}
const DATE: Colonne<ChequeLu> = {
  title: 'Date du chèque',
  genre: 'jour',
  min: 96,
  phone: 'etat',
  cell: (cheque) =>
    isPostdate(cheque) ? (
      <span className={`bold warn ${styles.postdate}`}>à partir du </span>
    ) : (
      jour(cheque.date_cheque)
    ),
  under: (cheque) =>
    isPostdate(cheque) && <span className={`bold warn ${styles.postdate}`}>{jour(cheque.date_cheque)}</span>,
}
/** « 2 biens · 3 000 000,00 DA » of a cheque that pays for several. */
function Groupe({ cheque }: { cheque: ChequeLu }) {
  const { groupe } = cheque
  if (!groupe) return null
  return (
    <span className="unit">
      {formatCompte(groupe.recus.length, 'bien')} · <Montant decimal={groupe.montant} />
    </span>
  )
}
const MONTANT: Colonne<ChequeLu> = {
  title: 'Montant',
  genre: 'figure',
  min: 130,
  phone: 'combien',
  cell: ({ versement }) => <Montant decimal={versement} />,
  under: (cheque) => cheque.groupe && <Groupe cheque={cheque} />,
}

function RepresentePar({ cheque }: { cheque: ChequeLu }) {
  const { represente_par: remplacant, client } = cheque
  const bien = bienDuPaiement(cheque)
  return (
    remplacant && (
      <span className="under">
        Représenté par le reçu N°{' '}
        {bien ? (
          <RecuLink recu={remplacant.recu} paiement={remplacant.id} client={client.id} bien={bien} />
        ) : (
          remplacant.recu
        )}
      </span>
    )
  )
}

const COMMON = [CLIENT, BIEN, BANQUE, DATE, MONTANT, RECU]

const COLUMNS: Record<EtatCheque, readonly Colonne<ChequeLu>[]> = {
  recu: COMMON,
  remis: COMMON,
  encaisse: [
    ...COMMON,
    { title: 'Encaissé le', genre: 'jour', min: 100, cell: ({ encaisse_le }) => jour(encaisse_le) },
  ],
  rejete: [
    ...COMMON,
    {
      title: 'Rejeté le',
      genre: 'texte',
      min: 150,
      cell: ({ rejete_le }) => jour(rejete_le),
      under: (cheque) => (
        <>
          {cheque.motif_rejet}
          <RepresentePar cheque={cheque} />
        </>
      ),
    },
  ],
}

/** The number of the remise that took a cheque to the bank, which opens it. */
const remiseOf = (onAct: ChequesTableProps['onAct']): Colonne<ChequeLu> => ({
  title: 'Remise',
  genre: 'jour',
  min: 100,
  cell: (cheque) =>
    cheque.remise && (
      <Anchor
        component="button"
        type="button"
        inherit
        aria-label={`Voir la remise ${cheque.remise.numero}`}
        onClick={() => onAct('remise', cheque)}
      >
        {cheque.remise.numero}
      </Anchor>
    ),
})

export type ActeCheque = 'remise' | 'details' | 'completer' | 'rejeter' | 'representer' | 'annuler'

interface ChequesTableProps {
  etat: EtatCheque
  rows: readonly ChequeLu[]
  selection?: Selection | undefined
  onAct: (acte: ActeCheque, cheque: ChequeLu) => void
}

export function ChequesTable({ etat, rows, selection, onAct }: ChequesTableProps) {
  const actesOf = useActes()
  return (
    <Tableau
      label={`Chèques, ${ETATS_CHEQUE[etat].toLowerCase()}`}
      rows={rows}
      rowKey={({ id }) => id}
      columns={etat === 'remis' ? [...COMMON, remiseOf(onAct)] : COLUMNS[etat]}
      isMarked={(cheque) => selection?.has(cheque) === true}
      renderBox={
        selection &&
        ((cheque) => (
          <CaseDeLigne
            label={`Sélectionner le chèque du reçu ${cheque.recu}`}
            checked={selection.has(cheque)}
            onChange={() => selection.toggle(cheque)}
            prevented={
              etat === 'recu' && isPostdate(cheque) && !selection.has(cheque)
                ? `la banque ne le prend qu'à partir du ${jour(cheque.date_cheque)}`
                : undefined
            }
          />
        ))
      }
      actesMin={68}
      actes={(cheque) => actesOf(cheque, onAct)}
    />
  )
}

/** A cheque is rejected once it has gone to the bank. */
function useActes() {
  const peut = usePeut()
  return (cheque: ChequeLu, onAct: ChequesTableProps['onAct']): ActesDeLigne => {
    const { recu, etat, represente_par, vente_terminee } = cheque
    const rejected = etat === 'rejete'
    const settled = represente_par !== null
    return {
      nom: `chèque du reçu ${recu}`,
      actes: [
        { label: `Détails du paiement ${recu}`, icon: IconEye, onClick: () => onAct('details', cheque) },
      ],
      autres: [
        etat === 'recu' &&
          estIncomplet(cheque) &&
          peut(paiementsEndpoints.update) && {
            // Its only act is shown as itself, and then names the cheque.
            label: `Compléter le chèque du reçu ${recu}`,
            icon: IconPencil,
            onClick: () => onAct('completer', cheque),
          },
        rejected &&
          !settled &&
          !vente_terminee &&
          peut(chequesEndpoints.representer) && {
            label: 'Représenter',
            icon: IconRepeat,
            onClick: () => onAct('representer', cheque),
          },
        etat !== 'recu' &&
          !settled &&
          peut(chequesEndpoints.annulerEtape) && {
            label: 'Annuler la dernière étape',
            icon: IconArrowBackUp,
            onClick: () => onAct('annuler', cheque),
          },
      ],
      fins: [
        (etat === 'remis' || etat === 'encaisse') &&
          peut(chequesEndpoints.rejeter) && {
            label: 'Rejeter…',
            icon: IconBan,
            onClick: () => onAct('rejeter', cheque),
          },
      ],
    }
  }
}

const DANS_REMISE: readonly Colonne<ChequeLu>[] = [
  CLIENT,
  BANQUE,
  MONTANT,
  RECU,
  {
    title: 'État',
    genre: 'etat',
    min: 100,
    phone: 'etat',
    cell: ({ etat }) => etat && <EtatDuCheque etat={etat} />,
    under: ({ encaisse_le, rejete_le }) =>
      (rejete_le ?? encaisse_le) && <>le {jour(rejete_le ?? encaisse_le)}</>,
  },
]

export function ChequesDeRemise({ rows }: { rows: readonly ChequeLu[] }) {
  return <Tableau label="Chèques de la remise" rows={rows} rowKey={({ id }) => id} columns={DANS_REMISE} />
}
