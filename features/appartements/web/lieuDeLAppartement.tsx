import type { AppartementLu } from '#features/appartements/web/appartements.queries.ts'
import { EtageLink } from '#web/kit/EntityLinks.tsx'
import { lieuDuLot } from '#features/biens/web/LotParts.tsx'
import type { Fact } from '#web/kit/EntityCard.tsx'

/** {@link lieuDuLot}, down to the étage. */
export function lieuDeLAppartement({ bloc, etage }: Pick<AppartementLu, 'bloc' | 'etage'>) {
  return {
    ...lieuDuLot(bloc),
    etage: {
      label: 'Étage',
      value: (
        <EtageLink
          id={etage.id}
          designation={etage.designation}
          blocId={bloc.id}
          residenceId={bloc.residence_id}
        />
      ),
    },
  } satisfies Record<string, Fact>
}
