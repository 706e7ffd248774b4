import { chargesEndpoints } from '#features/charges/charges.contract.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import type { ChargesActions } from '#features/charges/web/charges.actions.ts'
import styles from '#features/charges/web/Charges.module.css'
import { type CategorieLue, chargesQueries, type BonLu } from '#features/charges/web/charges.queries.ts'
import { PorteeDeLaRecherche } from '#web/kit/list/PorteeDeLaRecherche.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { Button } from '@mantine/core'
import { IconPencil, IconPlus, IconPrinter, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { HistoriqueButton } from '#features/journal/web/Historique.tsx'
import { BonCard } from '#features/charges/web/BonCard.tsx'
import { formatCompte } from '#shared/texte.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { ErrorState } from '#web/kit/feedback/Results.tsx'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { Pager } from '#web/kit/list/Pager.tsx'
import { useClientFilter } from '#web/kit/list/useList.ts'

interface CategoriesProps {
  categories: readonly CategorieLue[]
  lastPage: number
  actions: ChargesActions
}

export function Categories({ categories, lastPage, actions }: CategoriesProps) {
  const { recherche } = actions
  const others =
    lastPage > 1 ||
    categories.some(({ bons }) => bons.last_page > 1 || bons.data.some(({ lignes }) => lignes.last_page > 1))
  return (
    <>
      <div className={`stack gap-16 ${styles.categories}`}>
        {categories.map((categorie) => (
          <CategorieCard key={categorie.id} categorie={categorie} actions={actions} />
        ))}
      </div>
      {recherche !== '' && (
        <>
          {/* CSS shows this sentence only when no category above has rendered. */}
          <div className={styles.rien}>
            <EmptyState>Aucun bon trouvé avec ces critères.</EmptyState>
          </div>
          {others && <PorteeDeLaRecherche recherche={recherche} genre="bon" />}
        </>
      )}
    </>
  )
}

const texts = ({ reference, lignes }: BonLu) => [
  reference,
  ...lignes.data.map(({ designation }) => designation),
]

interface CategorieCardProps {
  categorie: CategorieLue
  actions: ChargesActions
}

/** A category with its vouchers. During a search it shows the matching vouchers of its page, and nothing when none matches. */
function CategorieCard({ categorie, actions }: CategorieCardProps) {
  const title = useId()
  const { id, nom, total_montant, bons } = categorie
  const peut = usePeut()
  // The category carries its first page of vouchers; only later pages are fetched.
  const page = actions.bonsPage(id)
  const query = useQuery({ ...chargesQueries.bons(id, page), enabled: page > 1 })
  const shown = page > 1 && query.data ? query.data : bons
  const found = useClientFilter(shown.data, actions.recherche, texts)
  if (actions.recherche !== '' && found.length === 0) return null
  return (
    <section className={`card flex gap-12 ${styles.categorie}`} aria-labelledby={title}>
      <div className={styles.head}>
        <div className={styles.titre}>
          <div className={`anywhere shrinks ${styles.names}`}>
            <h2 className={`bold flat ${styles.nom}`} id={title} data-nom>
              {nom}
            </h2>
            <div className={`dim small ${styles.under}`}>{formatCompte(bons.total, 'bon')}</div>
          </div>
          <div className={`bold right ${styles.total}`}>
            <span className={`dim small ${styles.under}`}>Total</span> <Montant decimal={total_montant} />
          </div>
        </div>
        <div className={`row end gap-4 ${styles.tools}`}>
          {peut(chargesEndpoints.createBon) && (
            <Button
              variant="light"
              leftSection={<IconPlus size={18} stroke={1.8} />}
              aria-label={`Ajouter un bon à ${nom}`}
              onClick={() => actions.open({ type: 'addBon', categorie })}
            >
              Ajouter un bon
            </Button>
          )}
          <IconAction
            icon={IconPrinter}
            label={`Imprimer la catégorie ${nom}`}
            busy={actions.printing}
            onClick={() => actions.print({ categorie })}
          />
          {peut(chargesEndpoints.updateCategorie) && (
            <IconAction
              icon={IconPencil}
              label={`Modifier la catégorie ${nom}`}
              onClick={() => actions.open({ type: 'editCategorie', categorie })}
            />
          )}
          <HistoriqueButton objet="categorie" id={id} nom={nom} variant="icone" />
          {peut(chargesEndpoints.deleteCategorie) && (
            <IconAction
              icon={IconTrash}
              label={`Supprimer la catégorie ${nom}`}
              danger
              onClick={() => actions.remove({ type: 'deleteCategorie', categorie })}
            />
          )}
        </div>
      </div>
      {bons.total === 0 ? (
        <p className={`dim flat ${styles.none}`}>Aucun bon d'achat pour cette catégorie.</p>
      ) : (
        <>
          {page > 1 && query.isError && (
            <ErrorState
              message={messageOf(query.error, 'Erreur lors du chargement des bons.')}
              compact={query.data !== undefined}
              onRetry={() => void query.refetch()}
            />
          )}
          {(page === 1 || query.data || !query.isError) && (
            <div className="stack gap-12" aria-busy={page > 1 && query.isFetching}>
              {found.map((bon, rank) => (
                <BonCard key={bon.id} bon={bon} actions={actions} premier={rank === 0} />
              ))}
            </div>
          )}
          <Pager
            compact
            page={page}
            lastPage={bons.last_page}
            label={`Pages des bons de ${nom}`}
            onChange={(next) => actions.turnBons(id, next)}
          />
        </>
      )}
    </section>
  )
}
