import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { between, seeded } from '#db/random.ts'
import { readSituation } from '#features/rapports/server/situation.essais.ts'
import { Histoires } from '#features/rapports/server/situation.histoires.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'

/** Two hundred stories in the complete proof, a dozen every day. */
const COMBIEN = process.env['PREUVE'] === 'jour' ? 12 : 200
const MOIS = 8

let t: TestApp | undefined
// The database goes on with its own clock.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())
afterAll(() => t?.close())

// spec: CO-16
it('at the end of each month the situation is what the recap said that evening', async () => {
  t = await startApp()
  const karim = await t.member()
  const random = seeded(20_251_231)
  const histoires = new Histoires(t, karim, (below) => between(random, 0, below - 1))
  await histoires.begin(COMBIEN)
  const evenings = await histoires.live('2025-01-01', MOIS)
  expect(evenings.size).toBe(MOIS)
  expect(histoires.acts).toBeGreaterThan(COMBIEN * MOIS)
  vi.setSystemTime(new Date('2026-02-15T10:00:00Z'))
  const told = new Set<string>()
  for (const [jour, evening] of evenings) {
    told.add(JSON.stringify(evening.totals))
    expect([jour, await readSituation(karim, `&situation=${jour}`)]).toEqual([jour, evening])
  }
  expect(told.size).toBe(MOIS)
}, 900_000)
