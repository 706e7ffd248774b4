import { versementsEndpoints } from '#features/rapports/versements.contract.ts'
import { PaiementsParBien } from '#features/rapports/web/PaiementsParBien.tsx'
import { ErrorState, LoadingState } from '#web/kit/feedback/Results.tsx'
import { lazyPart } from '#web/kit/lazy/lazyPart.tsx'
import { Segments } from '#web/kit/list/ViewSwitch.tsx'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { useUrlState } from '#web/kit/list/useUrlState.ts'

const DEFAULTS = { page: 1, vue: '' }
const VERSEMENTS = 'versements'
const VUES = [
  { value: '', label: 'Par bien' },
  { value: VERSEMENTS, label: 'Versements' },
]

const Versements = lazyPart(
  () => import('#features/rapports/web/Versements.tsx'),
  'Versements',
  (_error, retry) => <ErrorState message="Erreur lors du chargement des versements." onRetry={retry} />,
  () => <LoadingState text="Chargement des versements..." wide />,
)

export function PaiementsPage() {
  const [{ vue }, setUrl] = useUrlState(DEFAULTS)
  const peut = usePeut()
  if (!peut(versementsEndpoints.list)) return <PaiementsParBien vues={null} />
  const shown = vue === VERSEMENTS ? vue : ''
  const vues = (
    <Segments
      label="Affichage des paiements"
      choices={VUES}
      value={shown}
      onChange={(next) => setUrl({ vue: next })}
    />
  )
  return shown === VERSEMENTS ? <Versements vues={vues} /> : <PaiementsParBien vues={vues} />
}
