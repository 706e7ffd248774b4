import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashPassword } from '#features/acces/server/password.ts'
import { BASE } from '#shared/endpoint.ts'
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/database/migrate.ts'
import { connect, openDatabase } from '#server/database/pool.ts'
import { runCommand } from '#server/refusal.ts'
import { startServer, type RunningServer } from '#test/product.ts'
import { appartementsSelling, fillBench, sizeOf } from '../bench/dataset.ts'
import { weighExport } from '../bench/exports.ts'
import { weigh, type Cost } from '../bench/load.ts'
import { weighScreens } from '../bench/sizes.ts'

/**
 * `npm run bench`: sizes of the screens, time of a second start, cost of the busiest calls at several dataset sizes.
 * BENCH_SIZES names the numbers of appartements ("2000,20000"), BENCH_EXPORTS the lengths of the exported recaps ("1000,10000");
 * figures are for reading, nothing fails here.
 */
const SIZES = (process.env['BENCH_SIZES'] ?? '2000,20000').split(',').map(Number)
const EXPORTS = (process.env['BENCH_EXPORTS'] ?? '1000,10000').split(',').filter(Boolean).map(Number)
const ACCOUNT = { name: 'Banc', email: 'banc@diyar.dz', password: 'Motdepasse1!' }

const CALLS: { name: string; path: (index: number) => string }[] = [
  {
    name: 'appartements, une page',
    path: () => '/api/appartements?page=1&per_page=6&with=etage.bloc.residence,client,paiements',
  },
  { name: 'appartements, page profonde', path: () => '/api/appartements?page=300&per_page=6' },
  { name: 'recap, une page et ses totaux', path: () => '/api/recap-paiements?page=1&per_page=6' },
  { name: 'recap, recherche', path: () => '/api/recap-paiements?page=1&per_page=6&search=benali%20k' },
  { name: 'clients, une page', path: () => '/api/clients?page=1&per_page=10' },
  { name: 'residences, une page', path: () => '/api/residences?page=1&per_page=3' },
  { name: 'tableau de bord', path: () => '/api/dashboard' },
  { name: 'recherche partout', path: () => '/api/recherche?q=meziane' },
  { name: 'utilisateur connecté', path: () => '/api/user' },
]

const DOCUMENTS = [
  { name: 'recap xlsx', path: '/api/recap-paiements/export' },
  { name: 'recap pdf', path: '/api/recap-paiements/export-pdf' },
]
const EXPORT_TITLES =
  '\nexports                          taille    durée  CPU serv.  CPU doc.  mém. serv.  mém. doc.  autre appel, au plus'

async function onDataset(size: number, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'diyar-bench-'))
  try {
    await fill(folder, size)
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function fill(folder: string, size: number): Promise<void> {
  const config = readConfig({ DATA_DIR: folder })
  const database = await openDatabase(config)
  try {
    await migrate(database.connection)
    const patient = connect(database.connection, { statement_timeout: 0, stream: undefined })
    await patient.db.transaction().execute((db) => fillBench(db, sizeOf(size)))
    await patient.db.destroy()
    const mot_de_passe = await hashPassword(ACCOUNT.password)
    await database.db
      .insertInto('membres')
      .values({ name: ACCOUNT.name, email: ACCOUNT.email, mot_de_passe, actif: true })
      .execute()
  } finally {
    await database.close()
  }
}

async function measure(folder: string, size: number, first: boolean): Promise<void> {
  await startServer('main', folder).then((server) => server.stop())
  const start = performance.now()
  const server = await startServer('main', folder)
  const started = performance.now() - start
  try {
    const cookies = await signIn(server)
    const headers = { cookie: cookieOf(cookies) }
    if (first) {
      console.log(`\ndeuxième démarrage jusqu'à /readyz : ${Math.round(started)} ms`)
      printWeights(await weighScreens(server.url, cookies))
      await printDocuments(server, headers)
    }
    await printCalls(server, headers, size)
  } finally {
    await server.stop()
  }
}

/** Each export on a server of its own, so that peaks are its own. */
async function printExports(folder: string, rows: number, first: boolean): Promise<void> {
  if (first) console.log(EXPORT_TITLES)
  for (const { name, path } of DOCUMENTS) {
    const server = await startServer('main', folder)
    try {
      const cost = await weighExport(server, path, { cookie: cookieOf(await signIn(server)) })
      const { server: app, document } = cost
      const figures = [
        ms(cost.duration),
        ms(app.cpu),
        ms(document.cpu),
        mb(app.peak),
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

const cookieOf = (cookies: { name: string; value: string }[]) =>
  cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

async function signIn({ url }: RunningServer): Promise<{ name: string; value: string }[]> {
  const jar = new Map<string, string>()
  const keep = (answer: Response) => {
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    return answer
  }
  keep(await fetch(`${url}${BASE}/sanctum/csrf-cookie`))
  const token = jar.get('XSRF-TOKEN') ?? ''
  const answer = keep(
    await fetch(`${url}${BASE}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-xsrf-token': token, cookie: `XSRF-TOKEN=${token}` },
      body: JSON.stringify({ email: ACCOUNT.email, password: ACCOUNT.password }),
    }),
  )
  if (!answer.ok) throw new Error(`sign-in: ${answer.status}`)
  return [...jar].map(([name, value]) => ({ name, value }))
}

const rounded = (value: number, digits: number) =>
  value.toLocaleString('fr-FR', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  })
const ms = (value: number) => rounded(value, 1).padStart(8)
const mb = (bytes: number) => `${Math.round(bytes / 2 ** 20)} Mo`.padStart(8)
const kb = (bytes: number) => `${rounded(bytes / 1024, 1)} Ko`

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
  const cost = await weigh(receipt, pid, { total: 60, connections: 1, warmUp: 10 })
  console.log(`\nreçu PDF, à chaud : ${ms(cost.appCpu)} ms CPU (barre 20), p50 ${ms(cost.p50)} ms`)
}

async function printCalls(
  { url, pid }: RunningServer,
  headers: Record<string, string>,
  size: number,
): Promise<void> {
  console.log(
    `\n${size} appartements, ${size * 10} paiements, 8 connexions          p50 ms   p99 ms    req/s  CPU app  CPU base  × 1er`,
  )
  let reference: Cost | undefined
  for (const { name, path } of CALLS) {
    const cost = await weigh((index) => fetch(`${url}${BASE}${path(index)}`, { headers }), pid)
    reference ??= cost
    const ratio = (cost.appCpu + cost.databaseCpu) / (reference.appCpu + reference.databaseCpu)
    console.log(
      `  ${name.padEnd(44)}${ms(cost.p50)} ${ms(cost.p99)} ${ms(cost.perSecond)} ${ms(cost.appCpu)}  ${ms(cost.databaseCpu)} ${rounded(ratio, 2).padStart(6)}`,
    )
  }
}

await runCommand(async () => {
  for (const [rank, size] of SIZES.entries())
    await onDataset(size, (folder) => measure(folder, size, rank === 0))
  for (const [rank, rows] of EXPORTS.entries())
    await onDataset(appartementsSelling(rows), (folder) => printExports(folder, rows, rank === 0))
})
