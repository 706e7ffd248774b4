import { Button } from '@mantine/core'
import { IconPencil, IconPlus, IconPrinter, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { HistoriqueButton } from '#features/journal/web/Historique.tsx'
import { BonCard } from '#features/charges/web/BonCard.tsx'
import type { ChargesActions } from '#features/charges/web/charges.actions.ts'
import styles from '#features/charges/web/Charges.module.css'
import { chargesQueries, type BonLu, type CategorieLue } from '#features/charges/web/charges.queries.ts'
import { formatCompte } from '#shared/texte.ts'
import { messageOf } from '#web/kit/api.ts'
import { ErrorState } from '#web/kit/ErrorState.tsx'
import { IconAction } from '#web/kit/IconAction.tsx'
import { Montant } from '#web/kit/Montant.tsx'
import { Pager } from '#web/kit/Pager.tsx'
import { useClientFilter } from '#web/kit/useClientFilter.ts'

const texts = ({ reference, lignes }: BonLu) => [
  reference,
  ...lignes.data.map(({ designation }) => designation),
]

interface CategorieCardProps {
  categorie: CategorieLue
  actions: ChargesActions
}

/** Of a search it shows the vouchers found among those of its page; nothing at all where there are none. */
export function CategorieCard({ categorie, actions }: CategorieCardProps) {
  const title = useId()
  const { id, nom, total_montant, bons } = categorie
  const { addBon, editCategorie } = actions.open
  const { deleteCategorie } = actions.remove
  // The first page comes with the category; the others are asked for.
  const page = actions.bonsPage(id)
  const query = useQuery({ ...chargesQueries.bons(id, page), enabled: page > 1 })
  const shown = page > 1 && query.data ? query.data : bons
  const found = useClientFilter(shown.data, actions.recherche, texts)
  if (actions.recherche !== '' && found.length === 0) return null
  return (
    <section className={styles.categorie} aria-labelledby={title}>
      <div className={styles.head}>
        <div className={styles.titre}>
          <div className={styles.names}>
            <h2 className={styles.nom} id={title} data-nom>
              {nom}
            </h2>
            <div className={styles.under}>{formatCompte(bons.total, 'bon')}</div>
          </div>
          <div className={styles.total}>
            <span className={styles.under}>Total</span> <Montant decimal={total_montant} />
          </div>
        </div>
        <div className={styles.tools}>
          {addBon && (
            <Button
              variant="light"
              leftSection={<IconPlus size={18} stroke={1.8} />}
              aria-label={`Ajouter un bon à ${nom}`}
              onClick={() => addBon({ type: 'addBon', categorie })}
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
          {editCategorie && (
            <IconAction
              icon={IconPencil}
              label={`Modifier la catégorie ${nom}`}
              onClick={() => editCategorie({ type: 'editCategorie', categorie })}
            />
          )}
          <HistoriqueButton objet="categorie" id={id} nom={nom} variant="icone" />
          {deleteCategorie && (
            <IconAction
              icon={IconTrash}
              label={`Supprimer la catégorie ${nom}`}
              danger
              onClick={() => deleteCategorie({ type: 'deleteCategorie', categorie })}
            />
          )}
        </div>
      </div>
      {bons.total === 0 ? (
        <p className={styles.none}>Aucun bon d'achat pour cette catégorie.</p>
      ) : (
        <>
          {page > 1 && query.isError ? (
            <ErrorState
              message={messageOf(query.error, 'Erreur lors du chargement des bons.')}
              onRetry={() => void query.refetch()}
            />
          ) : (
            <div className={styles.bons} aria-busy={page > 1 && query.isFetching}>
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
