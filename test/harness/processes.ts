import { once } from 'node:events'
import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, request as ask } from 'node:http'
import { join } from 'node:path'
import type pg from 'pg'
import { build } from 'vite'
import { packageRoot } from '#server/package-root.ts'
import { listenAnywhere } from '#test/harness/port.ts'
import { begin as beginBuilt, launch as launchBuilt } from '#test/harness/product.ts'

/** Where an installation is, as its settings say. */
export type Settings = Record<string, string>

/** Folder of the programs built for this process alone: another one may be building its own. */
const OUT = join(packageRoot, 'dist', `processus-${process.pid}`)

/** Builds the commands from the sources as they are, beside a page that stands for the screens. @returns what removes them */
export async function buildCommands(): Promise<() => Promise<void>> {
  await build({
    configFile: join(packageRoot, 'build', 'vite.server.config.ts'),
    logLevel: 'error',
    build: { outDir: join(OUT, 'server') },
  })
  await mkdir(join(OUT, 'web'), { recursive: true })
  await writeFile(join(OUT, 'web', 'index.html'), '<!doctype html><title>Diyar</title>')
  return () => rm(OUT, { recursive: true, force: true })
}

/**
 * Another release of the product, as built by `buildCommands`: the same programs beside migrations that may be others.
 * @param folder to make it in @returns where its migrations are, and what `begin` starts it from
 */
export async function copyProduct(folder: string): Promise<{ migrations: string; from: string }> {
  const from = join(folder, 'dist')
  await cp(OUT, from, { recursive: true })
  await cp(join(packageRoot, 'package.json'), join(folder, 'package.json'))
  await symlink(join(packageRoot, 'node_modules'), join(folder, 'node_modules'))
  return { migrations: join(from, 'server', 'db', 'migrations'), from }
}

/** Runs one of the npm commands to its end. @param prefix a command that becomes it, such as `unshare …` */
export const run = (command: string, args: string[], settings: Settings, prefix?: string[]) =>
  begin(command, args, settings, prefix).ended

/** The same while it runs, to be sent signals. @param dist another release, of `copyProduct` */
export const begin = (
  command: string,
  args: string[],
  settings: Settings,
  prefix: string[] = [],
  dist = OUT,
) => beginBuilt(command, { args, settings, prefix, dist })

/** Starts the product and returns once it listens. @param prefix a command that becomes it, such as `unshare …` */
export const launch = (settings: Settings, prefix: string[] = []) =>
  launchBuilt('main', { settings, prefix, dist: OUT })

/** The address of a test database, as DATABASE_URL takes it. */
export function urlOf({ connectionString, host, port, user, database }: pg.ClientConfig): string {
  return (
    connectionString ??
    `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`
  )
}

/** A plain proxy that gives each request to the next server, whoever it comes from. */
export async function roundRobin(targets: string[]) {
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const target = targets[turn++ % targets.length] ?? ''
    const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress }
    const onward = ask(
      `${target}${incoming.url}`,
      { method: incoming.method, headers, agent: false },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  const port = await listenAnywhere(server)
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
