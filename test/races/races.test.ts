import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startArena, type Arena } from '#test/races/arena.ts'
import { PairRace, pairs, STARTS } from '#test/races/pairs.ts'
import { chequeRaces } from '#test/races/races-cheques.ts'
import { optionRaces } from '#test/races/races-options.ts'
import { prixRaces } from '#test/races/races-prix.ts'
import { structureRaces, uniqueRaces } from '#test/races/races-structure.ts'
import { kindOf, run } from '#test/races/races.ts'

// `npm run test:long` runs hundreds of rounds of each.
let arena: Arena
beforeAll(async () => {
  arena = await startArena()
})
// Closing checks every rule of db/invariants.sql.
afterAll(() => arena.close())

it.each(uniqueRaces)('%s: one of them wins', async (_what, race) => {
  expect(await run(arena, race, 10)).toEqual([])
})

it.each(structureRaces)('%s', async (_what, race) => {
  expect(await run(arena, race, 16)).toEqual([])
})

// spec: EN-20, EN-21, EN-22, EN-23
it.each(chequeRaces)('%s', async (_what, race) => {
  expect(await run(arena, race, 12)).toEqual([])
})

// spec: VE-01, VE-02
it.each(optionRaces)('%s', async (_what, race) => {
  expect(await run(arena, race, 12)).toEqual([])
})

// spec: PO-18, PO-19
it.each(prixRaces)('%s', async (_what, race) => {
  expect(await run(arena, race, 20)).toEqual([])
})

describe('two members act on the same bien at once: as one after the other, in either order', () => {
  it.each(pairs)('%s, %s', async (one, other) => {
    const race = new PairRace(arena)
    const wrong: string[] = []
    for (const [round, start] of STARTS.entries()) {
      const found = await race.round(one, other, start, kindOf(round + one.length))
      if (found !== null) wrong.push(`${start}: ${found}`)
    }
    expect(wrong).toEqual([])
  })
})
