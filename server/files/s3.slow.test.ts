import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { s3Store } from '#server/files/s3.ts'
import { listenAnywhere } from '#test/harness/port.ts'

/** The system opens its window by megabytes: a line within one machine is silent meanwhile. */
const PATIENCE = 2_000
const ID = '00000000-0000-4000-8000-000000000001'
const FILE = Buffer.alloc(10 * 1024 * 1024, 'a')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'diyar-s3-lent-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A store that takes so many bytes each 50 ms, until it has taken `most`; then it is silent, or answers once it has all. */
async function slowStore(step: number, most: number) {
  const sockets = new Set<Socket>()
  const heard = { bytes: 0, length: 0 }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.pause()
    void (async () => {
      while (!socket.destroyed && heard.bytes < most) {
        const chunk = (socket.read(Math.min(step, socket.readableLength || 1)) ?? null) as Buffer | null
        if (chunk) {
          if (heard.length === 0) {
            const [, length = '0'] = /content-length: (\d+)/i.exec(chunk.toString('latin1')) ?? []
            heard.length = Number(length)
          }
          heard.bytes += chunk.length
        }
        if (heard.length > 0 && heard.bytes > heard.length) {
          socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
          return
        }
        await delay(50)
      }
    })()
  })
  const port = await listenAnywhere(server)
  const config = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'dz-alger-1',
    bucket: 'plans',
    accessKeyId: 'DIYARTEST',
    secretAccessKey: 'secret',
  }
  return {
    config,
    heard,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

async function keep(remote: { config: Parameters<typeof s3Store>[0] }): Promise<string> {
  const store = s3Store(remote.config, folder, PATIENCE)
  const draft = await store.draft()
  await writeFile(draft, FILE)
  return store.keep(draft, ID).then(
    () => 'kept',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'failed'),
  )
}

// spec: RE-52
it('a file that a store takes slowly is kept, however long it takes as a whole', async () => {
  const remote = await slowStore(100 * 1024, Infinity)
  const since = performance.now()
  expect(await keep(remote)).toBe('kept')
  expect(performance.now() - since).toBeGreaterThan(2 * PATIENCE)
  expect(remote.heard.length).toBe(FILE.length)
  await remote.close()
})

// spec: RE-52
it('a store that takes no more of a file is given up', async () => {
  const remote = await slowStore(256 * 1024, 1024 * 1024)
  const since = performance.now()
  expect(await keep(remote)).toBe('ETIMEDOUT')
  expect(performance.now() - since).toBeLessThan(5 * PATIENCE)
  await remote.close()
})
