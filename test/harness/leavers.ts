import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { BASE } from '#shared/endpoint.ts'
import type { Visitor } from '#test/harness/app.ts'

/** One request as it goes over the wire, for a connection that is then treated as no browser treats it. */
export function wire(
  method: string,
  path: string,
  { as, headers = {}, body = '' }: { as?: Visitor; headers?: Record<string, string>; body?: string } = {},
): string {
  const all = {
    host: 'localhost',
    ...(as && { cookie: as.cookies.line, 'x-xsrf-token': as.cookies.token }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

export const get = (path: string, as?: Visitor) => wire('GET', BASE + path, as && { as })

const open = new Set<Socket>()

/** Ends whatever connection a test has left open. */
export function closeAll(): void {
  for (const socket of open) socket.destroy()
  open.clear()
}

/** A connection that has sent `text`, and reads nothing of what comes back until told to. */
export async function sent(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  open.add(socket)
  socket.on('error', () => {})
  await once(socket, 'connect')
  await new Promise<void>((resolve) => socket.write(text, () => resolve()))
  return socket
}

/** So many connections that have each sent `text`. */
export const crowd = (port: number, many: number, text: string): Promise<Socket[]> =>
  Promise.all(Array.from({ length: many }, () => sent(port, text)))

/** How somebody goes: the connection closed as a closed tab does, or reset as a lost network does. */
export const GOING = {
  closed: (socket: Socket) => socket.destroy(),
  reset: (socket: Socket) => socket.resetAndDestroy(),
}

/** Files below a folder that this process holds open (Linux; elsewhere none are seen). */
export function openFiles(folder: string): string[] {
  const links = process.platform === 'linux' ? readdirSync('/proc/self/fd') : []
  return links.flatMap((link) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${link}`)
      return path.startsWith(folder) ? [path] : []
    } catch {
      return []
    }
  })
}
