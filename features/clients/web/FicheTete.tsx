import { Button } from '@mantine/core'
import { IconEdit, IconHomePlus, IconPlus, IconStack2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { placesEndpoints } from '#features/biens/parkings.contract.ts'
import { clientsEndpoints, type Client, type clientAssets } from '#features/clients/clients.contract.ts'
import styles from '#features/clients/web/fiches.module.css'
import { HistoriqueButton } from '#features/journal/web/Historique.tsx'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { biensAPartager, VERSER_SUR_PLUSIEURS } from '#features/paiements/web/versementGroupe.ts'
import { biensDuClientQuery } from '#features/ventes/web/ventes.queries.ts'
import type { Wire } from '#shared/endpoint.ts'
import { EmailLink, PhoneLink } from '#web/kit/card/ContactLinks.tsx'
import { PageHeader } from '#web/kit/list/PageHeader.tsx'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { Panneau } from '#web/kit/card/Panneau.tsx'
import { Facts } from '#web/kit/card/EntityCard.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { newPaiement, newVersementGroupe, sellTo } from '#shared/paths.ts'

interface FicheTeteProps {
  client: Client
  nomAr?: string | null
  onEdit: () => void
}

export function FicheTete({ client, nomAr = null, onEdit }: FicheTeteProps) {
  const { id, nomComplet, tel, email, sans_email, sans_telephone } = client
  const peut = usePeut()
  const { data: biens } = useQuery(biensDuClientQuery(id))
  const reste = biens?.totaux?.resteAPayer ?? 0
  return (
    <PageHeader
      title={
        <>
          <span className={`under ${styles.surtitre}`}>Fiche client</span>{' '}
          <span className="anywhere" data-nom>
            {nomComplet}
          </span>
        </>
      }
      subtitle={
        <>
          {nomAr !== null && (
            <span className={`block anywhere ${styles.nomAr}`} lang="ar" dir="rtl">
              {nomAr}
            </span>
          )}
          <span className={`wrap anywhere ${styles.contact}`}>
            <PhoneLink tel={tel} sans={sans_telephone} />
            <EmailLink email={email} sans={sans_email} />
          </span>
        </>
      }
    >
      {reste > 0 && peut(paiementsEndpoints.create) && (
        <Button
          leftSection={<IconPlus size={18} stroke={1.6} />}
          renderRoot={(props) => <Link {...newPaiement(id)} {...props} />}
        >
          Ajouter un paiement
        </Button>
      )}
      {biens && biensAPartager(biens).length >= 2 && peut(paiementsEndpoints.createGroupe) && (
        <Button
          variant="default"
          leftSection={<IconStack2 size={18} stroke={1.6} />}
          renderRoot={(props) => <Link {...newVersementGroupe(id)} {...props} />}
        >
          {VERSER_SUR_PLUSIEURS}
        </Button>
      )}
      {peut(placesEndpoints.attribuer) && (
        <Button
          variant="default"
          leftSection={<IconHomePlus size={18} stroke={1.6} />}
          renderRoot={(props) => <Link {...sellTo(id)} {...props} />}
        >
          Vendre un bien
        </Button>
      )}
      {peut(clientsEndpoints.update) && (
        <Button variant="default" leftSection={<IconEdit size={18} stroke={1.6} />} onClick={onEdit}>
          Modifier le client
        </Button>
      )}
      <HistoriqueButton objet="client" id={id} nom={nomComplet} />
    </PageHeader>
  )
}

interface SommesProps {
  totaux: Wire<typeof clientAssets>['totaux']
  /** True when the client shares the open sale of somebody else, which no figure counts. */
  partage?: boolean
}

/** Sums of the open dossiers in the client's name; those that he shares are left out (ecrans §10). */
export function SommesDuClient({ totaux, partage = false }: SommesProps) {
  if (!totaux || totaux.biens === 0)
    return (
      <p className={`dim ${styles.aucune}`}>
        {partage ? 'Aucune vente en cours à son nom.' : 'Aucune vente en cours.'}
      </p>
    )
  const { montant, totalPaye, resteAPayer, en_retard, biens, sans_echeancier } = totaux
  const sommes: [label: string, decimal: number][] = [
    ['Prix', montant],
    ['Payé', totalPaye],
    ['Reste à payer', resteAPayer],
    ['En retard', en_retard],
  ]
  return (
    <dl className={`stack card facts small-terms ${styles.sommes}`} aria-label="Ventes en cours">
      {sommes.map(([label, decimal]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={label === 'En retard' && decimal > 0 ? 'bold figures alarm' : 'bold figures'}>
            {label === 'En retard' && sans_echeancier >= biens ? '—' : <Montant decimal={decimal} />}
            {label === 'En retard' && sans_echeancier > 0 && (
              <small className="block small warn">
                {sans_echeancier >= biens ? 'sans échéancier' : `${sans_echeancier} sans échéancier`}
              </small>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function PanneauCoordonnees({ client }: { client: Client }) {
  const { tel, email, adresse, sans_email, sans_telephone } = client
  return (
    <Panneau title="Coordonnées">
      <Facts
        facts={[
          { label: 'Téléphone', value: <PhoneLink tel={tel} sans={sans_telephone} /> },
          { label: 'Email', value: <EmailLink email={email} sans={sans_email} /> },
          { label: 'Adresse', value: adresse || 'Non spécifiée' },
        ]}
      />
    </Panneau>
  )
}
