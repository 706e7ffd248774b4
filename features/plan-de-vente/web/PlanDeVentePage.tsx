import { Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useMemo } from 'react'
import type { EtatDuBien } from '#features/biens/bien.contract.ts'
import { countFiltres, DEFAULTS, joinList, lotsOf, toFiltres } from '#features/plan-de-vente/web/filtres.ts'
import { FiltresDuPlan } from '#features/plan-de-vente/web/FiltresDuPlan.tsx'
import { Legende } from '#features/plan-de-vente/web/Legende.tsx'
import { Correspondance, Grilles } from '#features/plan-de-vente/web/Plan.tsx'
import styles from '#features/plan-de-vente/web/plan.module.css'
import { planQueries } from '#features/plan-de-vente/web/plan.queries.ts'
import { Totaux } from '#features/plan-de-vente/web/Totaux.tsx'
import { useTaille, Zoom } from '#features/plan-de-vente/web/Zoom.tsx'
import { residencesQueries, useMissingResidence } from '#features/residences/web/residences.queries.ts'
import { Banners } from '#web/kit/Banners.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { ListeVide } from '#web/kit/ListeVide.tsx'
import { PageHeader } from '#web/kit/PageHeader.tsx'
import { Results } from '#web/kit/Results.tsx'
import { useBanners } from '#web/kit/useBanners.ts'
import { useOpened } from '#web/kit/useOpened.ts'
import { useUrlState } from '#web/kit/useUrlState.ts'

const CarteDuLot = lazyDialog(() => import('#features/plan-de-vente/web/CarteDuLot.tsx'), 'CarteDuLot')

const TITRE = 'Plan de vente'

/** A residence on one sheet: every lot in its place, with its state; turned towards the buyer it says neither price nor name. */
export function PlanDeVentePage() {
  const [state, setState] = useUrlState(DEFAULTS)
  const client = state.vue === 'client'
  const first = useQuery(residencesQueries.choix())
  const residence = state.residence || (first.data?.[0]?.id ?? 0)
  const query = useQuery(planQueries.read(residence, client))
  const [taille, setTaille] = useTaille()
  const [opened, setOpened] = useOpened<{ id: number }>('lot')
  const banners = useBanners()
  const { etat, type, prix_min, prix_max, surface_min, surface_max } = state
  const filtres = useMemo(
    () => toFiltres({ ...DEFAULTS, etat, type, prix_min, prix_max, surface_min, surface_max }, client),
    [etat, type, prix_min, prix_max, surface_min, surface_max, client],
  )
  // Who types or chooses is not kept waiting by thousands of cells.
  const drawn = useDeferredValue(filtres)
  const open = useCallback((cle: string) => setOpened({ id: Number(cle) }), [setOpened])
  function choose(chosen: EtatDuBien) {
    const { etats } = filtres
    setState({
      etat: joinList(etats.includes(chosen) ? etats.filter((one) => one !== chosen) : [...etats, chosen]),
    })
  }
  const none = first.data?.length === 0 && state.residence === 0
  return (
    <div className={styles.page}>
      <PageHeader title={TITRE}>
        <Switch
          label="Vue client"
          checked={client}
          onChange={({ currentTarget }) => setState({ vue: currentTarget.checked ? 'client' : '' })}
        />
      </PageHeader>
      <Banners banners={banners} />
      {none ? (
        <SansResidence />
      ) : (
        <>
          <FiltresDuPlan
            residence={residence}
            plan={query.data}
            state={state}
            setState={setState}
            filtres={filtres}
            client={client}
            onError={banners.error}
          />
          <Results
            query={query}
            loading="Chargement du plan de vente..."
            error="Erreur lors du chargement du plan de vente."
            cards={2}
            wide
          >
            {(plan) => (
              <>
                <Correspondance plan={plan} filtres={drawn} set={countFiltres(filtres) > 0} />
                {lotsOf(plan).length === 0 ? (
                  <EmptyState>Aucun lot dans cette résidence.</EmptyState>
                ) : (
                  <>
                    {!client && <Totaux totaux={plan.totaux} etats={filtres.etats} onChoose={choose} />}
                    <div className={styles.outils}>
                      <Legende client={client} />
                      <Zoom taille={taille} onChange={setTaille} />
                    </div>
                    <Grilles
                      plan={plan}
                      seul={state.bloc}
                      filtres={drawn}
                      client={client}
                      taille={taille}
                      onOpen={open}
                    />
                  </>
                )}
                {opened && (
                  <CarteDuLot plan={plan} id={opened.id} client={client} onClose={() => setOpened(null)} />
                )}
              </>
            )}
          </Results>
        </>
      )}
    </div>
  )
}

function SansResidence() {
  return <ListeVide manque={useMissingResidence()}>Aucune résidence disponible.</ListeVide>
}
