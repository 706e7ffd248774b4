import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startEmbedded } from '#server/database/embedded.ts'
import { bareDatabase } from '#test/harness/database.ts'
import { begin, buildCommands, launch, run, urlOf } from '#test/harness/processes.ts'

/** Runs a command as in a container: process numbers and shared memory of its own, and the end of the outer process is a kill -9 of all that is in it. */
const CONTAINER = ['unshare', '--pid', '--fork', '--ipc', '--mount-proc', '--kill-child']
const noContainers = spawnSync(CONTAINER[0] ?? '', [...CONTAINER.slice(1), 'true']).status !== 0

const REFUSED = 'Diyar : Ce dossier est déjà utilisé par un autre serveur Diyar.\n'

let clear: () => Promise<void>
beforeAll(async () => {
  clear = await buildCommands()
})
afterAll(() => clear())

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'diyar-verrou-'))
  await chmod(folder, 0o711)
})
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

type Server = ReturnType<typeof begin>

/** Resolves once the server listens, or has ended. */
async function settled({ child, ended, said }: Server): Promise<'ready' | 'ended'> {
  for (;;) {
    if (said().includes('prêt sur http:')) return 'ready'
    const next = await Promise.race([
      ended.then(() => 'ended' as const),
      new Promise<null>((resolve) => void child.stdout.once('data', () => resolve(null))),
    ])
    if (next) return next
  }
}

const socketOf = (dataDir: string) => ({
  host: join(dataDir, 'postgres-18'),
  port: 5432,
  user: 'diyar',
  database: 'diyar',
})

async function ask(dataDir: string, question: string): Promise<unknown> {
  const client = new pg.Client(socketOf(dataDir))
  await client.connect()
  try {
    return (await client.query({ text: question, rowMode: 'array' })).rows[0]?.[0]
  } finally {
    await client.end()
  }
}

// spec: RF-81
test.skipIf(noContainers)(
  'of two servers that start at once in two containers on one folder one serves and keeps all it promised, the other says so and ends with 1',
  async () => {
    for (let round = 0; round < 6; round++) {
      const dataDir = join(folder, `bureau-${round}`)
      const two = [0, 1].map(() => begin('main', [], { DATA_DIR: dataDir }, CONTAINER))
      try {
        const outcomes = await Promise.all(two.map(settled))
        expect([outcomes.toSorted(), two.map(({ said }) => said())]).toEqual([
          ['ended', 'ready'],
          expect.arrayContaining([REFUSED]),
        ])
        const loser = two[outcomes.indexOf('ended')]
        expect((await loser?.ended)?.code).toBe(1)
        await ask(dataDir, 'create table promesses as select n from generate_series(1, 40) n')
        // The container is killed whole; the lock goes by itself, and another container finds what was promised.
        two[outcomes.indexOf('ready')]?.child.kill('SIGKILL')
        const next = await launch({ DATA_DIR: dataDir }, CONTAINER)
        expect(await ask(dataDir, 'select count(*)::integer from promesses')).toBe(40)
        await next.stop('SIGKILL')
      } finally {
        for (const { child } of two) child.kill('SIGKILL')
      }
    }
  },
  900_000,
)

// spec: RF-81
test.skipIf(noContainers)(
  'the lock is held as long as its PostgreSQL runs, though the server itself was killed',
  async () => {
    const server = await launch({ DATA_DIR: folder })
    const cluster = join(folder, 'postgres-18')
    const [postmaster] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')
    process.kill(Number(postmaster), 'SIGSTOP')
    await server.stop('SIGKILL')
    // Without its socket, and from another container, nothing but the lock tells that it runs.
    await rm(join(cluster, '.s.PGSQL.5432'))
    const second = begin('main', [], { DATA_DIR: folder }, CONTAINER)
    const refused = await second.ended
    process.kill(Number(postmaster), 'SIGCONT')
    expect(refused).toEqual({ code: 1, said: REFUSED })
  },
  120_000,
)

// spec: RF-81
test('backup and check beside a running server take no lock; alone they take it, and a server that starts meanwhile is refused', async () => {
  const server = await launch({ DATA_DIR: folder })
  const file = join(folder, 'diyar.tar')
  for (const [command, ...args] of [['sauvegarde', file], ['verifier']])
    expect(await run(command ?? '', args, { DATA_DIR: folder })).toMatchObject({ code: 0 })
  expect((await server.stop()).code).toBe(0)

  const alone = await startEmbedded(folder, () => {}, { adopt: true })
  try {
    expect(await run('main', [], { DATA_DIR: folder })).toEqual({ code: 1, said: REFUSED })
  } finally {
    await alone.stop()
  }
  const again = await launch({ DATA_DIR: folder })
  await again.stop()
})

// spec: RF-81
test('with DATABASE_URL several servers share a folder', async () => {
  const database = await bareDatabase()
  const settings = { DATA_DIR: folder, DATABASE_URL: urlOf(database.connection) }
  try {
    const first = await launch(settings)
    const second = await launch(settings)
    for (const { url } of [first, second]) expect((await fetch(`${url}/readyz`)).status).toBe(200)
    await Promise.all([first.stop(), second.stop()])
  } finally {
    await database.close()
  }
})
