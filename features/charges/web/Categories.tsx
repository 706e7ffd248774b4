import { CategorieCard } from '#features/charges/web/CategorieCard.tsx'
import type { ChargesActions } from '#features/charges/web/charges.actions.ts'
import styles from '#features/charges/web/Charges.module.css'
import type { CategorieLue } from '#features/charges/web/charges.queries.ts'
import { SearchEverywhereHint } from '#web/kit/SearchEverywhereHint.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'

interface CategoriesProps {
  categories: readonly CategorieLue[]
  lastPage: number
  actions: ChargesActions
}

/** The categories of a page; of a search, those that have what it finds, and where the rest is. */
export function Categories({ categories, lastPage, actions }: CategoriesProps) {
  const { recherche } = actions
  const others =
    lastPage > 1 ||
    categories.some(({ bons }) => bons.last_page > 1 || bons.data.some(({ lignes }) => lignes.last_page > 1))
  const hint = others && <SearchEverywhereHint text={recherche} />
  return (
    <>
      <div className={styles.categories}>
        {categories.map((categorie) => (
          <CategorieCard key={categorie.id} categorie={categorie} actions={actions} />
        ))}
      </div>
      {recherche !== '' && (
        <>
          {/* Each category knows what it finds: this shows where none has left anything above it. */}
          <div className={styles.rien}>
            <EmptyState hint={hint}>Aucun bon trouvé avec ces critères.</EmptyState>
          </div>
          {hint && <p className={styles.ailleurs}>{hint}</p>}
        </>
      )}
    </>
  )
}
