import { residencesEndpoints } from '#features/residences/residences.contract.ts'
import { usePermis } from '#web/kit/usePeut.ts'
import { Button } from '@mantine/core'
import { IconBuildingPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Residence } from '#features/residences/residences.contract.ts'
import { ResidenceCard } from '#features/residences/web/ResidenceCard.tsx'
import { fetchResidencePlan, residencesQueries } from '#features/residences/web/residences.queries.ts'
import { useResidenceDeletion } from '#features/residences/web/useResidenceDeletion.tsx'
import { messageOf } from '#web/kit/api.ts'
import { CardGrid } from '#web/kit/CardGrid.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { openInNewTab } from '#web/kit/files.ts'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { ListFilters, ListPage } from '#web/kit/ListPage.tsx'
import { phrasePasEncore } from '#web/kit/pasEncore.ts'
import { useSuite } from '#web/kit/Suite.tsx'
import { useBanners } from '#web/kit/useBanners.ts'
import { useClientFilter } from '#web/kit/useClientFilter.ts'
import { useList } from '#web/kit/useList.ts'
import { useOpened } from '#web/kit/useOpened.ts'
import { blocsOf, genererAt } from '#web/paths.ts'

const ResidenceForm = lazyDialog(() => import('#features/residences/web/ResidenceForm.tsx'), 'ResidenceForm')
const ResidenceDetails = lazyDialog(
  () => import('#features/residences/web/ResidenceDetails.tsx'),
  'ResidenceDetails',
)
const ResidenceReport = lazyDialog(
  () => import('#features/residences/web/ResidenceReport.tsx'),
  'ResidenceReport',
)
const ResidencePaymentTotals = lazyDialog(
  () => import('#features/residences/web/ResidencePaymentTotals.tsx'),
  'ResidencePaymentTotals',
)

/** `rapport` names the residence whose report is open, so that Back returns to it. */
const OWN = { rapport: 0 }
const NONE: readonly Residence[] = []
const texts = ({ nom, adresse }: Residence) => [nom, adresse]

type Opened = { kind: 'add' } | { kind: 'edit' | 'details' | 'totals'; residence: Residence }

/** Nos Résidences (D2 §2.1). */
export function ResidencesPage() {
  const list = useList(OWN)
  const { rapport } = list.state
  const query = useQuery(residencesQueries.page(list.page))
  const found = useClientFilter(query.data?.data ?? NONE, list.recherche, texts)
  const [opened, setOpened] = useOpened<Opened>('residence')
  const close = () => setOpened(null)
  const banners = useBanners()
  const { suite, offrir } = useSuite()
  const onDelete = useResidenceDeletion(banners)
  const openPlan = ({ id }: Residence) =>
    openInNewTab(() => fetchResidencePlan(id)).catch((error: unknown) =>
      banners.error(messageOf(error, 'Erreur lors du téléchargement du plan.'), 3000),
    )
  const permis = usePermis()
  const addButton = permis(
    residencesEndpoints.create,
    <Button
      leftSection={<IconBuildingPlus size={18} stroke={1.6} />}
      onClick={() => setOpened({ kind: 'add' })}
    >
      Ajouter une résidence
    </Button>,
  )
  return (
    <>
      <ListPage
        list={list}
        title="Nos Résidences"
        add={addButton}
        banners={banners}
        suite={suite}
        filters={<ListFilters list={list} placeholder="Rechercher par nom ou adresse..." />}
        query={query}
        loading="Chargement des résidences..."
        error="Erreur lors du chargement des résidences."
        cards={3}
        rows={found}
        noneFound="Aucune résidence trouvée avec ces critères."
        none={<EmptyState action={addButton}>Aucune résidence disponible.</EmptyState>}
      >
        {(rows) => (
          <CardGrid label="Résidences">
            {rows.map((residence) => (
              <ResidenceCard
                key={residence.id}
                residence={residence}
                onReport={() => list.open({ rapport: residence.id })}
                onDetails={() => setOpened({ kind: 'details', residence })}
                onTotals={() => setOpened({ kind: 'totals', residence })}
                onPlan={() => void openPlan(residence)}
                onEdit={permis(residencesEndpoints.update, () => setOpened({ kind: 'edit', residence }))}
                onDelete={permis(residencesEndpoints.remove, () => onDelete(residence))}
              />
            ))}
          </CardGrid>
        )}
      </ListPage>

      {opened?.kind === 'add' && (
        <ResidenceForm
          onClose={close}
          onSaved={banners.success}
          onAdded={({ id, nom }) =>
            offrir({
              phrase: phrasePasEncore('residence', nom, 'de bloc'),
              lien: 'Ajouter ses blocs',
              ...blocsOf(id),
              autre: { lien: 'Générer ses lots', to: genererAt(id) },
            })
          }
        />
      )}
      {opened?.kind === 'edit' && (
        <ResidenceForm residence={opened.residence} onClose={close} onSaved={banners.success} />
      )}
      {opened?.kind === 'details' && <ResidenceDetails residence={opened.residence} onClose={close} />}
      {opened?.kind === 'totals' && <ResidencePaymentTotals residence={opened.residence} onClose={close} />}
      {rapport > 0 && <ResidenceReport id={rapport} onClose={() => list.close({ rapport: 0 })} />}
    </>
  )
}
