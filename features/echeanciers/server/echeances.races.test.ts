import { afterAll, beforeAll, expect, it } from 'vitest'
import { failedInvariants } from '#test/harness/invariants.ts'
import { startArena, type Arena } from '#test/races/arena.ts'
import { echeancesRaces } from '#test/races/races-echeances.ts'
import { run } from '#test/races/races.ts'

const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? (process.env['PREUVE'] === 'jour' ? 20 : 300))

let arena: Arena
beforeAll(async () => {
  arena = await startArena()
})
afterAll(() => arena.close())

// spec: CO-06
it.each(echeancesRaces)(
  `%s: ${ROUNDS} times`,
  async (_what, race) => {
    expect(await run(arena, race, ROUNDS)).toEqual([])
    expect(await failedInvariants(arena.t.db)).toEqual([])
  },
  900_000,
)

// spec: CO-06
it('the same eyes see a line whose kept days are not those of its bloc: negative control', async () => {
  const { db } = arena.t
  const line = await db.selectFrom('echeances').select(['id', 'prevue_le']).executeTakeFirstOrThrow()
  await db.updateTable('echeances').set({ prevue_le: '2031-01-01' }).where('id', '=', line.id).execute()
  expect((await failedInvariants(db)).length).toBeGreaterThan(0)
  await db.updateTable('echeances').set({ prevue_le: line.prevue_le }).where('id', '=', line.id).execute()
})
