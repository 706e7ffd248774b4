import type { EtatDuPlan } from '#features/plan-de-vente/plan-de-vente.codes.ts'
import { ETATS_DITS, LEGENDE } from '#features/plan-de-vente/plan-de-vente.words.ts'
import grille from '#features/plan-de-vente/web/Grille.module.css'
import styles from '#features/plan-de-vente/web/plan.module.css'

/** A state as its cells are drawn, with its mark. */
export function Pastille({ etat }: { etat: EtatDuPlan }) {
  return (
    <span className={`${grille.case} ${styles.pastille}`} data-etat={etat} aria-hidden>
      <span className={grille.marque}>{ETATS_DITS[etat].marque}</span>
    </span>
  )
}

/** Mark, word and colour of each state. */
export function Legende({ client }: { client: boolean }) {
  return (
    <ul className={styles.legende} aria-label="Légende">
      {LEGENDE[client ? 'client' : 'interne'].map((etat) => (
        <li key={etat}>
          <Pastille etat={etat} />
          {ETATS_DITS[etat].mot}
        </li>
      ))}
    </ul>
  )
}
