import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { DossierLu } from '#features/dossiers/web/dossiers.queries.ts'
import styles from '#features/dossiers/web/dossiers.module.css'
import { Panneau, Rien } from '#web/kit/Panneau.tsx'
import { EtatDuCheque } from '#features/paiements/web/EtatDuCheque.tsx'
import { Moyen } from '#features/paiements/web/Moyen.tsx'
import { Rectifie } from '#features/paiements/web/Rectifie.tsx'
import { formatJourCourt } from '#shared/dates.ts'
import { Lignes, type Colonne } from '#web/kit/Lignes.tsx'
import { Montant } from '#web/kit/Montant.tsx'
import { paiementsOf } from '#web/paths.ts'

type Versement = DossierLu['paiements'][number]

const COLUMNS: readonly Colonne<Versement>[] = [
  { title: 'Date', court: true, cell: ({ date_paiement }) => formatJourCourt(date_paiement) },
  { title: 'Versement', figure: true, cell: (paiement) => <Somme paiement={paiement} /> },
  {
    title: 'Reçu',
    court: true,
    cell: ({ recu, rectifie_le }) => (
      <>
        {recu} <Rectifie le={rectifie_le} />
      </>
    ),
  },
  {
    title: 'Détails',
    cell: (paiement) => (
      <>
        <span className={styles.libre} data-nom>
          {paiement.details}
        </span>
        <Moyen paiement={paiement} />
      </>
    ),
  },
]

/** A rejected cheque does not count: its amount is struck out, and why is said. */
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

/** What was paid for this sale, the oldest first. */
export function PanneauPaiements({ dossier }: { dossier: DossierLu }) {
  const { paiements, client, bien } = dossier
  const link = (
    <Anchor renderRoot={(props) => <Link to={paiementsOf(client.id, bien)} {...props} />}>
      Voir les paiements
    </Anchor>
  )
  return (
    <Panneau title="Paiements" buttons={paiements.length > 0 && link}>
      {paiements.length === 0 ? (
        <Rien>Aucun versement enregistré.</Rien>
      ) : (
        <Lignes label="Paiements" rows={paiements} rowKey={({ id }) => id} columns={COLUMNS} />
      )}
    </Panneau>
  )
}
