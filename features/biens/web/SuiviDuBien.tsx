import { IconBookmark, IconBookmarkPlus, IconFolder, IconLock, IconLockOpen } from '@tabler/icons-react'
import { leBien } from '#shared/biens.ts'
import type { SuiviLu } from '#features/biens/web/lots.ts'
import type { BienNomme } from '#features/options/web/options.queries.ts'
import type { Fact } from '#web/kit/card/EntityCard.tsx'
import { IconAction, IconLink } from '#web/kit/card/IconAction.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { dossierAt } from '#web/paths.ts'

export type BienSuivi = BienNomme & SuiviLu

export type ActeDeSuivi = 'poser' | 'option' | 'bloquer' | 'debloquer'

export const SuiviDialog = lazyDialog(() => import('#features/biens/web/SuiviDialog.tsx'), 'SuiviDialog')

export function faitsDuSuivi({ option, bloque_motif }: SuiviLu): (Fact | null)[] {
  return [
    option && { label: 'Option', value: option.nom },
    bloque_motif === null ? null : { label: 'Motif du blocage', value: bloque_motif },
  ]
}

interface Actions {
  bien: BienSuivi
  compact?: boolean
  onSuivi: (acte: ActeDeSuivi) => void
}

export function ActionsDuSuivi({ bien, compact = false, onSuivi }: Actions) {
  const peut = usePeut()
  const { etat_bien, vente_id, dossier } = bien
  if (vente_id !== null)
    return (
      <IconLink
        compact={compact}
        icon={IconFolder}
        label={`Ouvrir le dossier ${dossier}`}
        to={dossierAt(vente_id)}
      />
    )
  if (etat_bien === 'option')
    return (
      <IconAction
        compact={compact}
        icon={IconBookmark}
        label={`Option sur ${leBien(bien)}`}
        onClick={() => onSuivi('option')}
      />
    )
  if (etat_bien !== 'libre' || !peut({ access: 'ventes' })) return null
  return (
    <IconAction
      compact={compact}
      icon={IconBookmarkPlus}
      label={`Poser une option sur ${leBien(bien)}`}
      onClick={() => onSuivi('poser')}
    />
  )
}

export function BlocageDuBien({ bien, compact = false, onSuivi }: Actions) {
  const peut = usePeut()
  const { etat_bien } = bien
  if ((etat_bien !== 'libre' && etat_bien !== 'bloque') || !peut({ access: 'patrimoine' })) return null
  const blocked = etat_bien === 'bloque'
  return (
    <IconAction
      danger
      compact={compact}
      icon={blocked ? IconLockOpen : IconLock}
      label={`${blocked ? 'Débloquer' : 'Bloquer'} ${leBien(bien)}`}
      onClick={() => onSuivi(blocked ? 'debloquer' : 'bloquer')}
    />
  )
}
