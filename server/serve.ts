import type { FastifyInstance } from 'fastify'
import { createApp } from '#server/http/app.ts'
import { backUpNightly, backupFolder } from '#server/backup/nightly.ts'
import type { Config } from '#server/config.ts'
import { prepareDataFolder } from '#server/data-folder.ts'
import { isClusterMissing } from '#server/database/embedded-cluster.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase, type Database } from '#server/database/pool.ts'
import { count } from '#server/database/records.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { refuseForNewDatabase, claimStore } from '#server/files/installation.ts'
import { openFiles } from '#server/files/open.ts'
import type { FileStore } from '#server/files/store.ts'
import { explainFullDisk } from '#server/files/disk-space.ts'
import { loggerOptions } from '#server/http/log.ts'
import { builtScreens } from '#server/package-root.ts'
import { Refusal } from '#server/http/refusal.ts'

/** How long calls in progress may take to end once we are asked to stop. */
const DRAIN = 10_000

/** Who started us; another number later means that it has ended. */
const PARENT = process.ppid

/** Connections the system holds until we take them in: those beyond it cuts, where we would have answered 503. */
const BACKLOG = 4_096

/** One Ctrl-C in a terminal arrives twice: from the terminal, and from npm. */
const SAME_PRESS = 1_000

/**
 * The start of the product: database, schema, calls and screens, then the address. Returns once it listens; a signal stops it.
 * @param prepare what is to be done with the migrated database and the store before anyone may come in
 * @throws Refusal when something of this installation is in the way; nothing is left running then
 */
export async function serve(
  config: Config,
  prepare: (database: Database, files: FileStore) => Promise<void> = async () => {},
): Promise<void> {
  const dataDir = await prepareDataFolder(config.dataDir)
  const files = await openFiles({ ...config, dataDir })
  if (!config.databaseUrl && (await isClusterMissing(dataDir))) await refuseForNewDatabase(files, dataDir)
  const database = await openDatabase({ ...config, dataDir }, { log: say })
  try {
    await migrate(database.connection)
    const warning = await claimStore(files, database.db)
    if (warning !== null) say(warning)
    await prepare(database, files)
    const integree = config.databaseUrl === undefined
    const sauvegardes = { connection: database.connection, folder: backupFolder(dataDir), integree }
    const app = await createApp({
      db: database.db,
      files,
      sauvegardes,
      screens: screens(),
      logger: loggerOptions(config.logLevel, process.stderr),
      trustProxy: proxies(config.trustProxy),
      hosts: config.hosts,
    })
    backUpNightly(app, sauvegardes.connection, sauvegardes.folder)
    stopOnSignal(app, database)
    await listen(app, config)
    await announce(app, database, config)
  } catch (error) {
    await database.close()
    throw config.databaseUrl ? error : await explainFullDisk(dataDir, error)
  }
}

/** The n last hops, or the listed addresses. */
const proxies = (trusted: Config['trustProxy']) =>
  typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted

function screens(): string {
  const folder = builtScreens()
  if (!folder)
    throw new Refusal('les écrans ne sont pas construits : lancez « npm start », ou « npm run build ».')
  return folder
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port, backlog: BACKLOG })
  } catch (error) {
    await app.close()
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'EADDRINUSE')
      throw new Refusal(
        `le port ${port} est déjà utilisé : arrêtez ce qui l'occupe, ou choisissez-en un autre, par exemple PORT=${port + 1} npm start.`,
      )
    if (code === 'EACCES')
      throw new Refusal(
        `ce compte n'a pas le droit d'ouvrir le port ${port} : choisissez-en un au-dessus de 1023 avec PORT.`,
      )
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new Refusal(`cette machine n'a pas l'adresse ${host} : corrigez HOST.`)
    throw error
  }
}

async function announce(app: FastifyInstance, { db }: Database, { host }: Config): Promise<void> {
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : ''
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  say(`prêt sur http://${shown}:${port}`)
  if ((await count(db, 'membres')) === 0)
    say('la base est vide : le premier compte créé est actif tout de suite.')
}

/** The first signal lets calls in progress end and stops the database; the second one does not wait. */
function stopOnSignal(app: FastifyInstance, database: Database): void {
  let askedAt: number | null = null
  const ask = () => {
    if (askedAt === null) {
      askedAt = performance.now()
      void stop(app, database)
    } else if (performance.now() - askedAt > SAME_PRESS) process.exit(1)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, ask)
  if (process.env['npm_lifecycle_event']) stopWithParent(ask)
}

async function stop(app: FastifyInstance, database: Database): Promise<void> {
  const overdue = setTimeout(() => app.server.closeAllConnections(), DRAIN)
  try {
    await app.close()
  } catch (error) {
    console.error(error)
    process.exitCode = 1
  }
  clearTimeout(overdue)
  await stopPdf()
  await database.close()
}

/** npm runs us in a shell that ends on SIGTERM without passing it on: when it is gone, nobody is left to stop us. */
function stopWithParent(ask: () => void): void {
  const watch = setInterval(() => {
    if (process.ppid === PARENT) return
    clearInterval(watch)
    ask()
  }, 250)
  watch.unref()
}

function say(line: string): void {
  console.log(`Diyar : ${line}`)
}
