import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PaiementsSection } from '#features/parametres/web/PaiementsSection.tsx'
import styles from '#features/parametres/web/Parametres.module.css'
import { parametresQuery, type SectionLue } from '#features/parametres/web/parametres.queries.ts'
import { VentesSection } from '#features/parametres/web/VentesSection.tsx'
import { Banners } from '#web/kit/Banners.tsx'
import { PageHeader } from '#web/kit/PageHeader.tsx'
import { Results } from '#web/kit/Results.tsx'
import { useBanners } from '#web/kit/useBanners.ts'
import { screens } from '#web/paths.ts'

interface ParametresPageProps {
  /** A card of a feature that stands on the settings. */
  comptes?: ReactNode
  /** The others, which tell what they saved. */
  children?: (
    sections: Record<string, SectionLue | undefined>,
    onSaved: (message: string) => void,
  ) => ReactNode
}

/** What the firm sets for all its members, a card for each section. */
export function ParametresPage({ comptes, children }: ParametresPageProps) {
  const query = useQuery(parametresQuery)
  const banners = useBanners()
  return (
    <>
      <PageHeader title="Paramètres" subtitle="Ce que vous réglez ici vaut pour tous les membres." />
      <Banners banners={banners} />
      <Results
        query={query}
        loading="Chargement des paramètres..."
        error="Erreur lors du chargement des paramètres. Veuillez réessayer."
        cards={1}
        wide
      >
        {({ paiements, ventes, ...others }) => (
          <div className={styles.sections}>
            {paiements && <PaiementsSection lue={paiements} onSaved={banners.success} />}
            {comptes}
            {ventes && <VentesSection lue={ventes} onSaved={banners.success} />}
            {children?.(others, banners.success)}
            <p className={styles.note}>
              Les coordonnées de votre société se trouvent dans{' '}
              <Anchor component={Link} to={screens.promoteur}>
                Promoteur
              </Anchor>
              , votre nom et votre mot de passe dans{' '}
              <Anchor component={Link} to={screens.profil}>
                Mon Profil
              </Anchor>
              .
            </p>
          </div>
        )}
      </Results>
    </>
  )
}
