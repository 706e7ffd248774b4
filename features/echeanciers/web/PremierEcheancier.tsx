import { useQuery } from '@tanstack/react-query'
import { echeancierEndpoints } from '#features/echeanciers/echeances.contract.ts'
import { dossiersQueries } from '#features/ventes/web/dossiers.queries.ts'
import { screens } from '#shared/paths.ts'
import { Gestes, VENDRE, type Geste } from '#web/kit/feedback/Gestes.tsx'

const APPLIQUER: Geste = {
  label: 'Appliquer un modèle',
  to: screens.ventes,
  search: { sans_echeancier: '1' },
  call: echeancierEndpoints.generateAll,
}
const SANS_ECHEANCIER = {
  page: 1,
  search: '',
  residence_id: undefined,
  bloc_id: undefined,
  etat: 'ouvertes',
  sans_echeancier: '1',
} as const

/** First échéancier of all: of the sales that wait for theirs, else a sale comes first (entree.md G). */
export function PremierEcheancier() {
  const { data } = useQuery(dossiersQueries.page(SANS_ECHEANCIER))
  return data && <Gestes gestes={[data.total > 0 ? APPLIQUER : VENDRE]} />
}
