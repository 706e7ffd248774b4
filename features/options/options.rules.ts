import { optionsErreurs } from '#features/options/options.erreurs.ts'
import { addJours, aujourdhui, type Jour } from '#shared/dates.ts'
import { refusalOn, type Refusal } from '#shared/erreurs.ts'

/** Tells why an option cannot end on this day: it is past, or too far. @param jours how many days an option may last, null for no limit */
export function refusDeLaDuree(expire_le: Jour, jours: number | null): Refusal | null {
  if (expire_le < aujourdhui()) return refusalOn('expire_le', optionsErreurs.jourPasse)
  const jour = jours === null ? null : addJours(aujourdhui(), jours)
  return jours !== null && jour !== null && expire_le > jour
    ? refusalOn('expire_le', optionsErreurs.optionTropLongue, { jours, jour })
    : null
}
