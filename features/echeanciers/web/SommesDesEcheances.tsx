import { useId } from 'react'
import type { Anciennete as Ages, ParMois } from '#features/echeanciers/echeances.contract.ts'
import { ANCIENNETES } from '#features/echeanciers/echeances.words.ts'
import styles from '#features/echeanciers/web/echeances.module.css'
import { formatMoisCourt } from '#shared/dates.ts'
import { Montant } from '#web/kit/card/Montant.tsx'

/** Late amounts by age: a bar of four parts as wide as their amounts, each with its label and sum. Decimal dinars. */
export function Anciennete({ ages }: { ages: Ages }) {
  const title = useId()
  const total = ANCIENNETES.reduce((sum, { key }) => sum + ages[key], 0)
  return (
    <section className={`card stack gap-12 ${styles.anciennete}`} aria-labelledby={title}>
      <h2 id={title} className="flat">
        Retards par ancienneté
      </h2>
      {total <= 0 ? (
        <p className="dim flat">Rien n'est en retard.</p>
      ) : (
        <>
          <div className={styles.barre} aria-hidden>
            {ANCIENNETES.filter(({ key }) => ages[key] > 0).map(({ key }) => (
              <span key={key} data-age={key} style={{ flexGrow: ages[key] / total }} />
            ))}
          </div>
          <dl className={`stack facts small-terms gap-8-16 ${styles.ages}`}>
            {ANCIENNETES.map(({ key, label }) => (
              <div key={key} data-age={key}>
                <dt>{label}</dt>
                <dd className="bold">
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

/** Amounts to come by month: a bar as long as each sum, the last one for later months. Decimal dinars. */
export function EncaisserParMois({ parMois }: { parMois: readonly ParMois[] }) {
  const title = useId()
  const most = Math.max(...parMois.map(({ reste }) => reste))
  if (parMois.length === 0) return null
  return (
    <section className={`card stack gap-12 ${styles.anciennete}`} aria-labelledby={title}>
      <h2 id={title} className="flat">
        À encaisser par mois
      </h2>
      <dl className={`stack facts small-terms gap-6 ${styles.mois}`}>
        {parMois.map(({ mois, reste }) => (
          <div key={mois ?? ''}>
            <dt>{mois === null ? 'plus tard' : formatMoisCourt(mois)}</dt>
            <dd className="bold right">
              <span className={styles.jauge} aria-hidden>
                <span style={{ width: `${(100 * reste) / most}%` }} />
              </span>
              <Montant decimal={reste} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
