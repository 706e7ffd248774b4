import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'
import { LEFT_BY_RETRAIT, OF_IMPORTS } from '#test/harness/actes.ts'
import { signIn, type Browser } from '#test/harness/browser.ts'
import { idOf } from '#test/harness/builders.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { failedInvariants } from '#test/harness/invariants.ts'
import { launch, urlOf } from '#test/harness/processes.ts'
import { fingerprints } from '#test/harness/tables.ts'
import { importer } from '#test/faults/imports.ts'
import { dataFolder, drop } from '#test/faults/kills.ts'
import { proxyTo, type Proxy } from '#test/faults/proxy.ts'

const PALIER = 20
const NIVEAUX = 30
const VENTES = 50
const ACCOUNT = { name: 'Samira', email: 'samira@diyar.dz', password: 'Motdepasse1!' }

const LEFT = new Set([...LEFT_BY_RETRAIT, ...OF_IMPORTS])

export interface RetraitsKilled {
  /** Acts that are taken back whole in spite of the kill, and those of which everything is there. */
  gone: number
  kept: number
  /** Those that are there in part, or otherwise than their row says. */
  wrong: string[]
  invariants: unknown[]
}

/** Makes ready for one act of this name. @returns what does it, and gives the address that takes it back */
type Prepare = (nom: string) => Promise<() => Promise<string>>

/** Generations of a bloc of six hundred lots. */
function generations(browser: Browser, urlNow: () => string): Prepare {
  const post = (path: string, body: object) => browser.call(urlNow(), 'POST', path, body)
  return async (nom) => {
    const residence = idOf(await post('/api/residences', { nom, adresse: 'Alger' }))
    return async () => {
      const logement = { typeLogement: 'F3', surfaceHabitable: 70, surfaceUtile: 5, montant: 9_000_000 }
      const { json, statusCode } = await post(`/api/residences/${residence}/generer`, {
        blocs: { nombre: 1, nom: 'Bloc {A}', description: '' },
        niveaux: [{ de: 0, a: NIVEAUX - 1, palier: Array.from({ length: PALIER }, () => logement) }],
        numero: '{bloc}{niveau:2}{rang:2}',
      })
      if (statusCode !== 201) throw new Error(`not generated: ${statusCode} ${JSON.stringify(json)}`)
      const { data } = json as { data: { generation_id: number } }
      return `/api/generations/${data.generation_id}/defaire`
    }
  }
}

/** Imports of a residence of its own, with sales, payments and receipts. */
function imports(browser: Browser, urlNow: () => string): Prepare {
  const { begin, after } = importer(browser, urlNow, VENTES)
  return async (nom) => async () => {
    const id = await begin(nom)
    const { statut, motif } = await after(id, 'ecriture')
    if (statut !== 'termine') throw new Error(`not imported: ${statut} ${motif}`)
    return `/api/imports/${id}/defaire`
  }
}
const ACTS = { generations, imports }

/** The rows of every table, but those that a retrait leaves behind. @param all these too */
async function rowsOf(db: Db, all = false): Promise<Map<string, string>> {
  // Attempts to sign in are forgotten after a minute, at the next start.
  const { tentatives: _, ...prints } = await fingerprints(db)
  const tables = Object.entries(prints).filter(([name]) => all || !LEFT.has(name))
  // Numbers that were drawn for what is then rolled back are not drawn again.
  return new Map(tables.map(([name, print]) => [name, print.split(' ').slice(0, 2).join(' ')]))
}

/** The tables whose rows are not what they were. */
const changesOf = (before: Map<string, string>, after: Map<string, string>) =>
  [...before].flatMap(([name, print]) => (after.get(name) === print ? [] : [name]))

/** Whether the last act is taken back; waits for whoever still holds it. */
async function readDefait(db: Db): Promise<boolean> {
  const { rows } = await sql<{ defait: boolean }>`
    select defait_le is not null as defait from actes order by id desc limit 1 for update`.execute(db)
  return rows[0]?.defait ?? false
}

/** Tells of each call of the transaction that takes an act back, from the lock of the act to the commit, and how many came before it. */
function watchRetrait(proxy: Proxy, told: (before: number) => void): void {
  let [own, calls]: [unknown, number] = [null, 0]
  proxy.watch((bytes, connection) => {
    if (bytes.includes('from actes a where a.') && bytes.includes('for update')) own = connection
    if (connection !== own) return
    told(calls++)
    if (bytes.includes('commit')) proxy.watch(null)
  })
}

/**
 * Acts that are taken back while the server is killed. The moments are calls of the transaction, from its first to its commit: each has
 * just been passed on, and PostgreSQL is at it when the server dies.
 */
export async function killRetraits(acts: keyof typeof ACTS, moments: number): Promise<RetraitsKilled> {
  const database = await freshDatabase()
  const proxy = await proxyTo(database.connection)
  const folder = await dataFolder()
  const settings = { DATABASE_URL: urlOf(proxy.connection), DATA_DIR: folder, LOG_LEVEL: 'silent' }
  let server = await launch(settings)
  const seen: RetraitsKilled = { gone: 0, kept: 0, wrong: [], invariants: [] }
  try {
    const browser = await signIn(server.url, ACCOUNT)
    const prepare = ACTS[acts](browser, () => server.url)
    const make = async (nom: string) => {
      const act = await prepare(nom)
      const before = await rowsOf(database.db)
      return { path: await act(), before, done: await rowsOf(database.db, true) }
    }
    const takeBack = (path: string) =>
      browser.call(server.url, 'POST', path, {}).then(
        ({ statusCode }) => statusCode,
        () => null,
      )
    let last = 0
    watchRetrait(proxy, (call) => (last = call))
    if ((await takeBack((await make('Tour 0')).path)) !== 200)
      seen.wrong.push('the one without a kill failed')
    // An import that is still whole is taken back again, and killed a moment later.
    let act: Awaited<ReturnType<typeof make>> | null = null
    for (let n = 0; n < moments; n++) {
      act ??= await make(`Tour ${n + 1}`)
      const at = Math.round((last * n) / (moments - 1))
      watchRetrait(proxy, (call) => call === at && process.kill(server.pid, 'SIGKILL'))
      const status = await takeBack(act.path)
      if (status !== null) throw new Error(`moment ${n} never came: ${status}`)
      await server.ended
      const defait = await readDefait(database.db)
      const changes = defait
        ? changesOf(act.before, await rowsOf(database.db))
        : changesOf(act.done, await rowsOf(database.db, true))
      if (changes.length > 0)
        seen.wrong.push(`moment ${n}: taken back ${defait}, changed: ${changes.join(', ')}`)
      else if (defait) seen.gone += 1
      else seen.kept += 1
      if (defait) act = null
      server = await launch(settings)
    }
    seen.invariants = await failedInvariants(database.db)
    return seen
  } finally {
    await server.stop()
    await proxy.close()
    await database.close()
    await drop(folder)
  }
}
