import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, request as ask } from 'node:http'
import { join } from 'node:path'
import type pg from 'pg'
import { build } from 'vite'
import { BASE } from '#shared/endpoint.ts'
import { packageRoot } from '#server/package-root.ts'

/** Of this process alone: another one may be building its own. */
const OUT = join(packageRoot, 'dist', `processus-${process.pid}`)

/** Builds the commands from the sources as they are, beside a page that stands for the screens. @returns what removes them */
export async function buildCommands(): Promise<() => Promise<void>> {
  await build({
    configFile: join(packageRoot, 'vite.server.config.ts'),
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

const start = (
  command: string,
  args: string[],
  settings: Record<string, string>,
  prefix: string[] = [],
  from = OUT,
) => {
  const env = { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', ...settings }
  const script = join(from, 'server', `${command}.js`)
  const [file = '', ...rest] = [...prefix, process.execPath, script, ...args]
  const child = spawn(file, rest, { env })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, said }))
  return { child, ended, said: () => said }
}

/** Runs one of the npm commands to its end. @param prefix a command that becomes it, such as `unshare …` */
export const run = (command: string, args: string[], settings: Record<string, string>, prefix?: string[]) =>
  start(command, args, settings, prefix).ended

/** The same while it runs, to be sent signals. @param from another release, of `copyProduct` */
export const begin = (
  command: string,
  args: string[],
  settings: Record<string, string>,
  prefix?: string[],
  from?: string,
) => start(command, args, settings, prefix, from)

/**
 * Starts the product and returns once it listens; `stop` asks it to end and gives its exit code and all it said.
 * @param prefix a command that becomes the product, such as `unshare …`
 */
export async function launch(settings: Record<string, string>, prefix: string[] = []) {
  const { child, ended, said } = start('main', [], settings, prefix)
  let over = false
  void ended.then(() => (over = true))
  for (;;) {
    const [, url] = /prêt sur (http:\S+)/.exec(said()) ?? []
    if (url) {
      const stop = () => {
        child.kill('SIGTERM')
        return ended
      }
      return { url, pid: child.pid ?? 0, ended, said, stop }
    }
    if (over) throw new Error(`the product ended:\n${said()}`)
    await Promise.race([once(child.stdout, 'data'), ended])
  }
}

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
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A browser, as far as cookies and the anti-forgery token go. `to` may differ from one call to the next. */
export class Browser {
  readonly #cookies = new Map<string, string>()

  async call(to: string, method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    if (method !== 'GET' && !this.#cookies.has('XSRF-TOKEN'))
      await this.call(to, 'GET', '/sanctum/csrf-cookie')
    const form = body instanceof FormData
    const answer = await fetch(`${to}${BASE}${path}`, {
      method,
      headers: {
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-xsrf-token': this.#cookies.get('XSRF-TOKEN') ?? '',
        ...(body && !form && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: form ? body : JSON.stringify(body) }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    const bytes = Buffer.from(await answer.arrayBuffer())
    const json: unknown = answer.headers.get('content-type')?.includes('json')
      ? JSON.parse(bytes.toString())
      : undefined
    return { statusCode: answer.status, bytes, json }
  }
}
