import { IconBookmark, IconBookmarkPlus, IconFolder, IconLock, IconLockOpen } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { leBien } from '#features/biens/biens.kinds.ts'
import styles from '#features/biens/web/SuiviDuBien.module.css'
import type { SuiviLu } from '#features/biens/web/lots.ts'
import type { BienNomme } from '#features/options/web/options.queries.ts'
import { formatJourCourt } from '#shared/dates.ts'
import type { Fact } from '#web/kit/EntityCard.tsx'
import { IconAction, IconLink } from '#web/kit/IconAction.tsx'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { StatusBadge } from '#web/kit/StatusBadge.tsx'
import { usePeut } from '#web/kit/usePeut.ts'
import { dossierAt } from '#web/paths.ts'

/** A bien of any kind, with how it stands besides what is specified. */
export type BienSuivi = BienNomme & SuiviLu

/** What its dialogs are about. */
export type ActeDeSuivi = 'poser' | 'option' | 'bloquer' | 'debloquer'

export const SuiviDialog = lazyDialog(() => import('#features/biens/web/SuiviDialog.tsx'), 'SuiviDialog')

/** After the specified badge a second one: held until a day, off sale, delivered. */
export function BadgesDuBien({ bien, children }: { bien: SuiviLu; children: ReactNode }) {
  const { etat_bien, option } = bien
  if (etat_bien === 'libre' || etat_bien === 'vendu') return children
  return (
    <span className={styles.badges}>
      {children}
      {etat_bien === 'bloque' && <StatusBadge tone="gray">Bloqué</StatusBadge>}
      {etat_bien === 'livre' && <StatusBadge tone="green">Livré</StatusBadge>}
      {option && <StatusBadge tone="yellow">Option jusqu'au {formatJourCourt(option.expire_le)}</StatusBadge>}
    </span>
  )
}

/** For whom it is held, and why it is off sale. */
export function faitsDuSuivi({ option, bloque_motif }: SuiviLu): (Fact | null)[] {
  return [
    option && { label: 'Option', value: option.nom },
    bloque_motif === null ? null : { label: 'Motif du blocage', value: bloque_motif },
  ]
}

interface Actions {
  bien: BienSuivi
  /** In a row of a table. */
  compact?: boolean
  onSuivi: (acte: ActeDeSuivi) => void
}

/** A free bien can be held, a held one shows its option, a sold one leads to its dossier. */
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

/** A free bien can be taken off sale, and put on sale again. */
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
