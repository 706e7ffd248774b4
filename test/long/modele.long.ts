import { startApp } from '#test/harness/app.ts'
import { check, scaled } from '#test/long/check.ts'
import { openModelRun } from '#test/model/model-run.ts'

/** After so many sequences the lists are long enough: the next ones begin on an empty database. */
const PER_DATABASE = 10

check('suites de commandes comparées à un modèle', async (tally) => {
  const random = tally.random()
  const sequences = scaled(5000)
  for (let done = 0; done < sequences; done += PER_DATABASE) {
    const t = await startApp()
    const run = await openModelRun(t, random)
    for (let n = 0; n < Math.min(PER_DATABASE, sequences - done); n++) {
      const wrong = await run.sequence()
      tally.expect(wrong === null, wrong)
      // What follows a difference differs too.
      if (wrong !== null) break
    }
    await t.close()
  }
})
