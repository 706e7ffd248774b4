import { aujourdhui } from '#shared/dates.ts'

/** « © 2026 Diyar. Tous droits réservés. » (Q15). */
export function Copyright() {
  return <>© {aujourdhui().slice(0, 4)} Diyar. Tous droits réservés.</>
}
