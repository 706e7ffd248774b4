import { expect, it } from 'vitest'
import { runModel } from '#test/model/model-run.ts'

const SEED = Number(process.env['MODEL_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const STEPS = 1200

it(`${STEPS} changes at random: every answer, list and total is the model's (seed ${SEED})`, async () => {
  const { wrong, blind } = await runModel(SEED, STEPS)
  expect(wrong).toBeNull()
  expect(blind).toEqual([])
}, 600_000)
