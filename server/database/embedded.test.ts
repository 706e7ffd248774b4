import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { build } from 'vite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  findBinaries,
  programPath,
  requireLauncher,
  chooseRunner,
  commandFor,
} from '#server/database/embedded-binaries.ts'
import { clusterOf, readPostmaster } from '#server/database/embedded-cluster.ts'
import { startEmbedded, type Embedded } from '#server/database/embedded.ts'
import { connect, openDatabase } from '#server/database/pool.ts'
import { packageRoot } from '#server/package-root.ts'

let folder: string
let open: Embedded[]
const said: string[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'diyar-embedded-'))
  await chmod(folder, 0o711)
  open = []
  said.length = 0
})

afterEach(async () => {
  await Promise.all(open.map(({ stop }) => stop()))
  await rm(folder, { recursive: true, force: true })
})

async function start(dataDir = folder, options = {}): Promise<Embedded> {
  const embedded = await startEmbedded(dataDir, (line) => said.push(line), options)
  open.push(embedded)
  return embedded
}

async function ask(connection: pg.ClientConfig, question: string): Promise<unknown[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query({ text: question, rowMode: 'array' })).rows.map(([first]: unknown[]) => first)
  } finally {
    await client.end()
  }
}

/** Waits until PostgreSQL itself is gone; a server that stays makes the test run out of time. */
async function untilGone(pid: number): Promise<void> {
  await vi.waitUntil(() => !isRunning(pid), { timeout: 50_000, interval: 20 })
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function postmasterPid(): Promise<number> {
  return (await readPostmaster(clusterOf(folder)))?.pid ?? 0
}

test('what was written is there after a stop and a start, and nothing runs in between', async () => {
  const first = await start()
  await ask(first.connection, "create table notes as select 'Élodie' as nom")
  const pid = await postmasterPid()
  await first.stop()
  expect(isRunning(pid)).toBe(false)
  const second = await start()
  expect(await ask(second.connection, "select lower(nom) from notes where nom ilike 'é%'")).toEqual([
    'élodie',
  ])
})

test('it keeps its promises and to itself: settings, owner, rights', async () => {
  const { connection } = await start()
  const settings = [
    'fsync',
    'synchronous_commit',
    'full_page_writes',
    'data_checksums',
    'listen_addresses',
    'dynamic_shared_memory_type',
  ]
  const values = await Promise.all(settings.map((name) => ask(connection, `show ${name}`)))
  expect(values.flat()).toEqual(['on', 'on', 'on', 'on', '', 'mmap'])
  expect(await ask(connection, 'select rolsuper::text from pg_roles where rolname = current_user')).toEqual([
    'false',
  ])
  expect((await stat(clusterOf(folder))).mode & 0o777).toBe(0o700)
})

test('a second server on the same folder is refused in one sentence, and the first one goes on', async () => {
  const first = await start()
  await expect(start()).rejects.toThrow(/^Ce dossier est déjà utilisé par un autre serveur Diyar\.$/)
  expect(await ask(first.connection, 'select 1')).toEqual([1])
})

test('two servers that start at once on a new folder: one gets it, the other is refused', async () => {
  const outcomes = await Promise.allSettled([start(), start()])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(String(outcomes.find((outcome) => outcome.status === 'rejected')?.reason)).toMatch(
    /Ce dossier est déjà utilisé par un autre serveur Diyar\.$/,
  )
  expect((await readdir(folder)).filter((name) => name.includes('draft'))).toEqual([])
})

test('a command that only looks joins the living server and leaves it running', async () => {
  const first = await start()
  const guest = await start(folder, { adopt: true })
  expect(await ask(guest.connection, 'select 1')).toEqual([1])
  await guest.stop()
  expect(await ask(first.connection, 'select 1')).toEqual([1])
})

test('kill -9 of our process: PostgreSQL goes too, and every acknowledged write is there at the next start', async () => {
  const child = await victim()
  let acknowledged = 0
  child.stdout.on(
    'data',
    (chunk: Buffer) => (acknowledged = Number(chunk.toString().trim().split('\n').at(-1))),
  )
  await vi.waitUntil(() => acknowledged >= 50, { timeout: 50_000, interval: 5 })
  const pid = await postmasterPid()
  child.kill('SIGKILL')
  await once(child, 'close')
  // The test does not wait here: the next start copes with a server that is still on its way out.
  const { connection } = await start()
  expect(isRunning(pid)).toBe(false)
  const [kept] = await ask(connection, 'select count(distinct n)::integer from promesses')
  expect(kept).toBeGreaterThanOrEqual(acknowledged)
})

test('kill -9 of our process leaves nothing running', async () => {
  const child = await victim()
  await once(child.stdout, 'data')
  const pid = await postmasterPid()
  expect(isRunning(pid)).toBe(true)
  child.kill('SIGKILL')
  await untilGone(pid)
})

// spec: RE-70
test('kill -9 of everything at once: the next start succeeds however soon it comes, and nothing acknowledged is lost', async () => {
  let promised = 0
  for (let round = 0; round <= 20; round++) {
    const child = await victim(round === 0)
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
    const numbers = chunk.toString().trim().split('\n').map(Number)
    expect(numbers[0]).toBeGreaterThan(promised)
    promised = numbers.at(-1) ?? 0
    const group = execFileSync('ps', ['-o', 'pgid=', '-p', String(await postmasterPid())], {
      encoding: 'utf8',
    })
    child.kill('SIGKILL')
    process.kill(-Number(group), 'SIGKILL')
    await once(child, 'close')
    await delay([0, 30, 300][round % 3])
  }
}, 300_000)

/**
 * Starts a process that answers to signals and serves nothing, under PostgreSQL's account, because PostgreSQL ignores other accounts.
 * @param dead true for a process that has ended and that its parent never reaps, as in a container without an init
 */
async function foreigner(dead: boolean): Promise<{ pid: number; end(): void }> {
  const { uid, gid } = await stat(clusterOf(folder))
  const account = process.getuid?.() === 0 && uid > 0 ? { uid, gid } : {}
  const script = dead ? 'sleep 0 & echo $!; exec sleep 600' : 'echo $$; exec sleep 600'
  const shell = spawn('sh', ['-c', script], { ...account, stdio: ['ignore', 'pipe', 'inherit'] })
  const [chunk] = (await once(shell.stdout, 'data')) as [Buffer]
  return { pid: Number(chunk.toString()), end: () => void shell.kill('SIGKILL') }
}

// spec: RE-70
test.each([
  { whose: 'another program', dead: false, files: ['postmaster.pid', '.s.PGSQL.5432.lock'] },
  { whose: 'another program, in the lock of the socket alone', dead: false, files: ['.s.PGSQL.5432.lock'] },
  {
    whose: 'a dead process whose parent reaps nothing',
    dead: true,
    files: ['postmaster.pid', '.s.PGSQL.5432.lock'],
  },
])(
  'locks left behind by a kill whose number is that of $whose do not keep it from starting',
  async ({ dead, files }) => {
    const first = await start()
    const texts = await Promise.all(files.map((name) => readFile(join(clusterOf(folder), name), 'utf8')))
    await first.stop()
    const other = await foreigner(dead)
    try {
      for (const [at, name] of files.entries())
        await writeFile(join(clusterOf(folder), name), (texts[at] ?? '').replace(/^\d+/, String(other.pid)))
      const { connection } = await start()
      expect(await ask(connection, 'select 1')).toEqual([1])
    } finally {
      other.end()
    }
  },
)

async function victim(rebuilt = true) {
  const outDir = join(packageRoot, 'dist', 'test')
  if (rebuilt)
    await build({
      configFile: false,
      publicDir: false,
      logLevel: 'error',
      ssr: { noExternal: true },
      build: {
        ssr: 'test/harness/embedded-child.ts',
        outDir,
        emptyOutDir: false,
        rolldownOptions: { external: ['pg-native'] },
      },
    })
  return spawn(process.execPath, [join(outDir, 'embedded-child.js'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

test('kill -9 of PostgreSQL: it is started again and the pool finds it', async () => {
  const { connection } = await start()
  const { db, pool } = connect(connection, { max: 2 })
  await pool.query('create table notes as select 1 as n')
  const pid = await postmasterPid()
  process.kill(pid, 'SIGKILL')
  // A connection that was idle may still answer for an instant: its process learns late that its server is dead.
  await vi.waitUntil(
    async () => (await readPostmaster(clusterOf(folder)))?.ready && (await postmasterPid()) !== pid,
    { timeout: 50_000, interval: 20 },
  )
  await vi.waitUntil(
    () =>
      pool.query('select n from notes').then(
        () => true,
        () => false,
      ),
    { timeout: 50_000, interval: 50 },
  )
  expect(said.join('\n')).toMatch(/la base de données s'est arrêtée, elle redémarre/)
  await db.destroy()
})

test('a database that does not start says why, not that it writes its reasons elsewhere', async () => {
  await (await start()).stop()
  await rename(join(clusterOf(folder), 'pg_wal'), join(folder, 'pg_wal'))
  await expect(start()).rejects.toThrow(
    /^la base de données n'a pas démarré \(required WAL directory "pg_wal" does not exist\) ; son journal est dans /,
  )
})

test('a folder too deep for a socket gets a short private one', async () => {
  const deep = join(folder, 'd'.repeat(60), 'e'.repeat(60))
  await mkdir(deep, { recursive: true })
  const { connection } = await start(deep)
  expect(await ask(connection, 'select 1')).toEqual([1])
  expect(connection.host).toMatch(/^\/tmp\/diyar-[0-9a-f]{16}$/)
  expect((await stat(String(connection.host))).mode & 0o777).toBe(0o700)
})

test('a data folder that cannot be one is refused', async () => {
  await writeFile(join(folder, 'fichier'), '')
  await expect(start(join(folder, 'fichier'))).rejects.toThrow(
    /^le dossier des données .*fichier n'est pas accessible en écriture/,
  )
  await expect(start(join(folder, 'fichier', 'data'))).rejects.toThrow(/ce n'est pas un dossier/)
})

test('a machine for which no PostgreSQL is packaged is told of DATABASE_URL', async () => {
  const resolve = (specifier: string): string => {
    throw new Error(`Cannot find package ${specifier}`)
  }
  for (const [name, arch] of [
    ['linux', 'riscv64'],
    ['win32', 'x64'],
  ] as const) {
    await expect(findBinaries({ name, arch, resolve })).rejects.toThrow(
      `aucun PostgreSQL intégré ne fonctionne sur cette machine (${name}-${arch}) : installez PostgreSQL 15 ou plus récent et donnez son adresse dans DATABASE_URL.`,
    )
  }
})

// spec: IN-37
test('a library that PostgreSQL lacks is named', async () => {
  const root = join(folder, 'sans-bibliotheque')
  await mkdir(join(root, 'native', 'bin'), { recursive: true })
  const program = `#!/bin/sh
echo "postgres: error while loading shared libraries: libicuuc.so.72: cannot open shared object file: No such file or directory" >&2
exit 127
`
  await writeFile(join(root, 'native', 'bin', 'postgres'), program, { mode: 0o755 })
  await expect(chooseRunner({ root, version: '18.4.0' }, folder, join(folder, 'postgresql'))).rejects.toThrow(
    `aucun PostgreSQL intégré ne fonctionne sur cette machine (${process.platform}-${process.arch}) : la bibliothèque libicuuc.so.72 manque. Installez-la, ou installez PostgreSQL 15 ou plus récent et donnez son adresse dans DATABASE_URL.`,
  )
})

// spec: RE-56
test('Windows is asked for by the name of its package, and told of DATABASE_URL: the launcher is none of its', async () => {
  const root = join(folder, 'windows-x64')
  await mkdir(join(root, 'dist'), { recursive: true })
  await writeFile(join(root, 'package.json'), '{"version":"18.4.0"}')
  const asked: string[] = []
  const resolve = (specifier: string): string => {
    asked.push(specifier)
    return join(root, 'dist', 'index.js')
  }
  expect(await findBinaries({ name: 'win32', arch: 'x64', resolve })).toEqual({ root, version: '18.4.0' })
  const { optionalDependencies } = JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  expect(Object.keys(optionalDependencies)).toEqual(expect.arrayContaining(asked))
  expect(() => requireLauncher('win32')).toThrow(
    /^la base intégrée ne démarre pas sous Windows.*DATABASE_URL\.$/,
  )
  requireLauncher('linux')
})

const outside = ({ connection }: Embedded, options: string) =>
  `postgres://diyar@/diyar?host=${encodeURIComponent(String(connection.host))}&options=${encodeURIComponent(options)}`

test('an outside server that may lose what it acknowledged is refused', async () => {
  const server = await start()
  await expect(
    openDatabase({ dataDir: folder, databaseUrl: outside(server, '-c synchronous_commit=off') }),
  ).rejects.toThrow(/^le serveur PostgreSQL a le réglage synchronous_commit à « off »/)
  const database = await openDatabase({
    dataDir: folder,
    databaseUrl: outside(server, '-c synchronous_commit=on'),
  })
  await database.close()
})

test.each(['fsync', 'full_page_writes'])(
  'an outside server started with %s off is refused, and left running',
  async (name) => {
    const server = await start()
    await server.stop()
    const careless = await postgresWith(server, `${name}=off`)
    const opening = openDatabase({ dataDir: folder, databaseUrl: outside(server, '') })
    await expect(opening).rejects.toThrow(new RegExp(`^le serveur PostgreSQL a le réglage ${name} à « off »`))
    expect(await ask(server.connection, 'select 1')).toEqual([1])
    careless.kill('SIGINT')
    await once(careless, 'exit')
  },
)

/** PostgreSQL on the data of a server that has stopped, with one setting of its own, as an administrator might start it. */
async function postgresWith({ connection }: Embedded, setting: string): Promise<ChildProcess> {
  const cluster = clusterOf(folder)
  const { runner, binaries } = await chooseRunner(await findBinaries(), folder, cluster)
  const place = [`unix_socket_directories=${connection.host}`, 'listen_addresses=', setting]
  const { file, args, user } = commandFor(runner, programPath(binaries, 'postgres'), [
    '-D',
    cluster,
    ...place.flatMap((one) => ['-c', one]),
  ])
  const child = spawn(file, args, { ...user, cwd: '/', stdio: 'ignore' })
  await vi.waitUntil(async () => (await readPostmaster(cluster))?.ready, { timeout: 50_000, interval: 20 })
  return child
}

test('an outside server that does not answer is refused in one sentence', async () => {
  await expect(
    openDatabase({ dataDir: folder, databaseUrl: 'postgres://diyar@127.0.0.1:1/diyar' }),
  ).rejects.toThrow(
    /^la base de données ne répond pas \(connect ECONNREFUSED 127\.0\.0\.1:1\) : vérifiez DATABASE_URL\.$/,
  )
})
