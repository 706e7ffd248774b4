import { Button, Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { IconFileSpreadsheet, IconTrendingUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { PlanDeLaResidence } from '#features/plan-de-vente/web/PlanDeLaResidence.tsx'
import {
  DEFAULTS,
  LOCAL,
  lotsOf,
  toCriteres,
  toFiltres,
  typesOf,
} from '#features/plan-de-vente/web/filtres.ts'
import { Imprimer } from '#features/plan-de-vente/web/Imprimer.tsx'
import styles from '#features/plan-de-vente/web/plan.module.css'
import { fetchPlanPdf, planQueries } from '#features/plan-de-vente/web/plan.queries.ts'
import { prixEndpoints } from '#features/prix/prix.contract.ts'
import { residencesQueries, useMissingResidence } from '#features/residences/web/residences.queries.ts'
import { useArrival } from '#web/kit/arrival.ts'
import { Banners } from '#web/kit/Banners.tsx'
import { openInNewTab, saveFile } from '#web/kit/files.ts'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { ListeVide } from '#web/kit/ListeVide.tsx'
import { PageHeader } from '#web/kit/PageHeader.tsx'
import { useBanners } from '#web/kit/useBanners.ts'
import { useOpened } from '#web/kit/useOpened.ts'
import { usePeut } from '#web/kit/usePeut.ts'
import { useUrlState } from '#web/kit/useUrlState.ts'
import { useWork, whileBusy } from '#web/kit/useWork.ts'
import { WorkBar } from '#web/kit/WorkBar.tsx'

const RevisionDialog = lazyDialog(() => import('#features/prix/web/RevisionDialog.tsx'), 'RevisionDialog')

const TITRE = 'Plan de vente'

interface PlanDeVentePageProps {
  /** The workbook of a residence: what makes it stands above the plan, and is given by the application. */
  exporter: (residence: number, signal: AbortSignal) => Promise<{ blob: Blob; name: string | undefined }>
}

/** A residence on one sheet: every lot in its place, with its state; turned towards the buyer it says neither price nor name. */
export function PlanDeVentePage({ exporter }: PlanDeVentePageProps) {
  const [state, setState] = useUrlState(DEFAULTS)
  const client = state.vue === 'client'
  const first = useQuery(residencesQueries.choix())
  const residence = state.residence || (first.data?.[0]?.id ?? 0)
  const plan = useQuery(planQueries.read(residence, client)).data
  const [opened, setOpened] = useOpened<{ kind: 'reviser' }>('prix')
  const banners = useBanners()
  useArrival(banners.success)
  const work = useWork(banners)
  const peut = usePeut()
  const busy = work.label !== null
  const none = state.residence === 0 && first.data?.length === 0
  return (
    <div className={styles.page}>
      <PageHeader title={TITRE}>
        {residence > 0 && (
          <>
            <Switch
              className={styles.vue}
              label="Vue client"
              checked={client}
              onChange={({ currentTarget }) => setState({ vue: currentTarget.checked ? 'client' : '' })}
            />
            <Imprimer
              busy={busy}
              onPrint={(format) =>
                void work.run(
                  'Préparation du plan…',
                  (signal) =>
                    openInNewTab(
                      () => fetchPlanPdf({ residence, bloc: state.bloc, format, client }, signal),
                      {
                        titre: TITRE,
                        attente: 'Préparation du plan…',
                      },
                    ),
                  'Erreur lors de la génération du PDF.',
                )
              }
            />
            {!client && peut(prixEndpoints.revise) && (
              <Button
                variant="default"
                leftSection={<IconTrendingUp size={18} stroke={1.6} />}
                onClick={() => setOpened({ kind: 'reviser' })}
              >
                Réviser les prix
              </Button>
            )}
            {!client && peut({ access: 'exporter' }) && (
              <Button
                variant="default"
                leftSection={<IconFileSpreadsheet size={18} stroke={1.6} />}
                {...whileBusy(busy)}
                onClick={() =>
                  void work.run(
                    'Préparation du classeur…',
                    (signal) => saveFile(() => exporter(residence, signal), 'portefeuille.xlsx'),
                    "Erreur lors de l'exportation du portefeuille.",
                  )
                }
              >
                Exporter
              </Button>
            )}
          </>
        )}
      </PageHeader>
      <Banners banners={banners} />
      <WorkBar work={work} />
      {opened && plan && !client && (
        <RevisionDialog
          residence={plan.residence}
          choix={{ blocs: plan.blocs, types: typesOf(lotsOf(plan)).filter((type) => type !== LOCAL) }}
          initial={toCriteres(toFiltres(state, false), state.bloc)}
          onClose={() => setOpened(null)}
          onDone={banners.success}
        />
      )}
      {none ? (
        <SansResidence />
      ) : (
        <PlanDeLaResidence
          residence={residence}
          state={state}
          setState={setState}
          client={client}
          onError={banners.error}
        />
      )}
    </div>
  )
}

function SansResidence() {
  return <ListeVide manque={useMissingResidence()}>Aucune résidence disponible.</ListeVide>
}
