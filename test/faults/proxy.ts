import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type pg from 'pg'
import { listenAnywhere } from '#test/harness/port.ts'

/** A wire to a database that a test can cut, slow down or let hang. */
export interface Proxy {
  /** The connection to use instead of the real one. */
  connection: pg.ClientConfig
  /** Breaks every connection and refuses new ones, as a stopped server does. */
  cut(): Promise<void>
  /** Takes connections but never answers, as a server that hangs does. */
  hang(): void
  /** Every packet from the database arrives this late, in ms. */
  delay(ms: number): void
  /** Breaks the connection that sends this text: before it arrives, or once it has been carried out, before its answer. */
  cutAt(text: string, when: 'before' | 'after'): void
  /** Tells of each packet to the database from now on, and of its connection, once it has been passed on; of none with null. */
  watch(told: ((bytes: Buffer, connection: Socket) => void) | null): void
  /** All is well again. */
  restore(): Promise<void>
  close(): Promise<void>
}

export async function proxyTo(target: pg.ClientConfig): Promise<Proxy> {
  const sockets = new Set<Socket>()
  let late = 0
  let hung = false
  let planned: { text: string; when: 'before' | 'after' } | null = null
  let watcher: Parameters<Proxy['watch']>[0] = null
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // The other side going away is what these tests are about.
    socket.on('error', () => socket.destroy())
    return socket
  }
  const server = createServer((client) => {
    keep(client)
    if (hung) return
    const upstream = keep(open(target))
    let last = false
    client.on('data', (bytes) => {
      const here = planned !== null && bytes.includes(planned.text)
      if (here && planned?.when === 'before') client.destroy()
      else if (!hung) {
        upstream.write(bytes)
        watcher?.(bytes, client)
      }
      last ||= here
    })
    upstream.on('data', (bytes) => {
      if (last) client.destroy()
      else if (late > 0) setTimeout(() => hung || client.destroyed || client.write(bytes), late)
      else if (!hung) client.write(bytes)
    })
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  const dropAll = () => sockets.forEach((socket) => socket.destroy())
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      dropAll()
    })
  const port = await listenAnywhere(server)
  return {
    connection: through(target, port),
    cut: stop,
    hang: () => void (hung = true),
    delay: (ms) => void (late = ms),
    cutAt: (text, when) => void (planned = { text, when }),
    watch: (told) => void (watcher = told),
    async restore() {
      planned = null
      late = 0
      hung = false
      // A call that hung never gets its answer: its connection is gone.
      dropAll()
      if (!server.listening) await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    },
    close: async () => (server.listening ? stop() : undefined),
  }
}

function open(target: pg.ClientConfig): Socket {
  if (target.connectionString) {
    const { hostname, port } = new URL(target.connectionString)
    return connect(Number(port || 5432), hostname)
  }
  return connect(join(target.host ?? '', `.s.PGSQL.${target.port ?? 5432}`))
}

function through(target: pg.ClientConfig, port: number): pg.ClientConfig {
  if (!target.connectionString) return { ...target, host: '127.0.0.1', port }
  const url = new URL(target.connectionString)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return { connectionString: url.href }
}
