import { startFaultBench } from '#test/faults/faults.ts'
import { check, scaled } from '#test/long/check.ts'

check('panne à chaque appel à la base, pour chaque écriture', async (tally) => {
  const random = tally.random()
  let calls: string[] = []
  for (let at = 0; at === 0 || at < calls.length; at++) {
    // A database of its own each time: all its rows are compared after each try.
    const bench = await startFaultBench()
    calls = bench.calls.slice(0, scaled(bench.calls.length))
    const { cases, wrong } = await bench.sweep(calls[at] ?? '', random, true)
    tally.done(cases)
    for (const one of wrong) tally.fail(one)
    await bench.close()
  }
  tally.note = `${calls.length} écritures ; erreur, coupure avant, coupure après`
})
