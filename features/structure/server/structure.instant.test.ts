import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '#server/http/app.ts'
import { diskStore } from '#server/files/disk.ts'
import { startApp, Visitor, type TestApp } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEtage,
  buildParking,
  buildPlace,
  buildResidence,
  sell,
} from '#test/harness/builders.ts'
import { watched } from '#test/harness/watched.ts'

let t: TestApp
/** On a server that lets `between` happen once it has had so many answers from the database. */
let slow: Visitor
let app: Awaited<ReturnType<typeof createApp>>
let answers = 0
let between: { after: number; happen: () => Promise<void> } | undefined
beforeAll(async () => {
  t = await startApp()
  const karim = await t.member()
  const db = watched(t.db, async () => {
    if (++answers === between?.after) await between.happen()
  })
  app = await createApp({ db, files: diskStore(t.files) })
  slow = new Visitor(app)
  for (const [name, value] of karim.cookies) slow.cookies.set(name, value)
})
afterAll(async () => {
  await app.close()
  await t.close()
})

/** A residence with a bloc, an étage, a sold lot and a parking, and how it grows by as much again. */
async function residenceThatGrows() {
  const residence_id = (await buildResidence(t.db)).id
  const bloc_id = (await buildBloc(t.db, { residence_id })).id
  const etage_id = (await buildEtage(t.db, { bloc_id })).id
  const client_id = (await buildClient(t.db)).id
  const parking_id = (await buildParking(t.db, { residence_id })).id
  const grow = async () => {
    await sell(t.db, await buildAppartement(t.db, { etage_id }), client_id)
    const etage = await buildEtage(t.db, { bloc_id: (await buildBloc(t.db, { residence_id })).id })
    await sell(t.db, await buildAppartement(t.db, { etage_id: etage.id }), client_id)
    await sell(
      t.db,
      await buildAppartement(t.db, { etage_id: (await buildEtage(t.db, { bloc_id })).id }),
      client_id,
    )
    await sell(t.db, await buildPlace(t.db, { parking_id }), client_id)
    await buildParking(t.db, { residence_id })
  }
  await grow()
  return { residence_id, bloc_id, etage_id, client_id, grow }
}

it.each([
  ['the report of a residence', '/api/residences/{residence_id}/report'],
  ['the report of a bloc', '/api/blocs/{bloc_id}/report'],
  ['the report of an étage', '/api/etages/{etage_id}/report'],
  ['the blocs of a residence', '/api/blocs?page=1&residence_id={residence_id}&per_page=100'],
  ['the étages of a bloc', '/api/etages?page=1&bloc_id={bloc_id}&per_page=100'],
  ['the parkings', '/api/parkings?per_page=1000'],
  ['the places of a client', '/api/place-parking-client/{client_id}'],
])('%s: what was there before or what is there after, never something of both', async (_what, path) => {
  const mixed: number[] = []
  for (let after = 1, enough = false; !enough; after++) {
    const { grow, ...ids } = await residenceThatGrows()
    const reading = path.replace(/\{(\w+)\}/, (_all, name: keyof typeof ids) => String(ids[name]))
    const before = await slow.get(reading)
    answers = 0
    between = { after, happen: grow }
    const read = await slow.get(reading)
    between = undefined
    enough = answers < after
    if (enough) await grow()
    const now = await slow.get(reading)
    expect([read.statusCode, before.statusCode, now.statusCode]).toEqual([200, 200, 200])
    expect(now.body).not.toBe(before.body)
    if (read.body !== before.body && read.body !== now.body) mixed.push(after)
    expect(after).toBeLessThan(20)
  }
  expect(mixed).toEqual([])
})
