import styles from '#features/biens/web/biens.module.css'
import { formatJourCourt } from '#shared/dates.ts'
import { etatDit, ETATS_DU_BIEN, etatSpecifie, type BienEnEtat } from '#shared/etats.ts'
import { StatusBadge } from '#web/kit/feedback/States.tsx'

interface EtatDuBienProps {
  bien: BienEnEtat
  /** Cards and « Détails » keep the specified word, Disponible or Vendu (D2 §4), outlined, before a more restrictive one. */
  avecLeMotSpecifie?: boolean
}

/** State of a bien in its most restrictive word; an option adds its last day. */
export function EtatDuBien({ bien, avecLeMotSpecifie = false }: EtatDuBienProps) {
  const [etat, specifie] = [etatDit(bien), etatSpecifie(bien)]
  const jour = etat === 'option' ? bien.option?.expire_le : undefined
  return (
    <span className={styles.etat}>
      <span className={`wrap end gap-4 ${styles.mots}`}>
        {avecLeMotSpecifie && specifie !== etat && (
          <StatusBadge tone={ETATS_DU_BIEN[specifie].ton} outlined>
            {ETATS_DU_BIEN[specifie].mot}
          </StatusBadge>
        )}
        <StatusBadge tone={ETATS_DU_BIEN[etat].ton}>{ETATS_DU_BIEN[etat].mot}</StatusBadge>
      </span>{' '}
      {jour && <span className={styles.jour}>jusqu'au {formatJourCourt(jour)}</span>}
    </span>
  )
}
