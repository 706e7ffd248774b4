import { Fragment, useId, type ReactNode } from 'react'
import styles from '#web/kit/EntityCard.module.css'

export interface Fact {
  /** Without its colon: « Téléphone ». */
  label: string
  value: ReactNode
  /** The sum of the lines above: ruled off, as in a ledger. */
  total?: boolean
}

export interface EntityCardProps {
  name: ReactNode
  /** A short line under the name: where it stands, an e-mail address. */
  under?: ReactNode
  badge?: ReactNode
  /** Two or three; a null is skipped. Several together stand on one line, their labels said and not drawn: where it is. */
  facts?: readonly (Fact | readonly Fact[] | null | false | undefined)[]
  /** One {@link OccupationBar} or {@link PaymentBar}, if something fills up. */
  bar?: ReactNode
  /** The most used action, as a labelled Button. */
  main?: ReactNode
  /** The others, as IconAction. */
  actions?: ReactNode
  /** The destructive ones, apart on the right. */
  danger?: ReactNode
  children?: ReactNode
}

/** One thing of a list. Name, badge, facts, bar and actions stand at the same place on every card of every screen. */
export function EntityCard({
  name,
  under,
  badge,
  facts = [],
  bar,
  main,
  actions,
  danger,
  children,
}: EntityCardProps) {
  const id = useId()
  return (
    <article className={styles.card} aria-labelledby={id} data-dense={facts.some(isLine) || undefined}>
      <div className={styles.head}>
        <div className={styles.names}>
          <h2 className={styles.name} id={id} data-nom>
            {name}
          </h2>
          {under && <div className={styles.under}>{under}</div>}
        </div>
        {badge}
      </div>
      {facts.some(Boolean) && (
        <dl className={styles.facts}>
          {facts.map(
            (fact) =>
              fact &&
              (isLine(fact) ? (
                <OneLine key={fact[0]?.label} facts={fact} />
              ) : (
                <FactLine key={fact.label} {...fact} />
              )),
          )}
        </dl>
      )}
      {children}
      {bar}
      {(main || actions || danger) && (
        <div className={styles.actions}>
          {main}
          {actions}
          {danger && <div className={styles.danger}>{danger}</div>}
        </div>
      )}
    </article>
  )
}

const isLine = (fact: unknown): fact is readonly Fact[] => Array.isArray(fact)

function OneLine({ facts }: { facts: readonly Fact[] }) {
  return (
    <div className={styles.line}>
      {facts.map(({ label, value }) => (
        <Fragment key={label}>
          <dt className="visuallyHidden">{label}&nbsp;: </dt>
          <dd data-nom>{value}</dd>
        </Fragment>
      ))}
    </div>
  )
}

function FactLine({ label, value, total = false }: Fact) {
  return (
    <div className={total ? `${styles.fact} ${styles.total}` : styles.fact}>
      <dt>{label}&nbsp;: </dt>
      <dd data-nom>{value}</dd>
    </div>
  )
}

/** The same label–value lines outside a card: in a details dialog, a panel. */
export function Facts({ facts }: { facts: readonly (Fact | null | false | undefined)[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map((fact, index) =>
        fact ? <FactLine key={fact.label} {...fact} /> : <Fragment key={`none-${String(index)}`} />,
      )}
    </dl>
  )
}
