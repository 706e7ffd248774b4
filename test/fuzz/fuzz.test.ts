import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { runFuzz } from '#test/fuzz/fuzz-run.ts'
import { readSeed } from '#test/harness/seed.ts'

const SEED = readSeed('FUZZ_SEED')
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? (process.env['PREUVE'] === 'jour' ? 1500 : 5000))

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

it(`answers ${REQUESTS} made-up requests without a 5xx, each as its contract says (seed ${SEED})`, async () => {
  const { wrong, blind } = await runFuzz(t, SEED, REQUESTS)
  expect(wrong).toEqual([])
  expect(blind).toEqual([])
}, 1_800_000)
