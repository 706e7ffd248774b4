import { IconBellRinging, IconCalendarPlus, IconEdit, IconPrinter, type Icon } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { dossiersEndpoints } from '#features/dossiers/dossiers.contract.ts'
import { relancesEndpoints } from '#features/dossiers/relances.contract.ts'
import { echeancierEndpoints } from '#features/dossiers/echeancier.contract.ts'
import { printEcheancier } from '#features/dossiers/web/echeancier.impressions.ts'
import type { DossierLu } from '#features/dossiers/web/dossiers.queries.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import type { WorkState } from '#web/kit/useWork.ts'

/** What every dialog of a dossier is given; what it saved is told with the server's sentence. */
export interface DialogDuDossierProps {
  dossier: DossierLu
  onClose: () => void
  onSaved: (message: string) => void
}

/** Where it is offered: among the buttons of the screen, in « Plus d'actions », or among those of a panel. */
type Place = 'entete' | 'menu' | 'echeancier' | 'relances' | 'desistement'

/** Something that is done with a dossier: it opens a dialog, or makes a paper. */
export interface ActionDuDossier {
  id: string
  label: string
  icon: Icon
  place: Place
  /** Who may not make this call does not see it. */
  call: Pick<Endpoint, 'access'>
  /** Whether it is offered of this dossier. */
  when: (dossier: DossierLu) => boolean
  danger?: boolean
  Dialog?: ComponentType<DialogDuDossierProps>
  print?: (work: WorkState, dossier: DossierLu) => Promise<unknown>
}

export const isOuvert = ({ etat }: Pick<DossierLu, 'etat'>): boolean => etat === 'ouverte'

/** In the order in which they are offered. */
export const ACTIONS: readonly ActionDuDossier[] = [
  {
    id: 'relancer',
    label: 'Relancer',
    icon: IconBellRinging,
    place: 'entete',
    call: relancesEndpoints.create,
    when: isOuvert,
    Dialog: lazyDialog(() => import('#features/dossiers/web/RelancerDossier.tsx'), 'RelancerDossier'),
  },
  {
    id: 'modifier',
    label: 'Modifier le dossier',
    icon: IconEdit,
    place: 'menu',
    call: dossiersEndpoints.update,
    when: isOuvert,
    Dialog: lazyDialog(() => import('#features/dossiers/web/ModifierDossier.tsx'), 'ModifierDossier'),
  },
  {
    id: 'generer',
    label: 'Générer',
    icon: IconCalendarPlus,
    place: 'echeancier',
    call: echeancierEndpoints.generate,
    when: isOuvert,
    Dialog: lazyDialog(() => import('#features/dossiers/web/GenererEcheancier.tsx'), 'GenererEcheancier'),
  },
  {
    id: 'echeancier',
    label: 'Modifier',
    icon: IconEdit,
    place: 'echeancier',
    call: echeancierEndpoints.edit,
    when: (dossier) => isOuvert(dossier) && dossier.echeances.length > 0,
    Dialog: lazyDialog(() => import('#features/dossiers/web/ModifierEcheancier.tsx'), 'ModifierEcheancier'),
  },
  {
    id: 'imprimer-echeancier',
    label: 'Imprimer l’échéancier',
    icon: IconPrinter,
    place: 'menu',
    call: echeancierEndpoints.print,
    when: ({ echeances }) => echeances.length > 0,
    print: printEcheancier,
  },
]
