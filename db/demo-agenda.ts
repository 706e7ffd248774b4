import type { Horloge } from '#db/demo-horloge.ts'
import { addJours, type Jour } from '#shared/dates.ts'

interface Acte {
  jour: Jour
  minute: number
  rang: number
  faire: () => Promise<void>
}

/** Minutes after midnight in Algiers at which the office opens, and how long it stays open. */
const OUVERTURE = 8 * 60 + 30
const OUVERT = 7 * 60

/** Acts of the office, done in the order of their days with the clock at each. An act may add others, of its own day or later. */
export class Agenda {
  readonly #today: Jour
  readonly #actes: Acte[] = []
  #rang = 0

  constructor(today: Jour) {
    this.#today = today
  }

  /** The day so many days ago; negative for one to come. */
  ago(jours: number): Jour {
    return addJours(this.#today, -jours)
  }

  get today(): Jour {
    return this.#today
  }

  /**
   * Adds an act of a day.
   * @param moment the part of the day from 0 to 9: what must come before what
   */
  add(jour: Jour, moment: number, faire: () => Promise<void>): void {
    const rang = this.#rang++
    const minute = OUVERTURE + Math.floor((moment * OUVERT) / 10) + (rang % 40)
    this.#actes.push({ jour, minute, rang, faire })
    this.#actes.sort((a, b) => a.jour.localeCompare(b.jour) || a.minute - b.minute || a.rang - b.rang)
  }

  /** @param now no act is later than the present: those of today are squeezed in before it */
  async run(horloge: Horloge, now: Date): Promise<void> {
    let last = 0
    for (let acte = this.#actes.shift(); acte; acte = this.#actes.shift()) {
      const heure = Math.floor(acte.minute / 60)
      const local = `${acte.jour}T${String(heure).padStart(2, '0')}:${String(acte.minute % 60).padStart(2, '0')}:00+01:00`
      // Two acts never share an instant, so that what follows is later.
      last = Math.max(Math.min(Date.parse(local), now.getTime() - 1), last + 1)
      await horloge.set(new Date(last))
      await acte.faire()
    }
  }
}
