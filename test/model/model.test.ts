import { expect, it } from 'vitest'
import { runModel } from '#test/model/model-run.ts'
import { readSeed } from '#test/harness/seed.ts'

const SEED = readSeed('MODEL_SEED')
const STEPS = 1200

it(`${STEPS} changes at random: every answer, list and total is the model's (seed ${SEED})`, async () => {
  const { wrong, blind } = await runModel(SEED, STEPS)
  expect(wrong).toBeNull()
  expect(blind).toEqual([])
}, 600_000)
