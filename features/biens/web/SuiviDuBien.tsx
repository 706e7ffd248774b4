import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconBookmark, IconBookmarkPlus, IconFolder, IconLock, IconLockOpen } from '@tabler/icons-react'
import { leBien } from '#shared/biens.ts'
import type { SuiviLu } from '#features/biens/web/lots.ts'
import type { BienNomme } from '#features/options/web/options.queries.ts'
import type { Fact } from '#web/kit/card/EntityCard.tsx'
import { ClientLink } from '#web/kit/card/EntityLinks.tsx'
import type { ActeOuRien } from '#web/kit/table/MenuDeLigne.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { dossierAt } from '#web/paths.ts'

export type BienSuivi = BienNomme & SuiviLu

export type ActeDeSuivi = 'poser' | 'option' | 'bloquer' | 'debloquer'

export const SuiviDialog = lazyDialog(() => import('#features/biens/web/SuiviDialog.tsx'), 'SuiviDialog')

export function faitsDuSuivi({ option, bloque_motif }: SuiviLu): (Fact | null)[] {
  return [
    option && {
      label: 'Option',
      value: <ClientLink id={option.client_id ?? 0} nomComplet={option.nom} />,
    },
    bloque_motif === null ? null : { label: 'Motif du blocage', value: bloque_motif },
  ]
}

type Suivre = (acte: ActeDeSuivi) => void

/** Acts of the option and of the blocage of a bien that its state and the member's rôle allow. */
export function useActesDuSuivi(): (bien: BienSuivi, onSuivi: Suivre) => ActeOuRien[] {
  const peut = usePeut()
  return (bien, onSuivi) => {
    const { etat_bien, vente_id } = bien
    const blocked = etat_bien === 'bloque'
    return [
      etat_bien === 'option' && {
        label: `Option sur ${leBien(bien)}`,
        icon: IconBookmark,
        onClick: () => onSuivi('option'),
      },
      etat_bien === 'libre' &&
        peut({ access: 'ventes' }) && {
          label: `Poser une option sur ${leBien(bien)}`,
          icon: IconBookmarkPlus,
          onClick: () => onSuivi('poser'),
        },
      vente_id === null &&
        (blocked || etat_bien === 'libre') &&
        peut({ access: 'patrimoine' }) && {
          label: `${blocked ? 'Débloquer' : 'Bloquer'} ${leBien(bien)}`,
          icon: blocked ? IconLockOpen : IconLock,
          onClick: () => onSuivi(blocked ? 'debloquer' : 'bloquer'),
        },
    ]
  }
}

/** « Dossier », the labelled action of a sold bien. */
export function DossierButton({ bien: { vente_id, dossier } }: { bien: SuiviLu }) {
  return (
    <Button
      variant="light"
      leftSection={<IconFolder size={18} stroke={1.6} />}
      aria-label={`Ouvrir le dossier ${dossier}`}
      renderRoot={(props) => <Link to={dossierAt(vente_id ?? 0)} {...props} />}
    >
      Dossier
    </Button>
  )
}
