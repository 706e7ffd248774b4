import { Button } from '@mantine/core'
import { IconFold, IconFoldDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Categories } from '#features/charges/web/Categories.tsx'
import type { ChargesActions } from '#features/charges/web/charges.actions.ts'
import type { ChangeCharges, ChargesAsked } from '#features/charges/web/charges.adresse.ts'
import styles from '#features/charges/web/Charges.module.css'
import { chargesQueries } from '#features/charges/web/charges.queries.ts'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { Filters } from '#web/kit/list/Filters.tsx'
import { Pager } from '#web/kit/list/Pager.tsx'
import { SearchField, useSearchField } from '#web/kit/list/SearchField.tsx'

const SPINNER_MS = 500
const PLIS = [
  { label: 'Tout déplier', ouverts: true, icon: IconFoldDown },
  { label: 'Tout replier', ouverts: false, icon: IconFold },
]

interface CategoriesPartProps {
  state: ChargesAsked
  onChange: ChangeCharges
  actions: ChargesActions
  /** Button that adds a category, absent for a member who may not. */
  add: ReactNode
}

/** The specified screen: categories with their vouchers and lines, searched in the loaded page. */
export function CategoriesPart({ state, onChange, actions, add }: CategoriesPartProps) {
  const query = useQuery(chargesQueries.categories(state.page))
  const search = useSearchField(
    state.recherche,
    (recherche) => onChange({ recherche, page: state.page }, { replace: true }),
    SPINNER_MS,
  )
  return (
    <>
      {query.data && query.data.data.length > 0 && (
        <div className={`wrap gap-12 ${styles.barre}`}>
          <Filters>
            <SearchField search={search} placeholder="Rechercher par référence ou désignation..." />
          </Filters>
          {/* A search unfolds every voucher, so these buttons are disabled during one. */}
          {PLIS.map(({ label, ouverts, icon: Icon }) => (
            <Button
              key={label}
              variant="default"
              leftSection={<Icon size={18} stroke={1.6} />}
              disabled={state.recherche !== ''}
              onClick={() => actions.plis.plierTout(ouverts)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      <Results
        query={query}
        loading="Chargement des informations..."
        error="Erreur lors du chargement des catégories."
        cards={3}
        wide
      >
        {({ data, last_page }) =>
          data.length === 0 && state.page <= last_page ? (
            <EmptyState hint={add && 'Ajoutez une catégorie pour commencer'} action={add}>
              Aucune catégorie enregistrée
            </EmptyState>
          ) : (
            <>
              <Categories categories={data} lastPage={last_page} actions={actions} />
              <Pager
                page={state.page}
                lastPage={last_page}
                label="Pages des catégories"
                onChange={({ page, replace }) => onChange({ page }, { replace })}
              />
            </>
          )
        }
      </Results>
    </>
  )
}
