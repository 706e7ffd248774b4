import { UnstyledButton } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { useState } from 'react'
import styles from '#features/paiements/web/paiements.module.css'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { Montant } from '#web/kit/Montant.tsx'
import type { BienDesigne } from '#shared/biens.ts'

const SoldeDialog = lazyDialog(() => import('#features/paiements/web/SoldeDialog.tsx'), 'SoldeDialog')

interface PourquoiCeSoldeProps {
  bien: BienDesigne
  /** « Appartement A-12 ». */
  libelle: string
  /** What remains, in decimal dinars; null when it is not known. */
  reste: number | null
  /** Without its icon: in a dense table. */
  compact?: boolean
}

/** A remainder that opens into the exact lines behind it. */
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
