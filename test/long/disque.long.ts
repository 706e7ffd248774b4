import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll } from 'vitest'
import { clusterOf } from '#server/database/embedded-cluster.ts'
import { connect } from '#server/database/pool.ts'
import { launchOnSmallDisk, whyNoSmallDisk } from '#test/faults/full-disk.ts'
import { bareDatabase } from '#test/harness/database.ts'
import { failedInvariants } from '#test/harness/invariants.ts'
import { dataFolder, drop } from '#test/faults/kills.ts'
import { check, scaled, type Tally } from '#test/long/check.ts'
import { buildCommands, urlOf } from '#test/harness/processes.ts'
import { compare, prepareWriting, startWriters } from '#test/faults/writers.ts'

beforeAll(() => buildCommands())

const AWAY = 'Service momentanément indisponible. Réessayez dans un instant.'
const BACK_WITHIN = 10_000
const PDF = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(1 << 20, 0x20), Buffer.from('\n%%EOF\n')])

type SmallDisk = Awaited<ReturnType<typeof launchOnSmallDisk>>

/** A server on a disk of so many megabytes, ended whatever the check finds. */
async function onSmallDisk(
  tally: Tally,
  megabytes: number,
  settings: Record<string, string>,
  work: (server: SmallDisk, folder: string) => Promise<void>,
): Promise<void> {
  const folder = await dataFolder()
  const server = await launchOnSmallDisk(megabytes, folder, { LOG_LEVEL: 'silent', ...settings })
  try {
    await work(server, folder)
  } finally {
    await server.free()
    const { code } = await server.stop()
    if (code !== 0) tally.fail(`ended with ${code}`)
    await drop(folder)
  }
}

/** A check that needs root; without, the table says so. */
const rootCheck = (what: string, work: (tally: Tally) => Promise<void>) =>
  check(what, async (tally) => {
    const why = whyNoSmallDisk()
    if (why === null) await work(tally)
    else tally.note = why
  })

rootCheck('disque plein : la base, sous 8 écrivains', (tally) =>
  onSmallDisk(tally, 160, {}, async (server, folder) => {
    const inside = join('/proc', String(server.pid), 'root', clusterOf(folder))
    const { db } = connect({ host: inside, port: 5432, user: 'diyar', database: 'diyar', password: '' })
    const writers = startWriters(() => server.url, await prepareWriting(server.url, db), 900)
    let slowest = 0
    for (let cycle = 0; cycle < scaled(5); cycle++) {
      writers.cut()
      writers.refusals()
      writers.resume()
      await delay(300)
      await server.fill()
      await delay(3_000)
      const { status } = await fetch(`${server.url}/healthz`)
      const refused = writers.cut()
      tally.expect(status === 200 && refused > 0, `healthz ${status}, ${refused} refused on a full disk`)
      await server.free()
      const freed = performance.now()
      await writers.pause()
      await writers.insist()
      slowest = Math.max(slowest, performance.now() - freed)
      for (const said of writers.refusals()) if (said !== `503 ${AWAY}`) tally.fail(`answered ${said}`)
    }
    if (slowest > BACK_WITHIN) tally.fail(`back after ${Math.round(slowest)} ms`)
    const { lost, doubled } = await compare(db, writers)
    for (const key of [...lost, ...doubled]) tally.fail(`lost or twice: ${key}`)
    for (const rule of await failedInvariants(db)) tally.fail(rule)
    await db.destroy()
    tally.note = `${writers.acknowledged.size} paiements acquittés, ${lost.length} perdus, retour en ${Math.round(slowest)} ms au plus`
  }),
)

rootCheck('disque plein : les plans', async (tally) => {
  const database = await bareDatabase()
  await onSmallDisk(tally, 3, { DATABASE_URL: urlOf(database.connection) }, async (server) => {
    const { browser } = await prepareWriting(server.url, database.db)
    const send = async (n: number) => {
      const form = new FormData()
      form.set('nom', `Les Pins ${n}`)
      form.set('adresse', 'Oran')
      form.set('plan_pdf', new File([PDF], 'plan.pdf', { type: 'application/pdf' }))
      const { statusCode, json } = await browser.call(server.url, 'POST', '/api/residences', form)
      return `${statusCode} ${JSON.stringify(json)}`
    }
    const plans = () => server.files('fichiers')
    await server.fill()
    for (let n = 0; n < scaled(50); n++) {
      const said = await send(n)
      tally.expect(said === `503 ${JSON.stringify({ message: AWAY })}`, said)
    }
    const rows = await database.db
      .selectFrom('residences')
      .select('id')
      .where('nom', 'like', 'Les Pins%')
      .execute()
    if (rows.length > 0) tally.fail(`${rows.length} refused residences are there`)
    if ((await plans()).length > 0) tally.fail(`half files stay: ${(await plans()).join()}`)
    await server.free()
    const said = await send(-1)
    if (!said.startsWith('201')) tally.fail(`with room again: ${said}`)
    if ((await plans()).length !== 1) tally.fail('the plan is not there')
  })
  await database.close()
})
