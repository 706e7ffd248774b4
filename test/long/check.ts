import { appendFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { seeded, type Random } from '#db/random.ts'

/** Makes every count of the long checks smaller, for a try: LONG_SCALE=0.05. */
const SCALE = Number(process.env['LONG_SCALE'] ?? 1)
const SEED = Number(process.env['LONG_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

/** How many are kept in words; the count goes on. */
const TOLD = 10

/** The work that a check has done so far: one row of the table. */
export class Tally {
  count = 0
  failures = 0
  /** Filled in when the check draws anything; the same number in LONG_SEED draws the same again. */
  seed: number | null = null
  /** A remark for the reader of the table: figures, or why it was not run. */
  note = ''
  readonly told: string[] = []

  /** `n` more of what the check counts were done. */
  done(n = 1): void {
    this.count += n
  }

  /** One more of them did not hold. */
  fail(what: unknown): void {
    this.failures += 1
    if (this.told.length < TOLD) this.told.push(typeof what === 'string' ? what : JSON.stringify(what))
  }

  /** Counts one, and fails unless it holds. */
  expect(holds: boolean, what: unknown): void {
    this.done()
    if (!holds) this.fail(what)
  }

  random(): Random {
    this.seed = SEED
    return seeded(SEED)
  }
}

/** A count of the full run, as large as LONG_SCALE wants it now. */
export const scaled = (full: number) => Math.max(1, Math.round(full * SCALE))

/**
 * A check of the long tier: one test, and one row of the table, written however it ends. The row fails when the tally
 * holds a failure, when `work` throws, and when nothing was done at all (unless a note says why).
 */
export function check(what: string, work: (tally: Tally) => Promise<void>): void {
  // oxlint-disable-next-line vitest/valid-title -- each check names itself
  it(what, async () => {
    const tally = new Tally()
    const began = performance.now()
    let thrown: unknown = null
    try {
      await work(tally)
      if (tally.count === 0 && tally.note === '') tally.fail('nothing was done')
    } catch (error) {
      thrown = error
      tally.fail(String(error))
    }
    const { count, failures, seed, note, told } = tally
    const row = { what, count, failures, seed, note, told, seconds: (performance.now() - began) / 1000 }
    const report = process.env['LONG_REPORT']
    if (report) appendFileSync(report, `${JSON.stringify(row)}\n`)
    if (thrown instanceof Error) throw thrown
    expect({ seed, failures, told }).toEqual({ seed, failures: 0, told: [] })
  })
}
