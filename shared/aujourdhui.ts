/** A civil day, `YYYY-MM-DD`. */
export type Jour = string

const FUSEAU = 'Africa/Algiers'

/** The day it is at an instant in Algiers. */
export function jourOf(instant: Date): Jour {
  const parties = new Intl.DateTimeFormat('en-CA', {
    timeZone: FUSEAU,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return parties.format(instant)
}

/** Today in Algiers: the promoter's day, whatever zone the server or the browser is in. */
export function aujourdhui(): Jour {
  return jourOf(new Date())
}
