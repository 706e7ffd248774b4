import { afterAll, beforeAll, expect, it } from 'vitest'
import { startArena, type Arena } from '#test/races/arena.ts'
import { mainRaces, naivePayments, receipts, run } from '#test/races/races.ts'

const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 100)

let arena: Arena
beforeAll(async () => {
  arena = await startArena()
})
// Closing checks every rule of db/invariants.sql.
afterAll(() => arena.close())

it('the barrier lets a naive sum be overpaid: negative control', async () => {
  const taken: number[] = []
  for (let round = 0; round < 20; round++) taken.push(await naivePayments(arena))
  expect(taken.filter((sum) => sum > 100).length).toBeGreaterThan(10)
})

it.each(mainRaces)(
  `%s: ${ROUNDS} times`,
  async (_what, race) => {
    expect(await run(arena, race, ROUNDS)).toEqual([])
  },
  300_000,
)

it('after all that, receipt numbers have no gap', async () => {
  const { given, accepted } = await receipts(arena)
  expect(given).toBe(accepted)
  expect(given).toBeGreaterThan(3 * ROUNDS)
})
