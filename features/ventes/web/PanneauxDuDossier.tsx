import { Anchor } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { DossierLu } from '#features/ventes/web/dossiers.queries.ts'
import parts from '#features/ventes/web/acquereurs.module.css'
import { acquereursEndpoints } from '#features/ventes/dossiers.contract.ts'
import type { OpenDialog } from '#features/ventes/web/DialogsDuDossier.tsx'
import { isOuvert } from '#features/ventes/web/dossiers.words.ts'
import { formatPourcent } from '#shared/argent.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { ClientLink } from '#web/kit/card/EntityLinks.tsx'
import { Nom } from '#web/kit/card/Nom.tsx'
import { Panneau, PanneauButton } from '#web/kit/card/Panneau.tsx'
import { paiementsOf, dossierAt } from '#web/paths.ts'
import styles from '#features/ventes/web/dossiers.module.css'
import { EtatDuCheque, Moyen, Rectifie, RecuDuPaiement } from '#features/paiements/web/PaiementParts.tsx'
import { formatJourCourt, type Jour } from '#shared/dates.ts'
import { Tableau, type Colonne } from '#web/kit/table/Tableau.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { NOMS_DES_CANAUX } from '#features/ventes/relances.rules.ts'
import { Facts } from '#web/kit/card/EntityCard.tsx'
import type { ReactNode } from 'react'

export function PanneauAcquereurs({ dossier, onOpen }: { dossier: DossierLu; onOpen: OpenDialog }) {
  const { principal, acquereurs } = dossier
  const peut = usePeut()
  const all = [principal, ...acquereurs]
  const shared = acquereurs.length > 0
  return (
    <Panneau
      title="Acquéreurs"
      buttons={
        peut(acquereursEndpoints.save) &&
        isOuvert(dossier) && (
          <PanneauButton icon={IconUsers} onClick={() => onOpen('acquereurs')}>
            Modifier les acquéreurs
          </PanneauButton>
        )
      }
    >
      {shared && (
        <div className={parts.barre} aria-hidden>
          {all.map(({ client_id, part }, rang) => (
            <span key={client_id} data-rang={rang % 4} style={{ flexGrow: part }} />
          ))}
        </div>
      )}
      <ul className={parts.acquereurs} aria-label="Acquéreurs">
        {all.map(({ client_id, nomComplet, part }, rang) => (
          <li key={client_id}>
            {shared && <span className={parts.marque} data-rang={rang % 4} aria-hidden />}
            <span data-nom className={parts.nom}>
              <ClientLink id={client_id} nomComplet={nomComplet} />
            </span>
            {shared && <span className={parts.part}>{formatPourcent(part)}</span>}
          </li>
        ))}
      </ul>
    </Panneau>
  )
}

type Versement = DossierLu['paiements'][number]

const PAIEMENTS: readonly Colonne<Versement>[] = [
  {
    title: 'Date',
    genre: 'jour',
    min: 100,
    phone: 'qui',
    cell: ({ date_paiement }) => formatJourCourt(date_paiement),
  },
  {
    title: 'Versement',
    genre: 'figure',
    min: 140,
    phone: 'combien',
    cell: (paiement) => <Somme paiement={paiement} />,
  },
  {
    title: 'Reçu',
    genre: 'jour',
    min: 120,
    phone: 'quoi',
    cell: (paiement) => (
      <>
        <RecuDuPaiement paiement={paiement} /> <Rectifie le={paiement.rectifie_le} />
      </>
    ),
  },
  {
    title: 'Détails',
    genre: 'texte',
    min: 380,
    phone: 'quoi',
    cell: ({ details }) => details && <span className={styles.libre}>{details}</span>,
    under: (paiement) => (
      <>
        <Moyen paiement={paiement} />
        {/* Of a dossier that changed hands, who held it then. */}
        {paiement.detenteur && (
          <div className={styles.libre}>
            Au nom de <ClientLink {...paiement.detenteur} />
          </div>
        )}
      </>
    ),
  },
]

/** A rejected cheque does not count: its amount is struck through. */
function Somme({ paiement: { versement, etat } }: { paiement: Versement }) {
  if (etat !== 'rejete') return <Montant decimal={versement} />
  return (
    <>
      <s className={styles.dim}>
        <Montant decimal={versement} />
      </s>{' '}
      <EtatDuCheque etat={etat} />
    </>
  )
}

export function PanneauPaiements({ dossier }: { dossier: DossierLu }) {
  const { paiements, client, bien } = dossier
  const link = (
    <Anchor renderRoot={(props) => <Link to={paiementsOf(client.id, bien)} {...props} />}>
      Voir les paiements
    </Anchor>
  )
  if (paiements.length === 0) return <Panneau title="Paiements" vide="Aucun versement enregistré." />
  return (
    <Panneau title="Paiements" buttons={link}>
      <Tableau label="Paiements" rows={paiements} rowKey={({ id }) => id} columns={PAIEMENTS} />
    </Panneau>
  )
}

