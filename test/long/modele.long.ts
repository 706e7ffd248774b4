import { between } from '#db/random.ts'
import { check, scaled } from '#test/long/check.ts'
import { runModel } from '#test/model/model-run.ts'

const BATCH = 4_000

check('commandes comparées à un modèle', async (tally) => {
  const random = tally.random()
  let sequences = 0
  for (let left = scaled(200_000); left > 0; left -= BATCH) {
    const seen = await runModel(between(random, 0, 2 ** 30), Math.min(left, BATCH))
    sequences += seen.sequences
    tally.done(seen.steps)
    if (seen.wrong !== null) tally.fail(seen.wrong)
    for (const name of seen.blind) tally.fail(`never accepted: ${name}`)
  }
  tally.note = `${sequences} suites`
})
