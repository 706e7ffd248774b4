import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { findOpenssl, findPgBouncer } from '../../scripts/programs.mjs'
import { findBinaries, programPath, chooseRunner, commandFor } from '#server/database/embedded-binaries.ts'
import { clusterOf, readPostmaster } from '#server/database/embedded-cluster.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { signIn } from '#test/harness/browser.ts'
import { buildCommands, launch, run } from '#test/harness/processes.ts'
import { freePort, listenAnywhere } from '#test/harness/port.ts'

/** A PostgreSQL as an administrator has one: it listens on a port, asks for TLS on it, and belongs to nobody here. */
let folder: string
let port: number
let server: ChildProcess
let account: { uid?: number; gid?: number } = {}
let removeCommands: () => Promise<void>

const PGBOUNCER = findPgBouncer()
const OPENSSL = findOpenssl()

const KARIM = { name: 'Karim', email: 'karim@diyar.dz', password: 'Un secret 1' }

beforeAll(async () => {
  removeCommands = await buildCommands()
  folder = await mkdtemp(join(tmpdir(), 'diyar-outside-'))
  await chmod(folder, 0o711)
  await (await startEmbedded(folder, console.error)).stop()
  const cluster = clusterOf(folder)
  const { uid, gid } = await stat(cluster)
  if (process.getuid?.() === 0 && uid > 0) account = { uid, gid }
  if (OPENSSL) certify(cluster, uid, gid)
  await writeFile(
    join(cluster, 'pg_hba.conf'),
    'local all all trust\nhostssl all all 127.0.0.1/32 trust\nhost pooled all 127.0.0.1/32 trust\n',
  )
  port = await freePort()
  server = await postgres(cluster)
}, 120_000)
afterAll(async () => {
  server.kill('SIGINT')
  await once(server, 'exit')
  await removeCommands()
  await rm(folder, { recursive: true, force: true })
})

/** An authority, and a certificate of it for this machine. */
function certify(cluster: string, uid: number, gid: number): void {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const key = ['-newkey', 'rsa:2048', '-nodes', '-days', '2']
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=Office')
  openssl('req', ...key.slice(0, 3), '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=localhost')
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2']
  execFileSync('sh', ['-c', 'printf "subjectAltName=DNS:localhost,IP:127.0.0.1" > names'], { cwd: folder })
  openssl('x509', '-req', '-in', 'server.csr', ...signed, '-extfile', 'names', '-out', 'server.crt')
  execFileSync(
    'sh',
    [
      '-c',
      `cp server.crt server.key "${cluster}" && chmod 600 "${cluster}/server.key" && chown ${uid}:${gid} "${cluster}"/server.*`,
    ],
    { cwd: folder },
  )
}

async function postgres(cluster: string): Promise<ChildProcess> {
  const { runner, binaries } = await chooseRunner(await findBinaries(), folder, cluster)
  const settings = [
    `unix_socket_directories=${cluster}`,
    'listen_addresses=127.0.0.1',
    `ssl=${OPENSSL ? 'on' : 'off'}`,
    'fsync=on',
  ]
  const command = commandFor(runner, programPath(binaries, 'postgres'), [
    '-D',
    cluster,
    '-p',
    String(port),
    ...settings.flatMap((one) => ['-c', one]),
  ])
  const child = spawn(command.file, command.args, { ...command.user, cwd: '/', stdio: 'ignore' })
  await vi.waitUntil(async () => (await readPostmaster(cluster))?.ready, { timeout: 50_000, interval: 20 })
  return child
}

