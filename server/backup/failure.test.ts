import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { rememberFailure } from '#server/backup/failure.ts'
import { listenAnywhere } from '#test/harness/port.ts'

it('what failed is kept no longer than somebody waits: a database that accepts and says nothing holds no server that stops', async () => {
  const silent = createServer()
  const port = await listenAnywhere(silent)
  const stopping = new AbortController()
  const reached = once(silent, 'connection')
  const kept = rememberFailure(
    'sauvegarde',
    { host: '127.0.0.1', port, user: 'diyar', database: 'diyar' },
    new Error('cut'),
    stopping.signal,
  )
  await reached
  stopping.abort()
  expect(await kept).toBeUndefined()
  silent.close()
})
