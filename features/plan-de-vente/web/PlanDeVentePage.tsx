import { Button, Switch, Menu } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { IconFileSpreadsheet, IconTrendingUp, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import '@mantine/core/styles/Menu.layer.css'
import { portefeuilleEndpoints } from '#features/imports/imports.contract.ts'
import { PlanDeLaResidence } from '#features/plan-de-vente/web/PlanDeLaResidence.tsx'
import {
  DEFAULTS,
  LOCAL,
  lotsOf,
  toCriteres,
  toFiltres,
  typesOf,
} from '#features/plan-de-vente/web/filtres.ts'
import styles from '#features/plan-de-vente/web/plan.module.css'
import { fetchPlanPdf, planQueries } from '#features/plan-de-vente/web/plan.queries.ts'
import { prixEndpoints } from '#features/prix/prix.contract.ts'
import { residencesQueries, useManque } from '#features/structure/web/structure.queries.ts'
import { callFile } from '#web/kit/call/api.ts'
import { useArrival, Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { openInNewTab, saveFile } from '#web/kit/file/files.ts'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { ListeVide } from '#web/kit/feedback/ListeVide.tsx'
import { PageHeader } from '#web/kit/list/PageHeader.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { useUrlState } from '#web/kit/list/useUrlState.ts'
import { useWork, whileBusy, WorkBar } from '#web/kit/feedback/WorkBar.tsx'

const RevisionDialog = lazyDialog(() => import('#features/prix/web/RevisionDialog.tsx'), 'RevisionDialog')

const TITRE = 'Plan de vente'

const exportPlan = (residence_id: number, signal: AbortSignal) =>
  callFile(portefeuilleEndpoints.export, { query: { residence_id }, signal })

/** Screen of the plan de vente; the vue client shows neither prices nor names. */
export function PlanDeVentePage() {
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
                    (signal) => saveFile(() => exportPlan(residence, signal), 'portefeuille.xlsx'),
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
  return <ListeVide manque={useManque('residence')}>Aucune résidence disponible.</ListeVide>
}

type FormatDuPlan = 'a4' | 'a3'

function Imprimer({ busy, onPrint }: { busy: boolean; onPrint: (format: FormatDuPlan) => void }) {
  return (
    <Menu
      position="bottom-end"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      shadow="md"
      width="target"
    >
      <Menu.Target>
        <Button variant="default" leftSection={<IconPrinter size={18} stroke={1.6} />} {...whileBusy(busy)}>
          Imprimer
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onPrint('a4')}>A4</Menu.Item>
        <Menu.Item onClick={() => onPrint('a3')}>A3</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
