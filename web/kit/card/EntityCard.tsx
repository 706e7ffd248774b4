import { Fragment, useId, type ReactNode } from 'react'
import { markedInSight } from '#web/kit/list/useUrlState.ts'
import { MenuDeLigne, type ActeOuRien } from '#web/kit/table/MenuDeLigne.tsx'
import styles from '#web/kit/card/EntityCard.module.css'

export interface Fact {
  label: string
  value: ReactNode
  /** True for the sum of the lines above, which has a rule over it. */
  total?: boolean
  /** True for each of two short facts that share a line while it has room for both. */
  half?: boolean
}

export interface EntityCardProps {
  name: ReactNode
  under?: ReactNode
  badge?: ReactNode
  /** Two or three facts; a null is skipped. An array of facts shares one line and hides its labels, except from screen readers. */
  facts?: readonly (Fact | readonly Fact[] | null | false | undefined)[]
  bar?: ReactNode
  /** Button of the most used action. */
  main?: ReactNode
  /** Three icons at most. */
  actions?: ReactNode
  /** Actions that delete or end. */
  danger?: ReactNode
  /** Acts under « ⋯ »; `nom` is the record's name. */
  autres?: { nom: string; actes: readonly ActeOuRien[]; toujours?: boolean } | undefined
  /** True for the card of what was just done: it is tinted and scrolled into sight. */
  marked?: boolean
  children?: ReactNode
}

/** Card of one record; its parts have the same place on every screen. */
export function EntityCard({
  name,
  under,
  badge,
  facts = [],
  bar,
  main,
  actions,
  danger,
  autres,
  marked = false,
  children,
}: EntityCardProps) {
  const id = useId()
  return (
    <article
      className={`card gap-12 ${styles.card}`}
      aria-labelledby={id}
      data-dense={facts.some(isLine) || undefined}
      {...(marked && markedInSight)}
    >
      <div className={`flex between gap-8-12 ${styles.head}`}>
        <div className={`shrinks ${styles.names}`}>
          <h2 className={`bold flat ${styles.name}`} id={id} data-nom>
            {name}
          </h2>
          {under && <div className={`dim anywhere ${styles.under}`}>{under}</div>}
        </div>
        {badge}
      </div>
      {facts.some(Boolean) && (
        <dl className={`wrap flat ${styles.facts}`}>
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
      {(main || actions || danger || autres) && (
        <div className={`line no-print ${styles.actions}`} data-actions>
          {main}
          {actions}
          {(danger || autres) && (
            <div className={styles.danger}>
              {danger}
              {autres && <MenuDeLigne {...autres} />}
            </div>
          )}
        </div>
      )}
    </article>
  )
}

const isLine = (fact: unknown): fact is readonly Fact[] => Array.isArray(fact)

function OneLine({ facts }: { facts: readonly Fact[] }) {
  return (
    <div className={`wrap ${styles.line}`}>
      {facts.map(({ label, value }) => (
        <Fragment key={label}>
          <dt className="visuallyHidden">{label}&nbsp;: </dt>
          <dd data-nom>{value}</dd>
        </Fragment>
      ))}
    </div>
  )
}

function FactLine({ label, value, total = false, half = false }: Fact) {
  const kind = total ? styles.total : half && styles.half
  return (
    <div className={kind ? `${styles.fact} ${kind}` : styles.fact}>
      <dt>{label}&nbsp;: </dt>
      <dd data-nom>{value}</dd>
    </div>
  )
}

/** The fact lines of a card, for a dialog or a panel. */
export function Facts({ facts }: { facts: readonly (Fact | null | false | undefined)[] }) {
  return (
    <dl className={`wrap flat ${styles.facts}`}>
      {facts.map((fact, index) =>
        fact ? <FactLine key={fact.label} {...fact} /> : <Fragment key={`none-${String(index)}`} />,
      )}
    </dl>
  )
}
