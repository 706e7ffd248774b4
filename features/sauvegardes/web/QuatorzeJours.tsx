import styles from '#features/sauvegardes/web/Sauvegardes.module.css'
import type { SauvegardeLue } from '#features/sauvegardes/web/sauvegardes.queries.ts'
import { addJours, aujourdhui, formatJourCourt, jourOf } from '#shared/dates.ts'

const JOURS = 14

/** The last fourteen days side by side, today last: filled where a backup of that day is there. */
export function QuatorzeJours({ sauvegardes }: { sauvegardes: readonly SauvegardeLue[] }) {
  const today = aujourdhui()
  const faites = new Set(sauvegardes.map(({ faite_le }) => jourOf(new Date(faite_le))))
  const jours = Array.from({ length: JOURS }, (_, rang) => addJours(today, rang + 1 - JOURS))
  return (
    <div>
      <p className={styles.titre}>Les quatorze derniers jours</p>
      <ol className={styles.jours}>
        {jours.map((jour) => {
          const words = `${formatJourCourt(jour)} : ${faites.has(jour) ? 'sauvegardé' : 'aucune sauvegarde'}`
          return (
            <li key={jour} data-faite={faites.has(jour) || undefined} title={words}>
              <span aria-hidden>{jour.slice(8)}</span>
              <span className="visuallyHidden">{words}</span>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
