import { Button } from '@mantine/core'
import { IconBuildingPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { SearchEverywhereHint } from '#web/kit/SearchEverywhereHint.tsx'
import type { Residence } from '#features/residences/residences.contract.ts'
import { ResidenceCard } from '#features/residences/web/ResidenceCard.tsx'
import {
  fetchResidencePlan,
  residencesQueries,
  useDeleteResidence,
} from '#features/residences/web/residences.queries.ts'
import { phrasePasEncore } from '#web/kit/pasEncore.ts'
import { useSuite } from '#web/kit/Suite.tsx'
import { formatCompte } from '#shared/texte.ts'
import { messageOf } from '#web/kit/api.ts'
import { Banners } from '#web/kit/Banners.tsx'
import { CardGrid } from '#web/kit/CardGrid.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { openInNewTab } from '#web/kit/files.ts'
import { Filters } from '#web/kit/Filters.tsx'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { PageHeader } from '#web/kit/PageHeader.tsx'
import { Pager } from '#web/kit/Pager.tsx'
import { Results } from '#web/kit/Results.tsx'
import { SearchField } from '#web/kit/SearchField.tsx'
import { useBanners, type BannersState } from '#web/kit/useBanners.ts'
import { useClientFilter } from '#web/kit/useClientFilter.ts'
import { useConfirm } from '#web/kit/useConfirm.ts'
import { useOpened } from '#web/kit/useOpened.ts'
import { useSearchField } from '#web/kit/useSearchField.ts'
import { useUrlState } from '#web/kit/useUrlState.ts'
import { blocsOf } from '#web/paths.ts'

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

/** `rapport` names the residence whose report is open, so that Back returns to it; a report that was closed stays closed. */
const DEFAULTS = { page: 1, recherche: '', rapport: 0 }
const SPINNER_MS = 500
const NONE: readonly Residence[] = []
const texts = ({ nom, adresse }: Residence) => [nom, adresse]

type Opened = { kind: 'add' } | { kind: 'edit' | 'details' | 'totals'; residence: Residence }

/** Nos Résidences (D2 §2.1). */
export function ResidencesPage() {
  const [state, setState] = useUrlState(DEFAULTS)
  const { page } = state
  const query = useQuery(residencesQueries.page(page))
  const search = useSearchField(
    state.recherche,
    (recherche) => setState({ recherche, page }, { replace: true }),
    SPINNER_MS,
  )
  const shown = useClientFilter(query.data?.data ?? NONE, state.recherche, texts)
  const [opened, setOpened] = useOpened<Opened>('residence')
  const close = () => setOpened(null)
  const banners = useBanners()
  const { suite, offrir } = useSuite()
  const remove = useDeletion(banners)
  const addButton = (
    <Button
      leftSection={<IconBuildingPlus size={18} stroke={1.6} />}
      onClick={() => setOpened({ kind: 'add' })}
    >
      Ajouter une résidence
    </Button>
  )
  const openPlan = ({ id }: Residence) =>
    openInNewTab(() => fetchResidencePlan(id)).catch((error: unknown) =>
      banners.error(messageOf(error, 'Erreur lors du téléchargement du plan.'), 3000),
    )
  return (
    <>
      <PageHeader title="Nos Résidences">{addButton}</PageHeader>
      <Banners banners={banners}>{suite}</Banners>
      <Filters onReset={search.clear}>
        <SearchField search={search} placeholder="Rechercher par nom ou adresse..." />
      </Filters>
      <Results
        query={query}
        loading="Chargement des résidences..."
        error="Erreur lors du chargement des résidences."
        cards={3}
      >
        {({ last_page: lastPage }) => (
          <>
            {shown.length > 0 ? (
              <CardGrid label="Résidences">
                {shown.map((residence) => (
                  <ResidenceCard
                    key={residence.id}
                    residence={residence}
                    onReport={() => setState({ rapport: residence.id, page })}
                    onDetails={() => setOpened({ kind: 'details', residence })}
                    onTotals={() => setOpened({ kind: 'totals', residence })}
                    onPlan={() => void openPlan(residence)}
                    onEdit={() => setOpened({ kind: 'edit', residence })}
                    onDelete={() => void remove(residence)}
                  />
                ))}
              </CardGrid>
            ) : state.recherche ? (
              <EmptyState hint={lastPage > 1 && <SearchEverywhereHint text={state.recherche} />}>
                Aucune résidence trouvée avec ces critères.
              </EmptyState>
            ) : (
              <EmptyState action={addButton}>Aucune résidence disponible.</EmptyState>
            )}
            <Pager page={page} lastPage={lastPage} onChange={(wanted) => setState({ page: wanted })} />
          </>
        )}
      </Results>

      {opened?.kind === 'add' && (
        <ResidenceForm
          onClose={close}
          onSaved={banners.success}
          onAdded={({ id, nom }) =>
            offrir({
              phrase: phrasePasEncore('residence', nom, 'de bloc'),
              lien: 'Ajouter ses blocs',
              ...blocsOf(id),
            })
          }
        />
      )}
      {opened?.kind === 'edit' && (
        <ResidenceForm residence={opened.residence} onClose={close} onSaved={banners.success} />
      )}
      {opened?.kind === 'details' && <ResidenceDetails residence={opened.residence} onClose={close} />}
      {opened?.kind === 'totals' && <ResidencePaymentTotals residence={opened.residence} onClose={close} />}
      {state.rapport > 0 && (
        <ResidenceReport
          id={state.rapport}
          onClose={() => setState({ rapport: 0, page }, { replace: true })}
        />
      )}
    </>
  )
}

function useDeletion(banners: BannersState) {
  const confirm = useConfirm()
  const deletion = useDeleteResidence()
  const fallback = 'Erreur lors de la suppression de la résidence.'
  return async (residence: Residence) => {
    const done = await confirm({
      title: 'Supprimer la résidence',
      body: <DeletionText residence={residence} />,
      confirmLabel: 'Supprimer',
      busyLabel: 'Suppression...',
      fallback,
      action: () => deletion.mutateAsync(residence.id),
      onError: (error) => banners.error(messageOf(error, fallback), 5000),
    })
    if (done) banners.success('Résidence supprimée avec succès !')
  }
}

function DeletionText({ residence }: { residence: Residence }) {
  const { nom, blocs_count, appartements_count, occupied_count, parkings_count, plan_pdf } = residence
  const held = [
    blocs_count > 0 &&
      `${formatCompte(blocs_count, 'bloc')} (${formatCompte(appartements_count, 'appartement')}, dont ${formatCompte(occupied_count, 'vendu')})`,
    parkings_count > 0 && formatCompte(parkings_count, 'parking'),
  ].filter(Boolean)
  return (
    <>
      Êtes-vous sûr de vouloir supprimer la résidence <bdi>{nom}</bdi> ? Cette action est définitive.{' '}
      {held.length > 0
        ? `Elle contient ${held.join(' et ')} : tant qu’ils existent, la suppression sera refusée.`
        : plan_pdf
          ? 'Elle est vide ; son plan PDF sera supprimé avec elle.'
          : 'Elle est vide : rien d’autre ne sera supprimé.'}
    </>
  )
}
