import { DATABASE } from '#server/limits.ts'
import { check, scaled } from '#test/long/check.ts'
import { signIn } from '#test/harness/browser.ts'
import { startServer } from '#test/harness/product.ts'
import { ACCOUNT, onDataset } from '../../bench/dataset.ts'
import { soak } from '../../bench/soak.ts'

const SECONDS = 3_600
const APPARTEMENTS = 2_000
/** Greatest growth of memory, from the second quarter to the last. */
const MOST_GROWTH = 1.05
/** Connections that a browser keeps, and what has just been closed. */
const SLACK = 10

// spec: RE-85
check('une heure de travail, un appelant sur dix part avant la réponse', async (tally) =>
  onDataset(APPARTEMENTS, async (folder) => {
    const server = await startServer('main', folder)
    try {
      const { headers } = await signIn(server.url, ACCOUNT)
      const seen = await soak(server, headers, scaled(SECONDS))
      const { calls, left, failed, exports, second, last, before, after } = seen
      tally.done(calls + left)
      for (const [status, count] of failed) tally.fail(`${count} × ${status || 'cut'}`)
      for (const { path, status } of exports) if (status !== 200) tally.fail(`${path}: ${status}`)
      const growth = last.rss / second.rss
      if (growth > MOST_GROWTH) tally.fail(`memory × ${growth}`)
      if (last.files > second.files + SLACK) tally.fail(`files ${second.files} → ${last.files}`)
      if (after.files > before.files + SLACK) tally.fail(`files kept: ${before.files} → ${after.files}`)
      // Meanwhile the pool lends as many as are asked for at one moment: a caller who leaves takes one more, to cancel what he asked for.
      // That is none that is kept: a pool gives back what nobody asked for in twenty seconds, and then there are no more than before.
      if (last.connections > DATABASE.connections)
        tally.fail(`connections beyond the pool: ${last.connections}`)
      if (after.connections > before.connections)
        tally.fail(`connections kept: ${before.connections} → ${after.connections}, ${after.kept.join(', ')}`)
      const percent = Math.round((growth - 1) * 1000) / 10
      tally.note = `${left} partis ; mémoire ${percent} %, fichiers ${before.files} → ${after.files}, connexions ${before.connections} → ${after.connections}, au plus ${second.connections} puis ${last.connections}`
    } finally {
      await server.stop()
    }
  }),
)
