import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { seeded } from '#db/random.ts'
import { commands, openModelRun } from '#test/model/model-run.ts'

const SEED = Number(process.env['MODEL_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const SEQUENCES = 30

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
// Closing checks every rule of db/invariants.sql.
afterAll(() => t.close())

it(`${SEQUENCES} sequences of changes at random: every answer, list and total is the model's (seed ${SEED})`, async () => {
  const run = await openModelRun(t, seeded(SEED))
  for (let n = 0; n < SEQUENCES; n++) expect(await run.sequence()).toBeNull()
  // A command that is always refused sees nothing.
  const names = new Set(commands.map(([name]) => name))
  names.delete('toucher à un paiement d’avant')
  expect([...names].filter((name) => !run.accepted.has(name))).toEqual([])
}, 300_000)
