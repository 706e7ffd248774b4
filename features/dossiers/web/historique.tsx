import type { ReactNode } from 'react'
import type { DossierLu } from '#features/dossiers/web/dossiers.queries.ts'
import type { Jour } from '#shared/dates.ts'
import { Montant } from '#web/kit/Montant.tsx'

/** Something that happened to a dossier, and the day of it. */
export interface Fait {
  jour: Jour
  texte: ReactNode
}

/** All that happened to a dossier, in the order of the days; on one day in the order in which a sale goes. */
export function historiqueOf(dossier: DossierLu): Fait[] {
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
