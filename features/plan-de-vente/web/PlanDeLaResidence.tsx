import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconWand } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback, useDeferredValue, useEffect, useEffectEvent, useMemo } from 'react'
import type { EtatDuBien } from '#features/biens/biens.codes.ts'
import {
  countFiltres,
  DEFAULTS,
  joinList,
  lotsOf,
  toFiltres,
  type Adresse,
} from '#features/plan-de-vente/web/filtres.ts'
import { FiltresDuPlan } from '#features/plan-de-vente/web/FiltresDuPlan.tsx'
import { Correspondance, Grilles } from '#features/plan-de-vente/web/Grilles.tsx'
import { Legende } from '#features/plan-de-vente/web/Legende.tsx'
import styles from '#features/plan-de-vente/web/plan.module.css'
import { planQueries, type PlanLu } from '#features/plan-de-vente/web/plan.queries.ts'
import { Totaux } from '#features/plan-de-vente/web/Totaux.tsx'
import { useTaille, Zoom } from '#features/plan-de-vente/web/Zoom.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { Results } from '#web/kit/Results.tsx'
import { useOpened } from '#web/kit/useOpened.ts'
import { usePeut } from '#web/kit/usePeut.ts'
import { genererAt } from '#web/paths.ts'

const CarteDuLot = lazyDialog(() => import('#features/plan-de-vente/web/CarteDuLot.tsx'), 'CarteDuLot')

interface PlanDeLaResidenceProps {
  residence: number
  state: Adresse
  setState: (patch: Partial<Adresse>, options?: { replace?: boolean }) => void
  client: boolean
  onError: (message: string) => void
}

/** What is looked for, what it comes to, and the grids; a lot of them opens its card. */
export function PlanDeLaResidence({ residence, state, setState, client, onError }: PlanDeLaResidenceProps) {
  const query = useQuery(planQueries.read(residence, client))
  useWhenBack(() => {
    if (residence > 0) void query.refetch({ cancelRefetch: false })
  })
  // There the first grid would begin below what it comes to.
  const phone = useMediaQuery('(max-width: 43.74em)', false, { getInitialValueInEffect: false })
  const [taille, setTaille] = useTaille()
  const [opened, setOpened] = useOpened<{ id: number }>('lot')
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
    const next = etats.includes(chosen) ? etats.filter((one) => one !== chosen) : [...etats, chosen]
    setState({ etat: joinList(next) })
  }
  const totauxOf = ({ totaux }: PlanLu) =>
    !client && <Totaux totaux={totaux} etats={filtres.etats} onChoose={choose} />
  return (
    <>
      <FiltresDuPlan
        residence={residence}
        plan={query.data}
        state={state}
        setState={setState}
        filtres={filtres}
        client={client}
        onError={onError}
      />
      <Results
        query={query}
        loading="Chargement du plan de vente..."
        error="Erreur lors du chargement du plan de vente."
        cards={2}
        wide
      >
        {(plan) =>
          lotsOf(plan).length === 0 ? (
            <SansLot residence={residence} />
          ) : (
            <>
              <Correspondance plan={plan} filtres={drawn} set={countFiltres(filtres) > 0} />
              {!phone && totauxOf(plan)}
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
              {phone && totauxOf(plan)}
              {opened && (
                <CarteDuLot plan={plan} id={opened.id} client={client} onClose={() => setOpened(null)} />
              )}
            </>
          )
        }
      </Results>
    </>
  )
}

/** One comes back to the window: from another one beside it too, while this one has stayed in sight. */
function useWhenBack(read: () => void) {
  const again = useEffectEvent(read)
  useEffect(() => {
    const onFocus = () => again()
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [])
}

function SansLot({ residence }: { residence: number }) {
  const peut = usePeut()
  return (
    <EmptyState
      action={
        peut({ access: 'patrimoine' }) && (
          <Button
            leftSection={<IconWand size={18} stroke={1.6} />}
            renderRoot={(props) => <Link to={genererAt(residence)} {...props} />}
          >
            Générer les lots
          </Button>
        )
      }
    >
      Aucun lot dans cette résidence.
    </EmptyState>
  )
}
