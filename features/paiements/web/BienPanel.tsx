import { PourquoiCeSolde } from '#features/paiements/web/PourquoiCeSolde.tsx'
import type { BienPaye } from '#features/paiements/web/useBienPaye.ts'
import styles from '#features/paiements/web/paiements.module.css'
import { PaymentBar } from '#web/kit/Bars.tsx'
import { Facts } from '#web/kit/EntityCard.tsx'
import { Montant } from '#web/kit/Montant.tsx'
import { type BienDesigne, libelleDuBien } from '#shared/biens.ts'

/** The bien above its payments: what it is, how much of it is paid, what remains. */
export function BienPanel({ data, bien }: { data: BienPaye; bien: BienDesigne }) {
  const libelle = libelleDuBien(bien.type, data.numero)
  return (
    <section className={styles.panel} aria-label="Détails du bien">
      <div className={styles.panelFacts}>
        <Facts
          facts={data.facts.map(({ label, value }) => ({
            label,
            value: typeof value === 'string' ? value : <Montant decimal={value.montant} />,
          }))}
        />
      </div>
      <div className={styles.panelReste}>
        <div>
          <span className={styles.dim}>Reste à payer</span>
          <div className={styles.grand}>
            <PourquoiCeSolde bien={bien} libelle={libelle} reste={data.resteAPayer} />
          </div>
        </div>
        <PaymentBar percent={data.pourcentagePaiement} label={`Payé : ${libelle}`} />
      </div>
    </section>
  )
}
