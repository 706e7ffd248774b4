import { IconChartLine } from '@tabler/icons-react'
import { leBien } from '#features/biens/biens.kinds.ts'
import type { BienTarife } from '#features/prix/web/prix.queries.ts'
import styles from '#features/prix/web/prix.module.css'
import { IconAction } from '#web/kit/IconAction.tsx'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { Montant } from '#web/kit/Montant.tsx'
import { useOpened } from '#web/kit/useOpened.ts'

const HistoriqueDesPrix = lazyDialog(
  () => import('#features/prix/web/HistoriqueDesPrix.tsx'),
  'HistoriqueDesPrix',
)

/** The price of a bien, and the way to what it was before. */
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
