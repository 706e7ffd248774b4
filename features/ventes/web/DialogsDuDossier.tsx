import type { ComponentType } from 'react'
import type { DialogDuDossierProps } from '#features/ventes/web/dialogDuDossier.ts'
import type { NoterLaDateProps } from '#features/ventes/web/NoterLaDate.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'

const Relancer = lazyDialog(() => import('#features/ventes/web/Relancer.tsx'), 'Relancer')
const NoterLaDate = lazyDialog<'NoterLaDate', NoterLaDateProps>(
  () => import('#features/ventes/web/NoterLaDate.tsx'),
  'NoterLaDate',
)
const HistoriqueDialog = lazyDialog(
  () => import('#features/journal/web/HistoriqueDialog.tsx'),
  'HistoriqueDialog',
)

/** The dialogs of the page of a dossier; each loads when it is opened. */
export const DIALOGS = {
  relancer: ({ dossier, ...props }: DialogDuDossierProps) => (
    <Relancer venteId={dossier.id} client={dossier.client.nomComplet} {...props} />
  ),
  modifier: lazyDialog(() => import('#features/ventes/web/ModifierDossier.tsx'), 'ModifierDossier'),
  contrat: (props: DialogDuDossierProps) => <NoterLaDate etape="contrat" {...props} />,
  livraison: (props: DialogDuDossierProps) => <NoterLaDate etape="livraison" {...props} />,
  acquereurs: lazyDialog(() => import('#features/ventes/web/ModifierAcquereurs.tsx'), 'ModifierAcquereurs'),
  generer: lazyDialog(() => import('#features/echeanciers/web/GenererEcheancier.tsx'), 'GenererEcheancier'),
  echeancier: lazyDialog(
    () => import('#features/echeanciers/web/ModifierEcheancier.tsx'),
    'ModifierEcheancier',
  ),
  desistement: lazyDialog(() => import('#features/ventes/web/Desister.tsx'), 'Desister'),
  transferer: lazyDialog(() => import('#features/ventes/web/Transferer.tsx'), 'Transferer'),
  ceder: lazyDialog(() => import('#features/ventes/web/Ceder.tsx'), 'Ceder'),
  journal: ({ dossier: { id, dossier }, onClose }: DialogDuDossierProps) => (
    <HistoriqueDialog record={{ objet: 'vente', id }} nom={`Dossier ${dossier}`} onClose={onClose} />
  ),
  rembourser: lazyDialog(
    () => import('#features/ventes/web/AjouterRemboursement.tsx'),
    'AjouterRemboursement',
  ),
  'modifier-desistement': lazyDialog(
    () => import('#features/ventes/web/Desister.tsx'),
    'ModifierDesistement',
  ),
  'annuler-desistement': lazyDialog(() => import('#features/ventes/web/Desister.tsx'), 'AnnulerDesistement'),
} satisfies Record<string, ComponentType<DialogDuDossierProps>>
export type DialogDuDossier = keyof typeof DIALOGS

/** Opens a dialog of the page; its button stands in the panel that it changes. */
export type OpenDialog = (id: DialogDuDossier) => void
