import { IconChartLine } from '@tabler/icons-react'
import { leBien } from '#shared/biens.ts'
import type { BienTarife } from '#features/prix/web/prix.queries.ts'
import styles from '#features/prix/web/prix.module.css'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'

const HistoriqueDesPrix = lazyDialog(
  () => import('#features/prix/web/HistoriqueDesPrix.tsx'),
  'HistoriqueDesPrix',
)

export function MontantSuivi({ bien, montant }: { bien: BienTarife; montant: number }) {
  const [opened, setOpened] = useOpened<BienTarife>(`prix ${bien.id}`)
  const { id, type, numero } = bien
  return (
    <span className={styles.montant}>
      <Montant decimal={montant} />
      <IconAction
        compact
        icon={IconChartLine}
        label={`Historique des prix : ${leBien(bien)}`}
        onClick={() => setOpened({ id, type, numero })}
      />
      {opened && <HistoriqueDesPrix bien={opened} onClose={() => setOpened(null)} />}
    </span>
  )
}
