import { Button, Switch, Menu } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { IconFileSpreadsheet, IconTrendingUp, IconPrinter, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from 'react'
import '@mantine/core/styles/Menu.layer.css'
import { GenerationFaite } from '#features/generation/web/GenerationFaite.tsx'
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
import { promoteurQuery } from '#features/promoteur/web/promoteur.queries.ts'
import { prixEndpoints } from '#features/prix/prix.contract.ts'
import { residencesQueries } from '#features/structure/web/structure.queries.ts'
import { callFile } from '#web/kit/call/api.ts'
import { useArrival, Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { openInNewTab, saveFile } from '#web/kit/file/files.ts'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { Aucun } from '#features/structure/web/Vides.tsx'
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
  const [faite, setFaite] = useState<{ id: number; residence: number; dit: string } | null>(null)
  useArrival(({ message, id }) =>
    id === null ? banners.success(message) : setFaite({ id, residence: state.residence, dit: message }),
  )
  const work = useWork(banners)
  const peut = usePeut()
  const none = state.residence === 0 && first.data?.length === 0
  // The buttons stand from the start, so that nothing moves when the residence is known.
  const busy = work.label !== null || residence === 0
  const { vue, exit, enter, leave } = useVueClient(client, (on) => setState({ vue: on ? 'client' : '' }))
  const impression = (
    <Imprimer
      busy={busy}
      onPrint={(format) =>
        void work.run(
          'Préparation du plan…',
          (signal) =>
            openInNewTab(() => fetchPlanPdf({ residence, bloc: state.bloc, format, client }, signal), {
              titre: TITRE,
              attente: 'Préparation du plan…',
            }),
          'Erreur lors de la génération du PDF.',
        )
      }
    />
  )
  return (
    <div className={styles.page}>
      {client ? (
        <TeteDuClient residence={plan?.residence.nom} exit={exit} onLeave={leave}>
          {!none && impression}
        </TeteDuClient>
      ) : (
        <PageHeader title={TITRE}>
          {!none && (
            <>
              <Switch
                ref={vue}
                className={`no-print ${styles.vue}`}
                label="Vue client"
                checked={false}
                onChange={enter}
              />
              {impression}
              {peut(prixEndpoints.revise) && (
                <Button
                  variant="default"
                  leftSection={<IconTrendingUp size={18} stroke={1.6} />}
                  onClick={() => setOpened({ kind: 'reviser' })}
                >
                  Réviser les prix
                </Button>
              )}
              {peut({ access: 'exporter' }) && (
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
      )}
      <Banners banners={banners}>
        {faite && faite.residence === residence && !client && (
          <GenerationFaite
            {...faite}
            onClose={() => setFaite(null)}
            onUndone={(message) => {
              setFaite(null)
              banners.success(message)
            }}
          />
        )}
      </Banners>
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

interface TeteDuClientProps {
  residence: string | undefined
  exit: RefObject<HTMLButtonElement | null>
  onLeave: () => void
  children: ReactNode
}

/** First line of the vue client: whose building it is, and the way out. */
function TeteDuClient({ residence, exit, onLeave, children }: TeteDuClientProps) {
  const promoteur = useQuery(promoteurQuery).data
  return (
    <header className={`row gap-8-12 ${styles.tete}`}>
      <h1 className="visuallyHidden">{TITRE}</h1>
      <p className="wrap flat anywhere">
        {promoteur && <strong data-nom>{promoteur.nom}</strong>}
        <span data-nom>{residence}</span>
      </p>
      {children}
      <Button variant="default" leftSection={<IconX size={18} stroke={1.6} />} ref={exit} onClick={onLeave}>
        Quitter la vue client
      </Button>
    </header>
  )
}

/** Parts that Escape closes by itself: a dialog, an open menu, an open list of choices. */
const OUVERT = '[role="dialog"], [aria-haspopup][aria-expanded="true"]'

/** Turns the screen to a buyer and back. Escape leaves, also out of the full screen of the browser; the focus returns to the switch. */
function useVueClient(client: boolean, set: (on: boolean) => void) {
  const vue = useRef<HTMLInputElement>(null)
  const exit = useRef<HTMLButtonElement>(null)
  const left = useRef(false)
  function enter() {
    // A browser may refuse the full screen; the view then covers the window alone.
    void document.documentElement.requestFullscreen?.().catch(() => undefined)
    set(true)
  }
  function leave() {
    left.current = true
    set(false)
  }
  const leaveUnless = useEffectEvent(() => {
    if (!document.querySelector(OUVERT)) leave()
  })
  useEffect(() => {
    if (!client) {
      if (left.current) vue.current?.focus()
      left.current = false
      return undefined
    }
    exit.current?.focus({ preventScroll: true })
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && leaveUnless()
    const onFullscreen = () => !document.fullscreenElement && leaveUnless()
    // The capturing phase comes before the dialog or list that the same key closes, so that it is still seen open.
    globalThis.addEventListener('keydown', onKey, { capture: true })
    document.addEventListener('fullscreenchange', onFullscreen)
    return () => {
      globalThis.removeEventListener('keydown', onKey, { capture: true })
      document.removeEventListener('fullscreenchange', onFullscreen)
      // The view may also be left by the browser's own « back ».
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    }
  }, [client])
  return { vue, exit, enter, leave }
}

function SansResidence() {
  return <Aucun dans="residence">Aucune résidence disponible.</Aucun>
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
