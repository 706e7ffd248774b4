import { Gestes, IMPORTER } from '#web/kit/feedback/Gestes.tsx'
import { Button, ActionIcon } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconWand, IconMinus, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback, useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { EtatDuBien } from '#shared/etats.ts'
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
import { Legende, Totaux } from '#features/plan-de-vente/web/Totaux.tsx'
import styles from '#features/plan-de-vente/web/plan.module.css'
import { planQueries, type PlanLu } from '#features/plan-de-vente/web/plan.queries.ts'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { generationAt } from '#shared/paths.ts'
import { TAILLES, type Taille } from '#features/plan-de-vente/web/Grille.tsx'
import { readStorage, writeStorage } from '#web/kit/frame/storage.ts'

const CarteDuLot = lazyDialog(() => import('#features/plan-de-vente/web/CarteDuLot.tsx'), 'CarteDuLot')

interface PlanDeLaResidenceProps {
  residence: number
  state: Adresse
  setState: (patch: Partial<Adresse>, options?: { replace?: boolean }) => void
  client: boolean
  onError: (message: string) => void
}

/** Filters, totals and grids of a residence; a lot opens its card. */
export function PlanDeLaResidence({ residence, state, setState, client, onError }: PlanDeLaResidenceProps) {
  const query = useQuery(planQueries.read(residence, client))
  useWhenBack(() => {
    if (residence > 0) void query.refetch({ cancelRefetch: false })
  })
  // On a phone the totals would push the first grid out of sight.
  const phone = useMediaQuery('(max-width: 43.74em)', false, { getInitialValueInEffect: false })
  const [taille, setTaille] = useTaille()
  const [opened, setOpened] = useOpened<{ id: number }>('lot')
  const { etat, type, prix_min, prix_max, surface_min, surface_max } = state
  const filtres = useMemo(
    () => toFiltres({ ...DEFAULTS, etat, type, prix_min, prix_max, surface_min, surface_max }, client),
    [etat, type, prix_min, prix_max, surface_min, surface_max, client],
  )
  // Typing and choosing stay quick while thousands of cells are redrawn later.
  const drawn = useDeferredValue(filtres)
  const open = useCallback((cle: string) => setOpened({ id: Number(cle) }), [setOpened])
  function choose(chosen: EtatDuBien) {
    const { choix } = filtres
    const next = choix.includes(chosen) ? choix.filter((one) => one !== chosen) : [...choix, chosen]
    setState({ etat: joinList(next) })
  }
  const totauxOf = ({ totaux }: PlanLu) =>
    !client && <Totaux totaux={totaux} choix={filtres.choix} onChoose={choose} />
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
              <div className={`row between ${styles.outils}`}>
                <Legende client={client} {...(phone && { totaux: plan.totaux })} />
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

/** Reads again when the window gets the focus, also from another window beside it; visibility does not change then. */
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
        <Gestes
          first={
            peut({ access: 'patrimoine' }) && (
              <Button
                leftSection={<IconWand size={18} stroke={1.6} />}
                renderRoot={(props) => <Link to={generationAt(residence)} {...props} />}
              >
                Générer les lots
              </Button>
            )
          }
          gestes={[IMPORTER]}
        />
      }
    >
      Aucun lot dans cette résidence.
    </EmptyState>
  )
}

const KEY = 'diyar.plan-de-vente.taille'
const DITES: Record<Taille, string> = { compact: 'Compact', normal: 'Normal', grand: 'Grand' }

/** Size of the cells, remembered on this device. */
function useTaille(): [Taille, (taille: Taille) => void] {
  const [taille, setTaille] = useState<Taille>(
    () => TAILLES.find((known) => known === readStorage(KEY)) ?? 'normal',
  )
  return [
    taille,
    (next) => {
      setTaille(next)
      writeStorage(KEY, next)
    },
  ]
}

function Zoom({ taille, onChange }: { taille: Taille; onChange: (taille: Taille) => void }) {
  const at = TAILLES.indexOf(taille)
  const step = (label: string, to: Taille | undefined, Icon: typeof IconMinus) => (
    <ActionIcon
      variant="default"
      aria-label={label}
      // A disabled button would lose the focus, so the button at its end is only marked as disabled.
      aria-disabled={to === undefined || undefined}
      data-disabled={to === undefined || undefined}
      onClick={() => to && onChange(to)}
    >
      <Icon size={18} stroke={1.8} />
    </ActionIcon>
  )
  return (
    <div className={`no-print ${styles.zoom}`} role="group" aria-label="Taille des cases">
      {step('Réduire les cases', TAILLES[at - 1], IconMinus)}
      <span role="status">{DITES[taille]}</span>
      {step('Agrandir les cases', TAILLES[at + 1], IconPlus)}
    </div>
  )
}
