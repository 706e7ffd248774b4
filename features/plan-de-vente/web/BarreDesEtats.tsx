import grille from '#features/plan-de-vente/web/Grille.module.css'
import styles from '#features/plan-de-vente/web/plan.module.css'
import type { EtatDuBien } from '#shared/etats.ts'

interface BarreDesEtatsProps {
  /** How many lots stand so, in the order of the bar. */
  lots: readonly { etat: EtatDuBien; nombre: number }[]
}

/** The lots of each state side by side, in the colours of the plan. Figures beside it say the same to who does not see it. */
export function BarreDesEtats({ lots }: BarreDesEtatsProps) {
  return (
    <div className={styles.barre} aria-hidden>
      {lots.map(
        ({ etat, nombre }) =>
          nombre > 0 && (
            <span key={etat} className={grille.case} data-etat={etat} style={{ flexGrow: nombre }} />
          ),
      )}
    </div>
  )
}
