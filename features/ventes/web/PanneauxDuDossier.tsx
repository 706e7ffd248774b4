import { Anchor } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { DossierLu } from '#features/ventes/web/dossiers.queries.ts'
import parts from '#features/ventes/web/acquereurs.module.css'
import { acquereursEndpoints } from '#features/ventes/acquereurs.contract.ts'
import type { OpenDialog } from '#features/ventes/web/DialogsDuDossier.tsx'
import { isOuvert } from '#features/ventes/web/dossiers.words.ts'
import { formatPourcent } from '#shared/argent.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { ClientLink } from '#web/kit/card/EntityLinks.tsx'
import { Panneau, PanneauButton } from '#web/kit/card/Panneau.tsx'
import { paiementsOf } from '#shared/paths.ts'
import { EtatDuCheque, Moyen, Rectifie, RecuDuPaiement } from '#features/paiements/web/PaiementParts.tsx'
import { formatJourCourt } from '#shared/dates.ts'
import { Tableau, type Colonne } from '#web/kit/table/Tableau.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'

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
      <ul className={`stack list gap-4 ${parts.acquereurs}`} aria-label="Acquéreurs">
        {all.map(({ client_id, nomComplet, part }, rang) => (
          <li key={client_id}>
            {shared && <span className={parts.marque} data-rang={rang % 4} aria-hidden />}
            <span data-nom className="anywhere shrinks">
              <ClientLink id={client_id} nomComplet={nomComplet} />
            </span>
            {shared && <span className={`nowrap figures ${parts.part}`}>{formatPourcent(part)}</span>}
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
        <RecuDuPaiement paiement={paiement} /> <Rectifie jour={paiement.rectifie_le} />
      </>
    ),
  },
  {
    title: 'Détails',
    genre: 'texte',
    min: 380,
    phone: 'quoi',
    cell: ({ details }) => details && <span className="flat anywhere pre">{details}</span>,
    under: (paiement) => (
      <>
        <Moyen paiement={paiement} />
        {/* Of a dossier that changed hands, who held it then. */}
        {paiement.detenteur && (
          <div className="flat anywhere pre">
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
      <s className="dim">
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
