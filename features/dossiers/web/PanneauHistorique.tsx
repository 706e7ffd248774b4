import type { DossierLu } from '#features/dossiers/web/dossiers.queries.ts'
import styles from '#features/dossiers/web/dossiers.module.css'
import { historiqueOf } from '#features/dossiers/web/historique.tsx'
import { Panneau } from '#web/kit/Panneau.tsx'
import { formatJourCourt } from '#shared/dates.ts'

/** What happened to the dossier, day by day. */
export function PanneauHistorique({ dossier }: { dossier: DossierLu }) {
  return (
    <Panneau title="Historique">
      <ol className={styles.historique}>
        {historiqueOf(dossier).map(({ jour, texte }, rang) => (
          // oxlint-disable-next-line react/no-array-index-key -- they never move
          <li key={rang}>
            <span className={styles.quand}>{formatJourCourt(jour)}</span> <span>{texte}</span>
          </li>
        ))}
      </ol>
    </Panneau>
  )
}
