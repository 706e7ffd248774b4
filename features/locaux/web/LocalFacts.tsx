import type { LocalLu } from '#features/locaux/web/locaux.queries.ts'
import { BlocLink, ResidenceLink } from '#features/residences/web/StructureLinks.tsx'
import type { Fact } from '#web/ui/EntityCard.tsx'
import { Montant, Surface } from '#web/ui/Montant.tsx'

/** The lines a card and the details share (D2 §2.5). */
export function faitsDuLocal({ surface, montant, bloc }: LocalLu, surfaceLabel = 'Surface') {
  return {
    surface: { label: surfaceLabel, value: <Surface decimal={surface} /> },
    montant: { label: 'Montant', value: <Montant decimal={montant} /> },
    residence: {
      label: 'Résidence',
      value: <ResidenceLink id={bloc.residence.id} nom={bloc.residence.nom} />,
    },
    bloc: {
      label: 'Bloc',
      value: <BlocLink id={bloc.id} nomloc={bloc.nomloc} residenceId={bloc.residence_id} />,
    },
  } satisfies Record<string, Fact>
}
