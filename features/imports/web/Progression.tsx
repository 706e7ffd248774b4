import { Button } from '@mantine/core'
import type { ImportLu } from '#features/imports/web/imports.queries.ts'
import styles from '#features/imports/web/imports.module.css'
import { formatNombre } from '#shared/argent.ts'
import { whileBusy } from '#web/kit/useWork.ts'

interface ProgressionProps {
  lu: ImportLu
  /** It was asked to stop. */
  asked: boolean
  busy: boolean
  onCancel: () => void
}

/** How far the work of an import is, in words and as a bar; it can be given up. */
export function Progression({ lu, asked, busy, onCancel }: ProgressionProps) {
  const { statut, fait, total, sauvegarde } = lu
  const saving = statut === 'ecriture' && sauvegarde === null
  const what = statut === 'lecture' ? 'Vérification' : 'Import'
  const counted = !saving && total > 0
  const text = saving
    ? "Sauvegarde avant l'import…"
    : counted
      ? `${what} : ${formatNombre(fait)} / ${formatNombre(total)} lignes`
      : `${what}…`
  const percent = counted ? Math.min((100 * fait) / total, 100) : null
  return (
    <div className={styles.progression}>
      {/* Each step is told once, its lines are not read aloud every second. */}
      <span className="visuallyHidden" role="status">
        {saving ? "Sauvegarde avant l'import…" : `${what} en cours.`}
      </span>
      <div className={styles.avance}>
        <span className={styles.chiffres}>{text}</span>
        <div
          className={styles.piste}
          role="progressbar"
          aria-label={what}
          aria-valuetext={text}
          {...(percent !== null && {
            'aria-valuemin': 0,
            'aria-valuemax': 100,
            'aria-valuenow': Math.round(percent),
          })}
        >
          <div
            className={percent === null ? styles.va : styles.fait}
            style={percent === null ? undefined : { width: `${percent}%` }}
          />
        </div>
      </div>
      <Button variant="default" {...whileBusy(busy || asked)} onClick={() => !asked && onCancel()}>
        {asked ? 'Annulation...' : 'Annuler'}
      </Button>
    </div>
  )
}