const RELANCES: readonly Colonne<DossierLu['relances'][number]>[] = [
  { title: 'Jour', genre: 'jour', min: 100, phone: 'qui', cell: ({ jour }) => formatJourCourt(jour) },
  { title: 'Moyen', genre: 'jour', min: 110, phone: 'quoi', cell: ({ canal }) => NOMS_DES_CANAUX[canal] },
  {
    title: 'Montant en retard',
    genre: 'figure',
    min: 140,
    phone: 'combien',
    cell: ({ montant }) => <Montant decimal={montant} />,
  },
  {
    title: 'Note',
    genre: 'texte',
    min: 280,
    cell: ({ note }) => note && <span className={styles.libre}>{note}</span>,
  },
  { title: 'Par', genre: 'nom', min: 140, phone: 'quoi', cell: ({ par }) => par },
]

export function Suivi({ dossier }: { dossier: DossierLu }) {
  return (
    <>
      <PanneauRelances dossier={dossier} />
      <PanneauNotes dossier={dossier} />
      <PanneauHistorique dossier={dossier} />
      <AutresDossiers dossier={dossier} />
    </>
  )
}

function PanneauRelances({ dossier }: { dossier: DossierLu }) {
  if (dossier.relances.length === 0) return <Panneau title="Relances" vide="Aucune relance." />
  return (
    <Panneau title="Relances">
      <Tableau label="Relances" rows={dossier.relances} rowKey={({ id }) => id} columns={RELANCES} />
    </Panneau>
  )
}

function PanneauNotes({ dossier: { notaire, note } }: { dossier: DossierLu }) {
  if (notaire === null && note === null) return <Panneau title="Notes" vide="Aucune note." />
  return (
    <Panneau title="Notes">
      <Facts facts={[{ label: 'Notaire', value: notaire ?? 'Non spécifié' }]} />
      <p className={note === null ? styles.dim : styles.libre} data-nom>
        {note ?? 'Aucune note.'}
      </p>
    </Panneau>
  )
}

function AutresDossiers({ dossier: { autres } }: { dossier: DossierLu }) {
  if (autres.length === 0) return null
  return (
    <p className={styles.autres}>
      Autres dossiers de ce client :{' '}
      {autres.map(({ id, dossier, designation }, rang) => (
        <span key={id}>
          {rang > 0 && ', '}
          <Nom to={dossierAt(id)}>{dossier}</Nom> (<span data-nom>{designation}</span>)
        </span>
      ))}
    </p>
  )
}

function PanneauHistorique({ dossier }: { dossier: DossierLu }) {
  return (
    <Panneau title="Historique">
      <ol className={styles.historique}>
        {historiqueOf(dossier).map(({ jour, texte }, rang) => (
          // oxlint-disable-next-line react/no-array-index-key -- they never move
          <li key={rang}>
            <span className={styles.quand}>{formatJourCourt(jour)}</span> <span>{texte}</span>
          </li>
        ))}
      </ol>
    </Panneau>
  )
}

interface Fait {
  jour: Jour
  texte: ReactNode
}

/** Events of a dossier by day; events of one day in the order of a sale. */
function historiqueOf(dossier: DossierLu): Fait[] {
  const { desistement, remboursements, transferts, etat } = dossier
  const at = (jour: Jour | null, texte: ReactNode): Fait[] => (jour ? [{ jour, texte }] : [])
  return [
    ...at(dossier.ouverte_le, 'Ouverture du dossier'),
    ...at(dossier.reservation_le, 'Réservation'),
    ...at(dossier.contrat_le, 'Contrat'),
    ...transferts.map((transfert) => ({
      jour: transfert.jour,
      texte: <Transfert transfert={transfert} />,
    })),
    ...at(dossier.livraison_le, 'Livraison'),
    ...(desistement
      ? at(
          desistement.demande_le,
          <>
            Désistement {desistement.origine === 'client' ? 'du client' : 'du promoteur'},{' '}
            <span data-nom>{desistement.motif}</span>
          </>,
        )
      : []),
    ...(etat === 'retrait' ? at(dossier.terminee_le, 'Retrait du client') : []),
    ...remboursements.map(({ jour, numero, montant }) => ({
      jour,
      texte: (
        <>
          Remboursement {numero} : <Montant decimal={montant} />
        </>
      ),
    })),
  ].toSorted((a, b) => (a.jour < b.jour ? -1 : a.jour > b.jour ? 1 : 0))
}

function Transfert({ transfert }: { transfert: DossierLu['transferts'][number] }) {
  const { nature, ancien, nouveau, prix_avant, prix_apres, frais, motif } = transfert
  return (
    <>
      {nature === 'bien' ? 'Transfert' : 'Cession'} : <span data-nom>{ancien}</span> →{' '}
      <span data-nom>{nouveau}</span>
      {nature === 'bien' && (
        <>
          , prix <Montant decimal={prix_avant} sansUnite /> → <Montant decimal={prix_apres} />
        </>
      )}
      {frais !== null && (
        <>
          , frais <Montant decimal={frais} />
        </>
      )}
      , <span data-nom>{motif}</span>
    </>
  )
}
