import { BASE } from '#shared/endpoint.ts'
import { runCommand } from '#server/refusal.ts'
import { signIn } from '#test/harness/browser.ts'
import { startServer, type RunningServer } from '#test/harness/product.ts'
import { CALLS, isMeant, RECORDING } from '../bench/calls.ts'
import { printComparison, printGrowth } from '../bench/compare.ts'
import { ACCOUNT, appartementsSelling, onDataset } from '../bench/dataset.ts'
import { weighExport } from '../bench/exports.ts'
import { weigh, type Cost } from '../bench/load.ts'
import { portefeuille, weighImport, type Meanwhile } from '../bench/imports.ts'
import { overload } from '../bench/overload.ts'
import { printJournal } from '../bench/journal.ts'
import { printPapiers } from '../bench/papiers.ts'
import { kb, mb, ms, quantile, rounded } from '../bench/print.ts'
import { weighReprise, weighRetrait } from '../bench/retraits.ts'
import { weighScreens } from '../bench/sizes.ts'
import { soak } from '../bench/soak.ts'
import { generate, recordings, weighClearing, weighWorks } from '../bench/writes.ts'

/** `npm run bench` (docs/exploitation.md, "Measuring"): a human judges the figures; only a comparison of two different answers fails. */
const numbers = (name: string, otherwise: string) =>
  (process.env[name] ?? otherwise).split(',').filter(Boolean).map(Number)
const SIZES = numbers('BENCH_SIZES', '2000,20000')
const EXPORTS = numbers('BENCH_EXPORTS', '1000,10000')
const [OVERLOAD = 0] = numbers('BENCH_OVERLOAD', '10')
/** BENCH_COMPARE: 1 compares first with the calls written by hand, `seul` does nothing else, 0 skips the comparison. */
const COMPARE = process.env['BENCH_COMPARE'] !== '0'
const ONLY_COMPARE = process.env['BENCH_COMPARE'] === 'seul'
/** BENCH_PAPIERS: 1 weighs the papers too, `seul` does nothing else, 0 leaves them out. */
const PAPIERS = process.env['BENCH_PAPIERS'] ?? '1'
const [SOAK = 0] = numbers('BENCH_SOAK', '0')
const [IMPORT = 0] = numbers('BENCH_IMPORT', '0')
const [JOURNAL = 0] = numbers('BENCH_JOURNAL', '0')

const DOCUMENTS = [
  { name: 'recap xlsx', path: '/api/recap-paiements/export' },
  { name: 'recap pdf', path: '/api/recap-paiements/export-pdf' },
]
const EXPORT_TITLES =
  '\nexports                          taille    durée  CPU serv.  CPU doc.  mém. serv.  avant   mém. doc.  autre appel, au plus'

async function measure(folder: string, size: number, first: boolean): Promise<void> {
  await startServer('main', folder).then((server) => server.stop())
  const start = performance.now()
  const server = await startServer('main', folder)
  const started = performance.now() - start
  try {
    const { cookies, headers } = await signIn(server.url, ACCOUNT)
    if (COMPARE) {
      await printComparison(folder, server, headers, size)
      await printGrowth(server, headers, size)
    }
    if (ONLY_COMPARE) return
    if (first) {
      console.log(`\ndeuxième démarrage jusqu'à /readyz : ${Math.round(started)} ms`)
      printWeights(await weighScreens(server.url, cookies))
      await printDocuments(server, headers)
    }
    await printCalls(server, headers, size)
    await printWorks(server, headers)
    await printClearing(server, headers)
    await printGeneration(server, headers)
  } finally {
    await server.stop()
  }
}

// spec: CO-46
async function printWorks(server: RunningServer, headers: Record<string, string>): Promise<void> {
  const { previsions, stade } = await weighWorks(server, headers)
  for (const [quoi, { p50, p99, databaseCpu }, barre] of [
    ["dates prévues d'un bloc de 375 échéances", previsions, ' (barre 300)'],
    ["stade d'un bloc de 100 lots, noté ou retiré", stade, ''],
  ] as const)
    console.log(`\n${quoi} : p50 ${ms(p50)} ms${barre}, p99 ${ms(p99)} ms, CPU base ${ms(databaseCpu)} ms`)
}

// spec: RE-69, RE-25
async function printClearing(server: RunningServer, headers: Record<string, string>): Promise<void> {
  const { peu, beaucoup, fois } = await weighClearing(server, headers)
  const [few, many] = [peu, beaucoup].map(({ appCpu, databaseCpu }) => appCpu + databaseCpu)
  console.log(
    `\nchèques encaissés ensemble : 10 en ${ms(few ?? 0)} ms CPU, ${10 * fois} en ${ms(many ?? 0)}, × ${rounded((many ?? 0) / (few ?? 1), 2)} pour ${fois} fois plus`,
  )
}

async function printGeneration({ url }: RunningServer, headers: Record<string, string>): Promise<void> {
  const { lots, essai, creation, refused } = await generate(url, headers)
  console.log(
    `\ngénération de ${lots} lots : aperçu ${ms(essai)} ms, création ${rounded(creation / 1000, 1)} s (barre 10)${refused && `, refusée : ${refused}`}`,
  )
}

