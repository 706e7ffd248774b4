import type { FastifyInstance } from 'fastify'
import { createApp } from '#server/http/app.ts'
import { backUpNightly, backupFolder } from '#server/backup/nightly.ts'
import type { Config } from '#server/config.ts'
import { prepareDataFolder, explainFullDisk } from '#server/files/disk-space.ts'
import { isClusterMissing } from '#server/database/embedded-cluster.ts'
import { openDatabase, type Database } from '#server/database/pool.ts'
import { count } from '#server/database/records.ts'
import { stopPdf, describeMoteur } from '#server/documents/pdf.ts'
import { refuseForNewDatabase, claimStore } from '#server/files/installation.ts'
import { openFiles } from '#server/files/open.ts'
import type { FileStore } from '#server/files/store.ts'
import { loggerOptions } from '#server/http/log.ts'
import { REQUESTS, STOP } from '#server/limits.ts'
import { migrateAloud } from '#server/mise-a-jour.ts'
import { builtScreens } from '#server/package-root.ts'
import { codeOf, CommandError } from '#server/refusal.ts'
import { commande } from '#server/version.ts'

/** Parent process; a later change of `process.ppid` means that it has ended. */
const PARENT = process.ppid

/**
 * Starts the product, prints its address and returns once it listens; a signal stops it.
 * @param prepare work on the migrated database before the first request. @throws CommandError when it cannot start; nothing is left running then
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
    const logger = loggerOptions(config.logLevel, process.stderr)
    await migrateAloud({ connection: database.connection, config, logger, say })
    const warning = await claimStore(files, database.db)
    if (warning !== null) say(warning)
    const moteur = describeMoteur()
    if (moteur !== null) say(moteur)
    await prepare(database, files)
    const integree = config.databaseUrl === undefined
    const sauvegardes = { connection: database.connection, folder: backupFolder(dataDir), integree }
    const app = await createApp({
      db: database.db,
      files,
      sauvegardes,
      screens: screens(),
      logger,
      trustProxy: proxies(config.trustProxy),
      hosts: config.hosts,
    })
    backUpNightly(app, sauvegardes.connection, sauvegardes.folder)
    stopOnSignal(app, database)
    // Asked before anybody may stop the server because it said that it is ready.
    const empty = (await count(database.db, 'membres')) === 0
    await listen(app, config)
    announce(app, config, empty)
  } catch (error) {
    await database.close()
    throw config.databaseUrl ? error : await explainFullDisk(dataDir, error)
  }
}

const proxies = (trusted: Config['trustProxy']) =>
  typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted

function screens(): string {
  const folder = builtScreens()
  if (!folder)
    throw new CommandError('les écrans ne sont pas construits : lancez « npm start », ou « npm run build ».')
  return folder
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port, backlog: REQUESTS.backlog })
  } catch (error) {
    await app.close()
    const code = codeOf(error)
    if (code === 'EADDRINUSE')
      throw new CommandError(
        `le port ${port} est déjà utilisé : arrêtez ce qui l'occupe, ou choisissez-en un autre, par exemple PORT=${port + 1} ${commande('main')}.`,
      )
    if (code === 'EACCES')
      throw new CommandError(
        `ce compte n'a pas le droit d'ouvrir le port ${port} : choisissez-en un au-dessus de 1023 avec PORT.`,
      )
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new CommandError(`cette machine n'a pas l'adresse ${host} : corrigez HOST.`)
    throw error
  }
}

function announce(app: FastifyInstance, { host }: Config, empty: boolean): void {
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : ''
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  say(`prêt sur http://${shown}:${port}`)
  if (empty) say('la base est vide : le premier compte créé est actif tout de suite.')
}

/** The first signal ends the calls in progress and the database; a second one exits at once. */
function stopOnSignal(app: FastifyInstance, database: Database): void {
  let askedAt: number | null = null
  const ask = () => {
    if (askedAt === null) {
      askedAt = performance.now()
      void stop(app, database)
    } else if (performance.now() - askedAt > STOP.samePress) process.exit(1)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, ask)
  if (process.env['npm_lifecycle_event']) stopWithParent(ask)
}

async function stop(app: FastifyInstance, database: Database): Promise<void> {
  const overdue = setTimeout(() => app.server.closeAllConnections(), STOP.drain)
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

/** npm runs the server in a shell that ends on SIGTERM without passing it on, so the server also stops when its parent has ended. */
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
