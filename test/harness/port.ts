import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Has a server of a test listen on this machine alone, on a port that is free. @returns the port */
export async function listenAnywhere(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('a server without a port')
  return address.port
}

/** A port that nobody listens on now, for a program that must be told one. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listenAnywhere(server)
  server.close()
  await once(server, 'close')
  return port
}
