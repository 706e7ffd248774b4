import { Anchor, NativeSelect } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { ComptesSection } from '#features/comptes/web/ComptesSection.tsx'
import styles from '#features/parametres/web/Parametres.module.css'
import {
  parametresQuery,
  type SectionLue,
  type SectionProps,
} from '#features/parametres/web/parametres.queries.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { PageHeader } from '#web/kit/list/PageHeader.tsx'
import { ErrorState, LoadingState, Results } from '#web/kit/feedback/Results.tsx'
import { lazyPart } from '#web/kit/lazy/lazyPart.tsx'
import { screens } from '#shared/paths.ts'

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
const Documents = part(() => import('#features/papiers/web/DocumentsSection.tsx'), 'DocumentsSection')
const Pieces = part(() => import('#features/clients/web/PiecesSection.tsx'), 'PiecesSection')
const Ventes = part(() => import('#features/parametres/web/VentesSection.tsx'), 'VentesSection')
const Stades = part(() => import('#features/echeanciers/web/StadesSection.tsx'), 'StadesSection')
const Modeles = part(() => import('#features/echeanciers/web/ModelesSection.tsx'), 'ModelesSection')
const Paiements = part(() => import('#features/parametres/web/PaiementsSection.tsx'), 'PaiementsSection')
const Timbre = part(() => import('#features/parametres/web/TimbreSection.tsx'), 'TimbreSection')
const Tva = part(() => import('#features/parametres/web/TvaSection.tsx'), 'TvaSection')
const Ecritures = part(() => import('#features/parametres/web/EcrituresSection.tsx'), 'EcrituresSection')
const Acces = part(() => import('#features/parametres/web/AccesSection.tsx'), 'AccesSection')
const Sauvegardes = part(
  () => import('#features/sauvegardes/web/SauvegardesSection.tsx'),
  'SauvegardesSection',
)
const Sante = part(() => import('#features/sauvegardes/web/SanteSection.tsx'), 'SanteSection')

interface Entree {
  /** Name in the address, equal to the name of the stored section if there is one. */
  nom: string
  titre: string
  show: (section: SectionProps) => ReactNode
}

/** The sections, in the order of the screen. */
const ENTREES: readonly Entree[] = [
  { nom: 'promoteur', titre: 'Promoteur', show: (props) => <PromoteurEtComptes {...props} /> },
  { nom: 'documents', titre: 'Documents', show: (props) => <Documents {...props} /> },
  { nom: 'pieces', titre: 'Pièces du dossier', show: (props) => <Pieces {...props} /> },
  { nom: 'ventes', titre: 'Ventes', show: (props) => <Ventes {...props} /> },
  { nom: 'stades', titre: 'Stades des travaux', show: () => <Stades /> },
  { nom: 'modeles', titre: "Modèles d'échéancier", show: (props) => <Modeles {...props} /> },
  { nom: 'paiements', titre: 'Paiements', show: (props) => <PaiementsEtComptes {...props} /> },
  { nom: 'timbre', titre: 'Droit de timbre', show: (props) => <Timbre {...props} /> },
  { nom: 'tva', titre: 'TVA', show: (props) => <Tva {...props} /> },
  { nom: 'ecritures', titre: 'Écritures', show: (props) => <Ecritures {...props} /> },
  { nom: 'acces', titre: 'Adresse publique', show: (props) => <Acces {...props} /> },
  { nom: 'sauvegardes', titre: 'Sauvegardes', show: () => <Sauvegardes /> },
  { nom: 'sante', titre: 'Santé', show: () => <Sante /> },
]

function PromoteurEtComptes({ onSaved }: SectionProps) {
  return (
    <>
      <Promoteur onSaved={onSaved} />
      <ComptesSection />
      <p className="dim flat">
        Votre nom et votre mot de passe se trouvent dans{' '}
        <Anchor component={Link} to={screens.profil}>
          Mon Profil
        </Anchor>
        .
      </p>
    </>
  )
}

/** The accounts stand with the promoter, on whose papers they are, and here, where who looks for them begins (entree-2 G). */
function PaiementsEtComptes(props: SectionProps) {
  return (
    <>
      <Paiements {...props} />
      <ComptesSection />
    </>
  )
}

const RIEN: SectionLue = { valeur: {}, version: 0 }

export function ParametresPage() {
  const query = useQuery(parametresQuery)
  const banners = useBanners()
  const navigate = useNavigate()
  const asked = useSearch({ strict: false, select: ({ section }: { section?: string }) => section })
  const vue = ENTREES.find(({ nom }) => nom === asked) ?? ENTREES[0]
  return (
    <>
      <PageHeader title="Paramètres" subtitle="Ce que vous réglez ici vaut pour tous les membres." />
      <div className={`stack at-top ${styles.page}`}>
        <nav className={styles.menu} aria-label="Sections des paramètres">
          <ul className="stack list">
            {ENTREES.map(({ nom, titre }) => (
              <li key={nom}>
                <Link
                  to={screens.parametres}
                  search={{ section: nom }}
                  aria-current={nom === vue?.nom ? 'page' : undefined}
                >
                  {titre}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <NativeSelect
          className={styles.choix}
          label="Section"
          rightSection={<IconSelector size={16} stroke={1.6} aria-hidden />}
          data={ENTREES.map(({ nom, titre }) => ({ value: nom, label: titre }))}
          value={vue?.nom ?? ''}
          onChange={({ currentTarget }) =>
            void navigate({ to: screens.parametres, search: { section: currentTarget.value } })
          }
        />
        <div>
          <Banners banners={banners} />
          <Results
            query={query}
            loading="Chargement des paramètres..."
            error="Erreur lors du chargement des paramètres. Veuillez réessayer."
            cards={1}
            wide
          >
            {(sections) => (
              <div key={vue?.nom} className={`column gap-16 ${styles.sections}`}>
                {vue?.show({ lue: sections[vue.nom] ?? RIEN, onSaved: banners.success })}
              </div>
            )}
          </Results>
        </div>
      </div>
    </>
  )
}
