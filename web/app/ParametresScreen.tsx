import { ComptesSection } from '#features/cheques/web/ComptesSection.tsx'
import {
  ParametresPage,
  type EntreeDesParametres,
  type SectionProps,
} from '#features/parametres/web/ParametresPage.tsx'
import type { ComponentType } from 'react'
import { messageOf } from '#web/kit/api.ts'
import { ErrorState } from '#web/kit/ErrorState.tsx'
import { lazyPart } from '#web/kit/lazyPart.tsx'
import { LoadingState } from '#web/kit/LoadingState.tsx'

/** A section that is loaded when it is first shown. */
const part = <K extends string, P extends object>(
  load: () => Promise<Record<K, ComponentType<P>>>,
  name: K,
): ComponentType<P> =>
  lazyPart(
    load,
    name,
    (error, retry) => (
      <ErrorState message={messageOf(error, 'Erreur lors du chargement des paramètres.')} onRetry={retry} />
    ),
    () => <LoadingState text="Chargement des paramètres..." cards={1} wide />,
  )

const Promoteur = part(() => import('#features/promoteur/web/PromoteurSection.tsx'), 'PromoteurSection')
const Documents = part(() => import('#features/documents/web/DocumentsSection.tsx'), 'DocumentsSection')
const Pieces = part(() => import('#features/pieces/web/PiecesSection.tsx'), 'PiecesSection')
const Ventes = part(() => import('#features/parametres/web/VentesSection.tsx'), 'VentesSection')
const Stades = part(() => import('#features/stades/web/StadesSection.tsx'), 'StadesSection')
const Modeles = part(() => import('#features/stades/web/ModelesSection.tsx'), 'ModelesSection')
const Paiements = part(() => import('#features/parametres/web/PaiementsSection.tsx'), 'PaiementsSection')
const Acces = part(() => import('#features/parametres/web/AccesSection.tsx'), 'AccesSection')
const Sauvegardes = part(
  () => import('#features/sauvegardes/web/SauvegardesSection.tsx'),
  'SauvegardesSection',
)
const Sante = part(() => import('#features/sante/web/SanteSection.tsx'), 'SanteSection')

/** The settings know nothing of what stands on them: every section is named here, in the order of the screen. */
const ENTREES: readonly EntreeDesParametres[] = [
  { nom: 'promoteur', titre: 'Promoteur', show: (props) => <PromoteurEtComptes {...props} /> },
  { nom: 'documents', titre: 'Documents', show: (props) => <Documents {...props} /> },
  { nom: 'pieces', titre: 'Pièces du dossier', show: (props) => <Pieces {...props} /> },
  { nom: 'ventes', titre: 'Ventes', show: (props) => <Ventes {...props} /> },
  { nom: 'stades', titre: 'Stades des travaux', show: () => <Stades /> },
  { nom: 'modeles', titre: "Modèles d'échéancier", show: (props) => <Modeles {...props} /> },
  { nom: 'paiements', titre: 'Paiements', show: (props) => <Paiements {...props} /> },
  { nom: 'acces', titre: 'Adresse publique', show: (props) => <Acces {...props} /> },
  { nom: 'sauvegardes', titre: 'Sauvegardes', show: () => <Sauvegardes /> },
  { nom: 'sante', titre: 'Santé', show: () => <Sante /> },
]

function PromoteurEtComptes({ onSaved }: SectionProps) {
  return (
    <>
      <Promoteur onSaved={onSaved} />
      <ComptesSection />
    </>
  )
}

export function ParametresScreen() {
  return <ParametresPage entrees={ENTREES} />
}
