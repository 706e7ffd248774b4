import type { LocalLu } from '#features/locaux/web/locaux.queries.ts'
import { BlocLink, ResidenceLink } from '#features/residences/web/StructureLinks.tsx'
import type { Fact } from '#web/ui/EntityCard.tsx'
import { Montant, Surface } from '#web/ui/Montant.tsx'

/** The lines a card and the details share, with what they say when something is missing (D2 §2.5, Q56). */
export function faitsDuLocal({ surface, montant, bloc }: LocalLu, surfaceLabel = 'Surface') {
  return {
    surface: {
      label: surfaceLabel,
      value: surface == null ? 'Non spécifiée' : <Surface decimal={surface} />,
    },
    montant: { label: 'Montant', value: montant == null ? 'Non spécifié' : <Montant decimal={montant} /> },
    residence: {
      label: 'Résidence',
      value: bloc?.residence ? (
        <ResidenceLink id={bloc.residence.id} nom={bloc.residence.nom} />
      ) : (
        'Sans résidence'
      ),
    },
    bloc: {
      label: 'Bloc',
      value: bloc ? (
        <BlocLink id={bloc.id} nomloc={bloc.nomloc} residenceId={bloc.residence_id} />
      ) : (
        'Non spécifié'
      ),
    },
  } satisfies Record<string, Fact>
}
