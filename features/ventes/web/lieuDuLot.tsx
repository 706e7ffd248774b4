import { BlocLink, ResidenceLink } from '#web/kit/EntityLinks.tsx'
import type { Fact } from '#web/kit/EntityCard.tsx'

interface BlocDuLot {
  id: number
  nomloc: string
  residence_id: number
  residence: { id: number; nom: string }
}

/** Where a lot is, as its card, its row and its details say it. */
export function lieuDuLot({ id, nomloc, residence_id, residence }: BlocDuLot) {
  return {
    residence: { label: 'Résidence', value: <ResidenceLink id={residence.id} nom={residence.nom} /> },
    bloc: { label: 'Bloc', value: <BlocLink id={id} nomloc={nomloc} residenceId={residence_id} /> },
  } satisfies Record<string, Fact>
}
