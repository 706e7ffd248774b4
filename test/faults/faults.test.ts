import { afterAll, beforeAll, expect, it } from 'vitest'
import { startFaultBench, type FaultBench } from '#test/faults/faults.ts'
import { seeded } from '#db/random.ts'
import { readSeed } from '#test/harness/seed.ts'

const SEED = readSeed('FAULTS_SEED')

let bench: FaultBench
beforeAll(async () => {
  bench = await startFaultBench()
})
afterAll(() => bench.close())

// `npm run test:long` makes every call to the database of every change fail; here some of them, at the places that matter most.
it(`a change that the database fails is done or undone as a whole, whichever change it is (seed ${SEED})`, async () => {
  const random = seeded(SEED)
  const wrong: string[] = []
  let cases = 0
  for (const call of bench.calls) {
    const swept = await bench.sweep(call, random, false)
    cases += swept.cases
    wrong.push(...swept.wrong)
  }
  expect(wrong).toEqual([])
  expect(cases).toBe(2 * bench.calls.length)
}, 900_000)

it('notices a change that is done by halves: negative control, without transactions', async () => {
  const without = await startFaultBench({ autocommit: true })
  const { wrong } = await without.sweep('POST /api/paiements', seeded(1), true)
  await without.close().catch(() => {})
  expect(wrong.join('\n')).toMatch(/something stayed: .*paiements \+1/)
})
