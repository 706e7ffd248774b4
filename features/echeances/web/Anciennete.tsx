import type { Anciennete as Ages } from '#features/echeances/echeances.contract.ts'
import { ANCIENNETES } from '#features/echeances/echeances.words.ts'
import styles from '#features/echeances/web/echeances.module.css'
import { Montant } from '#web/kit/Montant.tsx'

/** How old what is late is: one bar of four parts as wide as their amounts, each with its words and its sum. Decimal dinars. */
export function Anciennete({ ages }: { ages: Ages }) {
  const total = ANCIENNETES.reduce((sum, { key }) => sum + ages[key], 0)
  return (
    <section className={styles.anciennete} aria-label="Ancienneté des retards">
      {total <= 0 ? (
        <p className={styles.rien}>Rien n'est en retard.</p>
      ) : (
        <>
          <div className={styles.barre} aria-hidden>
            {ANCIENNETES.filter(({ key }) => ages[key] > 0).map(({ key }) => (
              <span key={key} data-age={key} style={{ flexGrow: ages[key] / total }} />
            ))}
          </div>
          <dl className={styles.ages}>
            {ANCIENNETES.map(({ key, label }) => (
              <div key={key} data-age={key}>
                <dt>{label}</dt>
                <dd>
                  <Montant decimal={ages[key]} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  )
}
