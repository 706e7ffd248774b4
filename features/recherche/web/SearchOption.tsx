import type { Destination } from '#features/recherche/web/destinations.ts'
import styles from '#features/recherche/web/GlobalSearch.module.css'
import { formatCompte } from '#shared/texte.ts'
import { Montant } from '#web/kit/Montant.tsx'

interface SearchOptionProps {
  id: string
  destination: Destination
  /** The line is the chosen one, or what it offers is. */
  active: 'ligne' | 'offre' | false
  onChoose: (where: Pick<Destination, 'to' | 'search'>) => void
  onHover: (offre: boolean) => void
}

const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** A find of the palette, and what it offers besides. The field keeps the focus and handles the keys; the mouse alone gets here. */
export function SearchOption({ id, destination, active, onChoose, onHover }: SearchOptionProps) {
  const { icon: Icon, title, under, client, totaux, offre } = destination
  return (
    <div className={styles.row} role="presentation" data-active={active || undefined}>
      <button
        type="button"
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={active === 'ligne'}
        className={styles.option}
        onClick={() => onChoose(destination)}
        onMouseMove={() => onHover(false)}
        ref={active ? intoView : undefined}
      >
        <Icon size={20} stroke={1.6} aria-hidden />
        <span className={styles.names}>
          <span className={styles.title} data-nom>
            {title}
          </span>
          {under && <span className={styles.under}>{under}</span>}
        </span>
        {client && (
          <span className={styles.client} data-nom>
            {client}
          </span>
        )}
        {totaux && (
          <span className={styles.reste}>
            {totaux.biens > 1 && `${formatCompte(totaux.biens, 'bien')} · `}reste{' '}
            <Montant decimal={totaux.resteAPayer} />
          </span>
        )}
      </button>
      {offre && active && (
        <button
          type="button"
          id={`${id}-offre`}
          role="option"
          tabIndex={-1}
          aria-selected={active === 'offre'}
          aria-label={`${offre.label} de ${title}`}
          className={styles.offre}
          onClick={() => onChoose(offre)}
          onMouseMove={() => onHover(true)}
        >
          {offre.label}
        </button>
      )}
    </div>
  )
}
