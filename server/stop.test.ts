import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#server/database/pool.ts'
import { failedInvariants } from '#test/harness/invariants.ts'
import { dataFolder, drop } from '#test/faults/kills.ts'
import { buildCommands, launch } from '#test/harness/processes.ts'
import { prepareWriting } from '#test/faults/writers.ts'

beforeAll(() => buildCommands())

const IN_FLIGHT = 100

it('SIGTERM with 100 payments in flight: each is answered, the answer is true, and it ends well within its limit', async () => {
  const folder = await dataFolder()
  const server = await launch({ DATA_DIR: folder, LOG_LEVEL: 'silent' })
  const database = await openDatabase({ dataDir: folder, databaseUrl: undefined }, { adopt: true })
  const { browser, bodies } = await prepareWriting(server.url, database.db)
  await database.close()
  // A hundred connections are accepted first: a request that had not come so far would not be in flight.
  await Promise.all(Array.from({ length: IN_FLIGHT }, () => browser.call(server.url, 'GET', '/api/user')))
  const answers = new Map<string, number>()
  const sent = Array.from({ length: IN_FLIGHT }, async (_, n) => {
    const key = `envoi-${n}`
    const { statusCode } = await browser.call(server.url, 'POST', '/api/paiements', {
      ...bodies[n % bodies.length],
      details: key,
    })
    answers.set(key, statusCode)
  })
  const settled = Promise.allSettled(sent)
  // The other requests have arrived once the first ones are answered.
  while (answers.size < 5) await delay(1)
  const before = answers.size
  const asked = performance.now()
  const { code } = await server.stop()
  const took = performance.now() - asked
  const unanswered = (await settled).filter(({ status }) => status === 'rejected')
  expect(code).toBe(0)
  expect(took).toBeLessThan(15_000)
  expect(before).toBeLessThan(IN_FLIGHT)
  expect(unanswered.map((one) => String(one.status === 'rejected' && one.reason.cause))).toEqual([])
  expect([...answers.values()].filter((status) => status !== 201 && status !== 503)).toEqual([])

  const again = await openDatabase({ dataDir: folder, databaseUrl: undefined })
  const rows = await again.db.selectFrom('paiements').select('details').execute()
  const accepted = [...answers].filter(([, status]) => status === 201).map(([key]) => key)
  expect(rows.map(({ details }) => details ?? '').toSorted()).toEqual(accepted.toSorted())
  expect(await failedInvariants(again.db)).toEqual([])
  await again.close()
  await drop(folder)
}, 120_000)
