import {
  IconArrowBackUp,
  IconArrowsExchange,
  IconBellRinging,
  IconBuilding,
  IconCalendarPlus,
  IconCashBanknote,
  IconEdit,
  IconFileText,
  IconFileX,
  IconHistory,
  IconPrinter,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { acquereursEndpoints } from '#features/dossiers/acquereurs.contract.ts'
import { desistementEndpoints } from '#features/dossiers/desistement.contract.ts'
import { dossiersEndpoints } from '#features/dossiers/dossiers.contract.ts'
import { relancesEndpoints } from '#features/dossiers/relances.contract.ts'
import { journalEndpoints } from '#features/journal/journal.contract.ts'
import { echeancierEndpoints } from '#features/dossiers/echeancier.contract.ts'
import { printEcheancier } from '#features/dossiers/web/echeancier.impressions.ts'
import { remboursementsEndpoints } from '#features/dossiers/remboursements.contract.ts'
import { transfertsEndpoints } from '#features/dossiers/transferts.contract.ts'
import type { DossierLu } from '#features/dossiers/web/dossiers.queries.ts'
import { printDemande, type RemboursementLu } from '#features/dossiers/web/fins.queries.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import type { WorkState } from '#web/kit/useWork.ts'

/** What every dialog of a dossier is given; what it saved is told with the server's sentence. */
export interface DialogDuDossierProps {
  dossier: DossierLu
  onClose: () => void
  /** With a refund that was recorded: its receipt is offered. */
  onSaved: (message: string, nouveau?: RemboursementLu) => void
}

/** Where it is offered: among the buttons of the screen, in « Plus d'actions », or among those of a panel. */
type Place = 'entete' | 'menu' | 'acquereurs' | 'echeancier' | 'relances' | 'desistement'

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
    id: 'acquereurs',
    label: 'Modifier les acquéreurs',
    icon: IconUsers,
    place: 'acquereurs',
    call: acquereursEndpoints.save,
    when: isOuvert,
    Dialog: lazyDialog(() => import('#features/dossiers/web/ModifierAcquereurs.tsx'), 'ModifierAcquereurs'),
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
    label: "Imprimer l'échéancier",
    icon: IconPrinter,
    place: 'menu',
    call: echeancierEndpoints.print,
    when: ({ echeances }) => echeances.length > 0,
    print: printEcheancier,
  },
  {
    id: 'demande',
    label: 'Demande de désistement (PDF)',
    icon: IconFileText,
    place: 'menu',
    call: desistementEndpoints.demande,
    when: ({ etat }) => etat !== 'retrait',
    print: printDemande,
  },
  {
    id: 'desistement',
    label: 'Désistement',
    icon: IconFileX,
    place: 'menu',
    call: desistementEndpoints.desister,
    when: isOuvert,
    danger: true,
    Dialog: lazyDialog(() => import('#features/dossiers/web/Desister.tsx'), 'Desister'),
  },
  {
    id: 'transferer',
    label: 'Transférer vers un autre bien',
    icon: IconBuilding,
    place: 'menu',
    call: transfertsEndpoints.transferer,
    when: isOuvert,
    Dialog: lazyDialog(() => import('#features/dossiers/web/Transferer.tsx'), 'Transferer'),
  },
  {
    id: 'ceder',
    label: 'Céder à un autre client',
    icon: IconArrowsExchange,
    place: 'menu',
    call: transfertsEndpoints.ceder,
    when: isOuvert,
    Dialog: lazyDialog(() => import('#features/dossiers/web/Ceder.tsx'), 'Ceder'),
  },
  {
    id: 'journal',
    label: 'Journal de ce dossier',
    icon: IconHistory,
    place: 'menu',
    call: journalEndpoints.list,
    when: () => true,
    Dialog: lazyDialog(() => import('#features/dossiers/web/JournalDuDossier.tsx'), 'JournalDuDossier'),
  },
  {
    id: 'rembourser',
    label: 'Ajouter un remboursement',
    icon: IconCashBanknote,
    place: 'desistement',
    call: remboursementsEndpoints.create,
    when: ({ desistement }) => desistement !== null && desistement.a_rembourser > 0,
    Dialog: lazyDialog(
      () => import('#features/dossiers/web/AjouterRemboursement.tsx'),
      'AjouterRemboursement',
    ),
  },
  {
    id: 'modifier-desistement',
    label: 'Modifier le désistement',
    icon: IconEdit,
    place: 'desistement',
    call: desistementEndpoints.updateDesistement,
    when: ({ desistement }) => desistement !== null,
    Dialog: lazyDialog(() => import('#features/dossiers/web/ModifierDesistement.tsx'), 'ModifierDesistement'),
  },
  {
    id: 'annuler-desistement',
    label: 'Annuler le désistement',
    icon: IconArrowBackUp,
    place: 'desistement',
    call: desistementEndpoints.rouvrir,
    // What was given back has to be taken back first.
    when: ({ desistement, remboursements }) => desistement !== null && remboursements.length === 0,
    Dialog: lazyDialog(() => import('#features/dossiers/web/AnnulerDesistement.tsx'), 'AnnulerDesistement'),
  },
]
