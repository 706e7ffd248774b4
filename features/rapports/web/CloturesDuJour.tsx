import { IconPrinter } from '@tabler/icons-react'
import styles from '#features/rapports/web/clotures.module.css'
import { printCloture, type ClotureLue } from '#features/rapports/web/clotures.queries.ts'
import { formatEcart, fromDecimal } from '#shared/argent.ts'
import { formatJourCourt, heureOf, jourOf } from '#shared/dates.ts'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import type { WorkState } from '#web/kit/feedback/WorkBar.tsx'

interface CloturesProps {
  clotures: readonly ClotureLue[]
  work: WorkState
}

/** The closings of the day's tills, the newest first, each with what changed since and its paper. */
export function CloturesDuJour({ clotures, work }: CloturesProps) {
  if (clotures.length === 0) return null
  return (
    <ul className={`list card parted ${styles.clotures}`} aria-label="Clôtures de caisse">
      {clotures.map((cloture) => (
        <li key={cloture.id} className={`line between gap-12 ${styles.cloture}`}>
          <div className="shrinks anywhere">
            <Phrase {...cloture} />
            {cloture.depuis !== null && cloture.depuis !== 0 && (
              <strong className="block warn">
                Modifiée depuis la clôture&nbsp;: {formatEcart(fromDecimal(cloture.depuis))}.
              </strong>
            )}
            {cloture.remplace !== null && (
              <span className="block dim small">Remplace N°&nbsp;{cloture.remplace}</span>
            )}
            {cloture.note !== null && <span className="block dim small pre">{cloture.note}</span>}
          </div>
          <IconAction
            icon={IconPrinter}
            label={`Imprimer la clôture ${cloture.numero}`}
            busy={work.label !== null}
            onClick={() => void printCloture(work, cloture)}
          />
        </li>
      ))}
    </ul>
  )
}

/** « Clôturée à 17:05 par Nadia, N° 2026-C-0012, écart -500,00 DA »; a till that another closed, or on a later day, says so. */
function Phrase({ jour, membre, etablie_par, etablie_le, numero, ecart }: ClotureLue) {
  const instant = new Date(etablie_le)
  const quand = jourOf(instant) === jour ? '' : `le ${formatJourCourt(jourOf(instant))} `
  return (
    <>
      {etablie_par === membre.nom ? 'Clôturée' : `Caisse de ${membre.nom} clôturée`} {quand}à{' '}
      {heureOf(instant)} par {etablie_par}, <span className="nowrap">N°&nbsp;{numero}</span>, écart{' '}
      <span className="nowrap">{formatEcart(fromDecimal(ecart))}</span>
    </>
  )
}
