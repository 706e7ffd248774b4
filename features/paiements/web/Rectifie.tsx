import type { PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import styles from '#features/paiements/web/paiements.module.css'
import { formatJourCourt, type Jour } from '#shared/dates.ts'

/** When what a receipt says was last corrected; nothing of most. */
export function Rectifie({ le }: { le: PaiementLu['rectifie_le'] }) {
  return (
    le && (
      <span className={styles.recu}>
        Rectifié le <JourCourt jour={le} />
      </span>
    )
  )
}

/** Beside amounts of eleven digits a phone has no room for the whole of a day: the year goes under, and stays in one piece. */
export function JourCourt({ jour }: { jour: Jour }) {
  const court = formatJourCourt(jour)
  const annee = court.lastIndexOf('/') + 1
  return (
    <span className={styles.jour}>
      {court.slice(0, annee)}
      <wbr />
      {court.slice(annee)}
    </span>
  )
}
