import type { LocalLu } from '#features/locaux/web/locaux.queries.ts'
import { lieuDuLot } from '#features/biens/web/LotParts.tsx'
import type { Fact } from '#web/kit/EntityCard.tsx'
import { Montant, Surface } from '#web/kit/Montant.tsx'

/** The lines a card and the details share (D2 §2.5). */
export function faitsDuLocal({ surface, montant, bloc }: LocalLu, surfaceLabel = 'Surface') {
  return {
    surface: { label: surfaceLabel, value: <Surface decimal={surface} /> },
    montant: { label: 'Montant', value: <Montant decimal={montant} /> },
    ...lieuDuLot(bloc),
  } satisfies Record<string, Fact>
}