/** Every export gets a fresh server, so that its memory peak is its own. */
async function printExports(folder: string, rows: number, first: boolean): Promise<void> {
  if (first) console.log(EXPORT_TITLES)
  for (const { name, path } of DOCUMENTS) {
    const server = await startServer('main', folder)
    try {
      const cost = await weighExport(server, path, (await signIn(server.url, ACCOUNT)).headers)
      const { server: app, document } = cost
      const figures = [
        ms(cost.duration),
        ms(app.cpu),
        ms(document.cpu),
        mb(app.peak),
        mb(cost.before),
        mb(document.peak),
        ms(cost.longestCall),
      ]
      console.log(
        `  ${`${name}, ${rows} lignes`.padEnd(26)} ${kb(cost.bytes).padStart(10)} ${figures.join('   ')}`,
      )
      if (cost.refused) console.log(`    refusé : ${cost.refused}`)
    } finally {
      await server.stop()
    }
  }
}

function printWeights(weights: Awaited<ReturnType<typeof weighScreens>>): void {
  console.log('\npremier chargement (brotli)')
  for (const { screen, js, css, jsBar, cssBar } of weights)
    console.log(
      `  ${screen.padEnd(24)} JS ${kb(js).padStart(9)} / ${kb(jsBar)}   CSS ${kb(css).padStart(8)} / ${kb(cssBar)}`,
    )
}

async function printDocuments({ url, pid }: RunningServer, headers: Record<string, string>): Promise<void> {
  const recap = await fetch(`${url}${BASE}/api/paiements/appartement/1`, { headers })
  const [payment] = (await recap.json()) as { id: number }[]
  const receipt = () => fetch(`${url}${BASE}/api/paiement/print-single/${payment?.id ?? 1}`, { headers })
  const print = async (quoi: string, warmUp: number) => {
    const cost = await weigh(receipt, pid, { total: 100, connections: 1, warmUp })
    console.log(`${quoi}, à chaud : ${ms(cost.appCpu)} ms CPU (barre 20), p50 ${ms(cost.p50)} ms`)
  }
  await print('\nreçu PDF', 100)
  const { status } = await fetch(`${url}${BASE}/api/parametres/acces`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ valeur: { adresse_publique: 'https://diyar.exemple.dz' }, version: 0 }),
  })
  await print(status === 200 ? 'reçu PDF avec QR' : `reçu PDF sans QR (${status})`, 20)
}

// spec: RE-69
async function printCalls(
  { url, pid }: RunningServer,
  headers: Record<string, string>,
  size: number,
): Promise<void> {
  console.log(
    `\n${size} appartements, ${size * 10} paiements, 8 connexions          p50 ms   p99 ms    req/s  CPU app  CPU base  × 1er`,
  )
  let reference: Cost | undefined
  const readings = CALLS.map(({ name, path }) => ({ name, make: () => () => fetch(url + path, { headers }) }))
  // The recording comes last because it adds rows that the readings would read.
  const rows = [...readings, { name: RECORDING, make: () => recordings(url, headers) }]
  for (const { name, make } of rows.filter(isMeant)) {
    const cost = await weigh(await make(), pid)
    reference ??= cost
    const ratio = (cost.appCpu + cost.databaseCpu) / (reference.appCpu + reference.databaseCpu)
    console.log(
      `  ${name.padEnd(44)}${ms(cost.p50)} ${ms(cost.p99)} ${ms(cost.perSecond)} ${ms(cost.appCpu)}  ${ms(cost.databaseCpu)} ${rounded(ratio, 2).padStart(6)}`,
    )
  }
}

async function printOverload(folder: string): Promise<void> {
  const server = await startServer('main', folder)
  try {
    const { headers } = await signIn(server.url, ACCOUNT)
    const found = await overload(server.url, headers, OVERLOAD)
    const { served, refused, calm, recovery } = found
    const outcomes = [...found.outcomes].map(([outcome, calls]) => `${calls} × ${outcome}`).join(', ')
    console.log(`\nsurcharge × 10, ${OVERLOAD} s : ${outcomes}`)
    console.log(
      `  servis : p50 ${ms(quantile(served, 0.5))} ms, p99 ${ms(quantile(served, 0.99))} ms ; refusés : p50 ${ms(quantile(refused, 0.5))} ms, p99 ${ms(quantile(refused, 0.99))} ms`,
    )
    console.log(
      `  p99 avant ${ms(calm)} ms, retrouvé (à 2 × près) en ${rounded(recovery / 1000, 1)} s (barre 15)`,
    )
  } finally {
    await server.stop()
  }
}

