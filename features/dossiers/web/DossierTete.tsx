import { Anchor, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DossierLu } from '#features/dossiers/web/dossiers.queries.ts'
import { finOf, NOMS_DES_ETAPES } from '#features/dossiers/web/dossiers.words.ts'
import styles from '#features/dossiers/web/dossiers.module.css'
import { PlusDActions } from '#features/dossiers/web/PlusDActions.tsx'
import type { ActionsDuDossier } from '#features/dossiers/web/useActionsDuDossier.tsx'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { PageHeader } from '#web/kit/PageHeader.tsx'
import { StatusBadge } from '#web/kit/StatusBadge.tsx'
import { usePeut } from '#web/kit/usePeut.ts'
import { clientAt, paiementsOf } from '#web/paths.ts'

interface DossierTeteProps {
  dossier: DossierLu
  actions: ActionsDuDossier
  /** Takes a payment, while the sale is open. */
  onPay?: () => void
  /** Before « Plus d'actions ». */
  bouton?: ReactNode
}

/** Which dossier it is, whose and of what, and what is done with it most. */
export function DossierTete({ dossier, actions, onPay, bouton }: DossierTeteProps) {
  const { bien, client, etape } = dossier
  const peut = usePeut()
  const fin = finOf(dossier)
  return (
    <PageHeader
      title={
        <span className={styles.titre}>
          Dossier {dossier.dossier}
          <span className={styles.badges}>
            <StatusBadge tone={etape === 'livraison' ? 'green' : 'blue'}>
              {NOMS_DES_ETAPES[etape]}
            </StatusBadge>
            {fin && <StatusBadge tone={fin.tone}>{fin.mot}</StatusBadge>}
          </span>
        </span>
      }
      subtitle={
        <span className={styles.sousTitre}>
          <span data-nom>
            <Anchor inherit renderRoot={(props) => <Link to={clientAt(client.id)} {...props} />}>
              {client.nomComplet}
            </Anchor>
          </span>
          <span data-nom>
            <Anchor inherit renderRoot={(props) => <Link to={paiementsOf(client.id, bien)} {...props} />}>
              {bien.designation}
            </Anchor>
            <span>{[bien.lieu, bien.residence].filter(Boolean).map((lieu) => `, ${lieu}`)}</span>
          </span>
        </span>
      }
    >
      {actions.buttons('entete')}
      {bouton}
      <PlusDActions actions={actions} />
      {onPay && peut(paiementsEndpoints.create) && (
        <Button leftSection={<IconPlus size={18} stroke={1.6} />} onClick={onPay}>
          Ajouter un paiement
        </Button>
      )}
    </PageHeader>
  )
}
