import { ActionIcon } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { TAILLES, type Taille } from '#features/plan-de-vente/web/grille.ts'
import styles from '#features/plan-de-vente/web/plan.module.css'
import { readStorage, writeStorage } from '#web/kit/storage.ts'

const KEY = 'diyar.plan-de-vente.taille'
const DITES: Record<Taille, string> = { compact: 'Compact', normal: 'Normal', grand: 'Grand' }

/** How large the cells are drawn, remembered on this device. */
export function useTaille(): [Taille, (taille: Taille) => void] {
  const [taille, setTaille] = useState<Taille>(
    () => TAILLES.find((known) => known === readStorage(KEY)) ?? 'normal',
  )
  return [
    taille,
    (next) => {
      setTaille(next)
      writeStorage(KEY, next)
    },
  ]
}

/** One size smaller or larger. */
export function Zoom({ taille, onChange }: { taille: Taille; onChange: (taille: Taille) => void }) {
  const at = TAILLES.indexOf(taille)
  const step = (label: string, to: Taille | undefined, Icon: typeof IconMinus) => (
    <ActionIcon
      variant="default"
      aria-label={label}
      // The focus stays on the button that has come to its end.
      aria-disabled={to === undefined || undefined}
      data-disabled={to === undefined || undefined}
      onClick={() => to && onChange(to)}
    >
      <Icon size={18} stroke={1.8} />
    </ActionIcon>
  )
  return (
    <div className={styles.zoom} role="group" aria-label="Taille des cases">
      {step('Réduire les cases', TAILLES[at - 1], IconMinus)}
      <span role="status">{DITES[taille]}</span>
      {step('Agrandir les cases', TAILLES[at + 1], IconPlus)}
    </div>
  )
}
