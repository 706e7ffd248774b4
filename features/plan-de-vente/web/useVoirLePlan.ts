import { fetchPlan } from '#features/appartements/web/appartements.queries.ts'
import type { LotLu } from '#features/plan-de-vente/web/plan.queries.ts'
import { messageOf } from '#web/kit/api.ts'
import { openInNewTab } from '#web/kit/files.ts'
import type { BannersState } from '#web/kit/useBanners.ts'

/** Opens the plan of a lot in a new tab; null of one that has none. */
export function useVoirLePlan({ id, plan_pdf }: LotLu, banners: BannersState): (() => void) | null {
  if (!plan_pdf) return null
  return () =>
    void openInNewTab(() => fetchPlan(id)).catch((error: unknown) =>
      banners.error(messageOf(error, 'Erreur lors du téléchargement du plan.')),
    )
}