async function administer(...statements: string[]): Promise<void> {
  const client = new pg.Client({ host: clusterOf(folder), port, user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Address of the database as its owner would write it, over a plain socket of this machine. */
const local = (user: string, database: string) =>
  `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(clusterOf(folder))}`

/** Starts the product as built on a database it is expected to refuse. @returns how it ended */
const start = (DATABASE_URL: string) => run('main', [], { DATABASE_URL, DATA_DIR: join(folder, 'donnees') })

// spec: RE-78
describe('a server that cannot be used is refused in one sentence', () => {
  test('a role that may not make tables', async () => {
    await administer('create role invite login', 'create database louee')
    expect(await start(local('invite', 'louee'))).toEqual({
      code: 1,
      said: 'Diyar : le rôle invite ne peut pas créer de tables dans la base louee : faites-en le propriétaire (`alter database "louee" owner to "invite"`).\n',
    })
    await administer('alter database louee owner to invite')
    const { stop } = await launch({ DATABASE_URL: local('invite', 'louee'), DATA_DIR: join(folder, 'louee') })
    await stop()
  })

  test('a database of another encoding', async () => {
    await administer(
      "create database ancienne owner diyar encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0",
    )
    expect(await start(local('diyar', 'ancienne'))).toEqual({
      code: 1,
      said: "Diyar : la base de données est en SQL_ASCII : créez-la avec l'encodage UTF8.\n",
    })
  })

  test('a database that takes no writing', async () => {
    await administer(
      'create database copie owner diyar',
      'alter database copie set default_transaction_read_only = on',
    )
    expect(await start(local('diyar', 'copie'))).toEqual({
      code: 1,
      said: "Diyar : la base copie est en lecture seule : donnez dans DATABASE_URL l'adresse du serveur principal, ou remettez default_transaction_read_only à « off ».\n",
    })
  })

  test('a release before 15', async () => {
    const older = createServer((client) => {
      const upstream = connect(join(clusterOf(folder), `.s.PGSQL.${port}`))
      const gone = () => [client, upstream].forEach((socket) => socket.destroy())
      for (const socket of [client, upstream]) socket.on('error', gone).on('close', gone)
      client.pipe(upstream)
      // Changes the version that the server tells and nothing else, in as many bytes.
      upstream.on('data', (bytes) =>
        client.write(
          bytes
            .toString('latin1')
            .replaceAll('\0\x06180004', '\0\x06140012')
            .replaceAll(/18\d{4}(?=C|\0|$)/g, '140012'),
          'latin1',
        ),
      )
    })
    const at = await listenAnywhere(older)
    expect(await start(`postgres://diyar@127.0.0.1:${at}/diyar`)).toEqual({
      code: 1,
      said: 'Diyar : le serveur PostgreSQL est trop ancien : il faut la version 15 ou une plus récente.\n',
    })
    older.close()
  })
})

// spec: RE-80
describe.skipIf(!OPENSSL)('a server that asks for TLS', () => {
  const remote = (query: string) => `postgres://diyar@localhost:${port}/diyar${query}`
  const forms =
    "sslmode=verify-full (chiffré, et le certificat vérifié ; avec sslrootcert=/chemin/autorite.pem quand son autorité n'est pas publique), " +
    "sslmode=no-verify (chiffré, mais n'importe qui peut se faire passer pour le serveur) ou sslmode=disable (en clair)"

  test.each(['verify-full with its authority', 'no-verify'])(
    '%s starts, and says nothing more',
    async (form) => {
      const query =
        form === 'no-verify'
          ? '?sslmode=no-verify'
          : `?sslmode=verify-full&sslrootcert=${join(folder, 'ca.pem')}`
      const { stop, url } = await launch({
        DATABASE_URL: remote(query),
        DATA_DIR: join(folder, `tls-${form.split(' ')[0]}`),
      })
      const { code, said } = await stop()
      expect({ code, said }).toEqual({
        code: 0,
        said: `Diyar : prêt sur ${url}\nDiyar : la base est vide : le premier compte créé est actif tout de suite.\n`,
      })
    },
  )

  test.each(['require', 'prefer', 'verify-ca'])('sslmode=%s is told what to write', async (mode) => {
    expect(await start(remote(`?sslmode=${mode}`))).toEqual({
      code: 1,
      said: `Diyar : le réglage DATABASE_URL n'est pas valable : sslmode=${mode} ne dit pas si le certificat du serveur est vérifié ; écrivez ${forms}.\n`,
    })
  })

  test('a certificate of nobody known, no encryption, an authority that is not there', async () => {
    expect((await start(remote('?sslmode=verify-full'))).said).toBe(
      `Diyar : le certificat du serveur PostgreSQL n'est signé par aucune autorité connue : dans DATABASE_URL, écrivez ${forms}.\n`,
    )
    expect((await start(remote(''))).said).toBe(
      `Diyar : le serveur PostgreSQL veut une connexion chiffrée : dans DATABASE_URL, écrivez ${forms}.\n`,
    )
    expect((await start(remote('?sslmode=verify-full&sslrootcert=/nulle/part.pem'))).said).toMatch(
      /^Diyar : le fichier que nomme sslrootcert dans DATABASE_URL ne se lit pas \(.*\)\.\n$/,
    )
  })
})

// spec: RE-79
describe.skipIf(!PGBOUNCER)('behind PgBouncer', () => {
  /** A pooler of one database, until the test is over. @returns its address */
  async function pooler(mode: 'session' | 'transaction', more = '') {
    const at = await freePort()
    const place = await mkdtemp(join(folder, 'pooler-'))
    await writeFile(
      join(place, 'pgbouncer.ini'),
      `[databases]\npooled = host=127.0.0.1 port=${port} user=diyar\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${at}\nauth_type = any\npool_mode = ${mode}\nserver_tls_sslmode = allow\nunix_socket_dir =\n${more}`,
    )
    await chmod(place, 0o755)
    const child = spawn(PGBOUNCER ?? '', ['-q', join(place, 'pgbouncer.ini')], {
      ...account,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const gone = once(child, 'exit')
    onTestFinished(async () => {
      child.kill('SIGKILL')
      await gone
    })
    await vi.waitUntil(() => answers(at), { timeout: 20_000, interval: 50 })
    return `postgres://diyar@127.0.0.1:${at}/pooled`
  }

  const answers = (at: number) =>
    new Promise<boolean>((resolve) => {
      const socket = connect(at, '127.0.0.1', () => resolve(true))
      socket.on('error', () => resolve(false)).unref()
      socket.on('connect', () => socket.end())
    })

  beforeAll(() => administer('create database pooled owner diyar'))

  test('that keeps a session for a connection, all is well', async () => {
    const url = await pooler('session')
    const product = await launch({ DATABASE_URL: url, DATA_DIR: join(folder, 'session') })
    const browser = await signIn(product.url, KARIM)
    const made = await browser.call(product.url, 'POST', '/api/clients', {
      nomComplet: 'Élodie Benaïssa',
      tel: '0555 12 34 56',
      email: 'elodie@exemple.dz',
    })
    expect(made.statusCode).toBe(201)
    const { code } = await product.stop()
    expect(code).toBe(0)
  })

  const REFUSED = {
    code: 1,
    said: "Diyar : DATABASE_URL mène à un répartiteur de connexions (PgBouncer) qui change de session à chaque transaction : les verrous et les délais s'y perdraient. Mettez-le en mode session (pool_mode = session), ou donnez l'adresse du serveur PostgreSQL lui-même.\n",
  }

  test('that changes it at each transaction, the start is refused', async () => {
    expect(await start(await pooler('transaction'))).toEqual(REFUSED)
  })

  test.each([2, 3, 5])('that lends one of %d in turn, it is too', async (servers) => {
    const url = await pooler('transaction', 'server_round_robin = 1\n')
    // There are as many clients as servers; each has one, which stays for the client that comes next.
    const clients = Array.from({ length: servers }, () => new pg.Client(url))
    await Promise.all(clients.map((client) => client.connect()))
    try {
      for (const client of clients) await client.query('begin')
    } finally {
      await Promise.all(clients.map(async (client) => client.query('rollback').then(() => client.end())))
    }
    expect(await start(url)).toEqual(REFUSED)
  })
})
