import type { ReactNode } from 'react'
import { RecuDuPaiement } from '#features/paiements/web/PaiementParts.tsx'
import type { DocumentLu } from '#features/papiers/web/documents.queries.ts'
import type { DossierLu } from '#features/ventes/web/dossiers.queries.ts'
import { NOMS_DES_CANAUX } from '#features/ventes/relances.rules.ts'
import styles from '#features/ventes/web/dossiers.module.css'
import { formatJourCourt, type Jour } from '#shared/dates.ts'
import { Facts } from '#web/kit/card/EntityCard.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { Nom } from '#web/kit/card/Nom.tsx'
import { Panneau } from '#web/kit/card/Panneau.tsx'
import { Tableau, type Colonne } from '#web/kit/table/Tableau.tsx'
import { dossierAt } from '#shared/paths.ts'

const RELANCES: readonly Colonne<DossierLu['relances'][number]>[] = [
  { title: 'Jour', genre: 'jour', min: 100, phone: 'qui', cell: ({ jour }) => formatJourCourt(jour) },
  {
    title: 'Moyen',
    genre: 'jour',
    min: 110,
    phone: 'quoi',
    cell: ({ canal }) => NOMS_DES_CANAUX[canal],
    under: ({ document }) => document && `Appel ${document.numero}`,
  },
  {
    title: 'Montant en retard',
    genre: 'figure',
    min: 140,
    phone: 'combien',
    cell: ({ montant }) => <Montant decimal={montant} />,
    under: ({ document }) => document && 'appelé',
  },
  {
    title: 'Note',
    genre: 'texte',
    min: 280,
    cell: ({ note }) => note && <span className="flat anywhere pre">{note}</span>,
  },
  { title: 'Par', genre: 'nom', min: 140, phone: 'quoi', cell: ({ par }) => par },
]

interface SuiviProps {
  dossier: DossierLu
  /** Papers of the sale. */
  documents: readonly DocumentLu[]
}

export function Suivi({ dossier, documents }: SuiviProps) {
  return (
    <>
      <PanneauRelances dossier={dossier} />
      <PanneauNotes dossier={dossier} />
      <PanneauHistorique dossier={dossier} documents={documents} />
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

function PanneauNotes({ dossier: { notaire, note, remise } }: { dossier: DossierLu }) {
  return (
    <Panneau title="Notes">
      <Facts
        facts={[
          { label: 'Notaire', value: notaire ?? 'Non spécifié' },
          { label: 'Remise accordée', value: remise === null ? '—' : <Montant decimal={remise} /> },
        ]}
      />
      <p className={note === null ? 'dim flat' : 'flat anywhere pre'} data-nom>
        {note ?? 'Aucune note.'}
      </p>
    </Panneau>
  )
}

function AutresDossiers({ dossier: { autres } }: { dossier: DossierLu }) {
  if (autres.length === 0) return null
  return (
    <p className="flat anywhere">
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

function PanneauHistorique({ dossier, documents }: SuiviProps) {
  return (
    <Panneau title="Historique">
      <ol className={`stack list anywhere gap-6 ${styles.historique}`}>
        {historiqueOf(dossier, documents).map(({ jour, texte }, rang) => (
          // oxlint-disable-next-line react/no-array-index-key -- they never move
          <li key={rang}>
            <span className="dim figures">{formatJourCourt(jour)}</span> <span>{texte}</span>
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
const at = (jour: Jour | null, texte: ReactNode): Fait[] => (jour ? [{ jour, texte }] : [])

/** Returns the events of a dossier, the newest first; of one day, the later step of a sale first. */
function historiqueOf(dossier: DossierLu, documents: readonly DocumentLu[]): Fait[] {
  const { desistement, etat } = dossier
  return [
    ...at(dossier.ouverte_le, 'Ouverture du dossier'),
    ...at(dossier.reservation_le, 'Réservation'),
    ...at(dossier.contrat_le, 'Contrat'),
    ...stadesOf(dossier),
    ...documents.map(({ etabli_le, libelle, numero, langue, etat: validite }) => ({
      jour: etabli_le,
      texte: (
        <>
          {libelle}
          {langue === 'ar' && ' (arabe)'} {numero}
          {validite === 'annulé' && ', annulé depuis'}
        </>
      ),
    })),
    ...dossier.paiements.flatMap(paiementOf),
    ...dossier.relances.map(({ jour, canal, montant, document }) => ({
      jour,
      texte: document ? (
        <>
          Appel de fonds {document.numero}, {NOMS_DES_CANAUX[canal]} : <Montant decimal={montant} />
        </>
      ) : (
        <>
          Relance, {NOMS_DES_CANAUX[canal]} : <Montant decimal={montant} /> en retard
        </>
      ),
    })),
    ...dossier.transferts.map((transfert) => ({
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
    ...dossier.remboursements.map(({ jour, numero, montant }) => ({
      jour,
      texte: (
        <>
          Remboursement {numero} : <Montant decimal={montant} />
        </>
      ),
    })),
  ]
    .toSorted((a, b) => (a.jour < b.jour ? -1 : a.jour > b.jour ? 1 : 0))
    .toReversed()
}

/** Stades of the works that lines of the dossier wait for, each once. */
function stadesOf({ echeances }: DossierLu): Fait[] {
  const atteints = new Map<string, Jour>()
  for (const { stade, stade_atteint_le } of echeances)
    if (stade && stade_atteint_le) atteints.set(stade.nom, stade_atteint_le)
  return [...atteints].map(([nom, jour]) => ({
    jour,
    texte: (
      <>
        Stade atteint : <span data-nom>{nom}</span>
      </>
    ),
  }))
}

/** A payment with its receipt, then the steps of its cheque. */
function paiementOf(paiement: DossierLu['paiements'][number]): Fait[] {
  const { date_paiement, versement, remise, encaisse_le, rejete_le, motif_rejet, reference } = paiement
  const cheque = (
    <>
      Chèque
      {reference !== null && (
        <>
          {' '}
          n° <bdi>{reference}</bdi>
        </>
      )}
    </>
  )
  return [
    ...at(
      date_paiement,
      <>
        Versement <Montant decimal={versement} />, reçu <RecuDuPaiement paiement={paiement} />
      </>,
    ),
    ...at(
      remise?.jour ?? null,
      <>
        {cheque} remis en banque, bordereau {remise?.numero}
      </>,
    ),
    ...at(encaisse_le, <>{cheque} encaissé</>),
    ...at(
      rejete_le,
      <>
        {cheque} rejeté
        {motif_rejet !== null && (
          <>
            , <span data-nom>{motif_rejet}</span>
          </>
        )}
      </>,
    ),
  ]
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
