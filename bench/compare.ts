import { isDeepStrictEqual } from 'node:util'
import { startServer, type RunningServer } from '#test/harness/product.ts'
import { BUSIEST, FILTERED, growing, isMeant, RESIDENCES } from '../bench/calls.ts'
import { weighInTurns, type Caller, type Cost } from '../bench/load.ts'
import { ms, rounded } from '../bench/print.ts'

/** V8 has optimised the hot code after 3,000 calls. */
const WARM = { warmUp: Number(process.env['BENCH_WARM'] ?? 3_000), turns: 4, each: 400 }
/** A server soon after a restart. */
const FRESH = { warmUp: 200, turns: 1, each: 400 }

interface Asker extends Pick<RunningServer, 'url'> {
  headers: Record<string, string>
}

const caller =
  ({ url, headers }: Asker, path: string): Caller =>
  () => ({ url: url + path, headers })

/** Compares the busiest calls with those of bench/bare.ts, by turns on one database. Runs are comparable by their ratios only. */
export async function printComparison(
  folder: string,
  ours: RunningServer,
  headers: Record<string, string>,
  size: number,
): Promise<void> {
  const bare = await startServer('bare', folder, process.env['DIYAR_BANC'])
  try {
    console.log(
      `\n${size} appartements, CPU par appel (ms)       neuf : app   base │ chaud : app   base   req/s │ à la main : app   base   req/s │ nous / main : CPU   req/s`,
    )
    for (const { name, path } of [...FILTERED, ...BUSIEST].filter(isMeant)) {
      const both = [
        { pid: ours.pid, call: caller({ url: ours.url, headers }, path) },
        { pid: bare.pid, call: caller({ url: bare.url, headers: {} }, path) },
      ]
      const answers = await Promise.all(
        both.map(async ({ call }) => (await fetch(call().url, { headers: call().headers })).json()),
      )
      // The row fails when the answers differ; test/bare.test.ts checks the same.
      if (!isDeepStrictEqual(...(answers as [unknown, unknown]))) {
        console.log(`  ${name.padEnd(44)} ÉCHEC : réponses différentes`)
        process.exitCode = 1
        continue
      }
      const [fresh] = await weighInTurns(ours.pid, both, FRESH)
      const [us, them] = await weighInTurns(ours.pid, both, WARM)
      if (!fresh || !us || !them) continue
      const figures = ({ appCpu, databaseCpu, perSecond }: Cost) => [
        ms2(appCpu),
        ms2(databaseCpu),
        ms(perSecond),
      ]
      const cpu = (us.appCpu + us.databaseCpu) / (them.appCpu + them.databaseCpu)
      console.log(
        `  ${name.padEnd(44)} ${[...figures(fresh).slice(0, 2), ' │', ...figures(us), ' │', ...figures(them)].join('')} │ ${rounded(cpu, 2).padStart(6)} ${rounded(us.perSecond / them.perSecond, 2).padStart(6)}`,
      )
    }
  } finally {
    await bare.stop()
  }
}

const ms2 = (value: number) => rounded(value, 2).padStart(8)

/** Prints each pair of {@link growing}: the large call beside the small one. */
export async function printGrowth(
  ours: RunningServer,
  headers: Record<string, string>,
  size: number,
): Promise<void> {
  console.log(`\n${size} appartements, ce qui ne doit pas croître`)
  for (const { name, paths } of growing(size)) {
    if (name.startsWith('résidence') && size < RESIDENCES.least) continue
    const both = paths.map((path) => ({ pid: ours.pid, call: caller({ url: ours.url, headers }, path) }))
    const [small, large] = await weighInTurns(ours.pid, both, { ...WARM, warmUp: 500 })
    if (!small || !large) continue
    const cpu = (cost: Cost) => cost.appCpu + cost.databaseCpu
    console.log(
      `  ${name.padEnd(44)} ${ms2(cpu(large))} / ${ms2(cpu(small))} = × ${rounded(cpu(large) / cpu(small), 2)}   base seule × ${rounded(large.databaseCpu / small.databaseCpu, 2)}`,
    )
  }
}
