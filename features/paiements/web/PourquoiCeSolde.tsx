import { UnstyledButton } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { useState } from 'react'
import styles from '#features/paiements/web/paiements.module.css'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import type { BienDesigne } from '#shared/biens.ts'

const SoldeDialog = lazyDialog(() => import('#features/paiements/web/SoldeDialog.tsx'), 'SoldeDialog')

interface PourquoiCeSoldeProps {
  bien: BienDesigne
  libelle: string
  /** The remainder in decimal dinars; null when unknown. */
  reste: number | null
  compact?: boolean
}

export function PourquoiCeSolde({ bien, libelle, reste, compact = false }: PourquoiCeSoldeProps) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <UnstyledButton
        className={styles.pourquoi}
        data-solde={reste === 0 || undefined}
        title="Pourquoi ce solde ?"
        onClick={() => setOpened(true)}
      >
        <Montant decimal={reste} />
        {!compact && <IconListDetails size={16} stroke={1.6} aria-hidden />}
        <span className="visuallyHidden">Pourquoi ce solde ? {libelle}</span>
      </UnstyledButton>

      {opened && <SoldeDialog bien={bien} libelle={libelle} onClose={() => setOpened(false)} />}
    </>
  )
}
