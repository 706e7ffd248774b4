import { formatMontantArabe, fromDecimal } from '#shared/argent.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { useLangue } from '#web/kit/frame/PublicLayout.tsx'
import styles from '#web/kit/feedback/States.module.css'

/** An amount of a public page in its language: « 1 234,50 DA », in Arabic as the papers write it. */
export function MontantDit({ decimal }: { decimal: number }) {
  const { langue } = useLangue()
  if (langue === 'fr') return <Montant decimal={decimal} />
  return <bdi className={styles.montant}>{formatMontantArabe(fromDecimal(decimal))}</bdi>
}