// spec: RE-69, RE-25, RE-58, IN-15
async function printImport(folder: string, lots: number): Promise<{ import: number; retrait: number }> {
  const server = await startServer('main', folder)
  try {
    const { headers } = await signIn(server.url, ACCOUNT)
    const paiements = Math.ceil((lots * 5) / 2)
    const { id, ...cost } = await weighImport(server, headers, portefeuille(lots, paiements))
    printImportCost(`import de ${lots} lots et ${paiements} paiements`, cost, 60)
    const { dit, essai, duration, memory, meanwhile } = await weighRetrait(server, headers, id)
    console.log(
      `  retrait : ${dit} En ${rounded(duration / 1000, 1)} s (barre 15 pour 20 000 lots), dit d'avance en ${ms(essai)} ms, mémoire en plus ${mb(memory)}, écriture / retrait × ${rounded(cost.ecriture / duration, 1)}`,
    )
    printMeanwhile(meanwhile)
    return { import: (cost.verification + cost.ecriture) / lots, retrait: duration / lots }
  } finally {
    await server.stop()
  }
}

// spec: IN-15
async function printReprise(folder: string, ventes: number): Promise<number> {
  const server = await startServer('main', folder)
  try {
    const cost = await weighReprise(server, (await signIn(server.url, ACCOUNT)).headers, ventes)
    printImportCost(`reprise de ${ventes} ventes de douze versements`, cost, 15)
    return (cost.verification + cost.ecriture) / ventes
  } finally {
    await server.stop()
  }
}

type ImportCost = Omit<Awaited<ReturnType<typeof weighImport>>, 'id'>

function printImportCost(
  quoi: string,
  { bytes, statut, motif, meanwhile, ...cost }: ImportCost,
  barre: number,
): void {
  console.log(`\n${quoi} (${kb(bytes)}) : ${statut}${motif === null ? '' : `, ${motif}`}`)
  console.log(
    `  vérification ${rounded(cost.verification / 1000, 1)} s, écriture ${rounded(cost.ecriture / 1000, 1)} s (barre ${barre} en tout), mémoire en plus ${mb(cost.memory)} (barre 400)`,
  )
  printMeanwhile(meanwhile)
}

const printMeanwhile = ({ median, p95, longest, refused }: Meanwhile): void =>
  console.log(
    `  paiements enregistrés pendant ce temps : p50 ${ms(median)} ms, p95 ${ms(p95)} ms (barre 500), au plus ${ms(longest)} ms, refusés ${refused}`,
  )

async function printSoak(folder: string): Promise<void> {
  const server = await startServer('main', folder)
  try {
    const { calls, left, failed, times, exports, second, last, before, after } = await soak(
      server,
      (await signIn(server.url, ACCOUNT)).headers,
      SOAK,
    )
    const failures = [...failed].map(([status, count]) => `${count} × ${status || 'coupé'}`).join(', ')
    console.log(
      `\nendurance ${SOAK} s : ${calls} appels, ${left} partis avant la réponse, échecs : ${failures || 'aucun'}, p50 ${ms(quantile(times, 0.5))} ms, p99 ${ms(quantile(times, 0.99))} ms`,
    )
    for (const { path, status, duration } of exports)
      console.log(`  pendant ce temps ${path} : ${status} en ${ms(duration)} ms`)
    console.log(
      `  mémoire, médiane du 2e quart ${mb(second.rss)}, du dernier ${mb(last.rss)} : × ${rounded(last.rss / second.rss, 3)} (barre 1,05)`,
    )
    console.log(
      `  fichiers ouverts, au plus ${second.files} puis ${last.files} (avant ${before.files}, après ${after.files}) ; connexions à la base, au plus ${second.connections} puis ${last.connections}`,
    )
  } finally {
    await server.stop()
  }
}

await runCommand(async () => {
  if (PAPIERS === 'seul') return printPapiers(SIZES)
  for (const [rank, size] of SIZES.entries())
    await onDataset(size, (folder) => measure(folder, size, rank === 0))
  if (ONLY_COMPARE) return
  for (const [rank, rows] of EXPORTS.entries())
    await onDataset(appartementsSelling(rows), (folder) => printExports(folder, rows, rank === 0))
  const size = SIZES[0] ?? 2000
  if (OVERLOAD > 0) await onDataset(size, printOverload)
  if (SOAK > 0) await onDataset(size, printSoak)
  if (IMPORT > 0) {
    const [petit, grand] = [Math.ceil(IMPORT / 10), IMPORT]
    const parLot = { import: 0, retrait: 0 }
    await onDataset(size, async (folder) => void Object.assign(parLot, await printImport(folder, petit)))
    await onDataset(size, async (folder) => {
      const found = await printImport(folder, grand)
      const fois = (quoi: 'import' | 'retrait') => rounded(found[quoi] / parLot[quoi], 2)
      console.log(`  par lot, le grand / le petit : × ${fois('import')}, retrait × ${fois('retrait')}`)
    })
    const parVente: number[] = []
    for (const ventes of [petit / 10, petit])
      await onDataset(
        size,
        async (folder) => void parVente.push(await printReprise(folder, Math.ceil(ventes))),
      )
    console.log(`  par vente, le grand / le petit : × ${rounded((parVente[1] ?? 0) / (parVente[0] ?? 1), 2)}`)
  }
  if (PAPIERS !== '0') await printPapiers(SIZES)
  if (JOURNAL > 0) await printJournal(size, JOURNAL)
})
