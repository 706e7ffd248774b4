import { formatMontantArabe, fromDecimal } from '#shared/argent.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { useLangue } from '#web/kit/frame/PublicLayout.tsx'

/** An amount of a public page in its language: « 1 234,50 DA », in Arabic as the papers write it. */
export function MontantDit({ decimal }: { decimal: number }) {
  const { langue } = useLangue()
  if (langue === 'fr') return <Montant decimal={decimal} />
  return <bdi className="nowrap">{formatMontantArabe(fromDecimal(decimal))}</bdi>
}
