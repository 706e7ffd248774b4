import { startApp } from '#test/harness/app.ts'
import { runFuzz } from '#test/fuzz/fuzz-run.ts'
import { check, scaled } from '#test/long/check.ts'

const AT_ONCE = 20_000

check('requêtes inventées : aucun 5xx, chaque réponse selon son contrat', async (tally) => {
  const random = tally.random()
  // An installation each: one grown by 200,000 requests would answer more slowly, not otherwise.
  for (let left = scaled(200_000); left > 0; left -= AT_ONCE) {
    const t = await startApp()
    const { requests, wrong, blind } = await runFuzz(
      t,
      Math.floor(random() * 2 ** 31),
      Math.min(left, AT_ONCE),
    )
    await t.close()
    tally.done(requests)
    for (const problem of wrong) tally.fail(problem)
    for (const call of blind) tally.fail({ blind: call })
  }
})
