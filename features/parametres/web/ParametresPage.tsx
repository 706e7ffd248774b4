import { Anchor, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from '#features/parametres/web/Parametres.module.css'
import { parametresQuery, type SectionLue } from '#features/parametres/web/parametres.queries.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { Banners } from '#web/kit/Banners.tsx'
import { PageHeader } from '#web/kit/PageHeader.tsx'
import { Results } from '#web/kit/Results.tsx'
import { useBanners } from '#web/kit/useBanners.ts'
import { usePeut } from '#web/kit/usePeut.ts'
import { screens } from '#web/paths.ts'

/** What a section is given. */
export interface SectionProps {
  /** What is kept of the section of that name. */
  lue: SectionLue
  onSaved: (message: string) => void
}

/** A section of the screen, in the order in which they stand. */
export interface EntreeDesParametres {
  /** In the address; of a section that is kept as such, its name. */
  nom: string
  titre: string
  /** The call without which it shows nothing: who may not make it does not see it. */
  call?: Pick<Endpoint, 'access'>
  show: (section: SectionProps) => ReactNode
}

const RIEN: SectionLue = { valeur: {}, version: 0 }

/** What the firm sets for all its members, one section at a time. */
export function ParametresPage({ entrees }: { entrees: readonly EntreeDesParametres[] }) {
  const query = useQuery(parametresQuery)
  const banners = useBanners()
  const navigate = useNavigate()
  const peut = usePeut()
  const asked = useSearch({ strict: false, select: ({ section }: { section?: string }) => section })
  const vues = entrees.filter(({ call }) => !call || peut(call))
  const vue = vues.find(({ nom }) => nom === asked) ?? vues[0]
  return (
    <>
      <PageHeader title="Paramètres" subtitle="Ce que vous réglez ici vaut pour tous les membres." />
      <div className={styles.page}>
        <nav className={styles.menu} aria-label="Sections des paramètres">
          <ul>
            {vues.map(({ nom, titre }) => (
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
          data={vues.map(({ nom, titre }) => ({ value: nom, label: titre }))}
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
              <div key={vue?.nom} className={styles.sections}>
                {vue?.show({ lue: sections[vue.nom] ?? RIEN, onSaved: banners.success })}
                <p className={styles.note}>
                  Votre nom et votre mot de passe se trouvent dans{' '}
                  <Anchor component={Link} to={screens.profil}>
                    Mon Profil
                  </Anchor>
                  .
                </p>
              </div>
            )}
          </Results>
        </div>
      </div>
    </>
  )
}
