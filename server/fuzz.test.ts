import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Shape } from '#server/route.ts'
import { startApp, type TestApp, type Visitor } from '#test/app.ts'
import { buildAppartement, buildClient, buildLocal, buildPlace, idOf, pay, sell } from '#test/builders.ts'
import { readPools } from '#test/fuzz-pools.ts'
import { hostileValues, makeRequest, seeded } from '#test/fuzz.ts'

const SEED = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 6000)
const LANES = 4

/** Access is limited by throttling and has tests of its own. */
const LEFT_OUT = new Set(['/login', '/register', '/logout'])
const REFUSALS = new Set([400, 404, 409, 413, 415, 422, 429])
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

let t: TestApp
let karim: Visitor
let self: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  self = idOf(await karim.get('/api/user'))
  await seedPortfolio()
})
afterAll(() => t.close())

async function seedPortfolio(): Promise<void> {
  for (let n = 0; n < 6; n++) {
    const client = await buildClient(t.db)
    for (const build of [buildAppartement, buildLocal, buildPlace]) {
      await pay(t.db, await sell(t.db, await build(t.db), client.id), 1000)
      await build(t.db)
    }
  }
  await t.db.updateTable('parkings').set({ nb_places: 1000 }).execute()
  const { id: residence } = await t.db.selectFrom('residences').select('id').executeTakeFirstOrThrow()
  const { id: lot } = await t.db.selectFrom('appartements').select('id').executeTakeFirstOrThrow()
  const plan = { part: 'plan_pdf', name: 'plan.pdf', content: PDF }
  await karim.form(
    `/api/residences/${residence}`,
    { _method: 'PUT', nom: 'Avec plan', adresse: 'Alger' },
    plan,
  )
  const { etage_id } = await t.db
    .selectFrom('appartements')
    .select('etage_id')
    .where('id', '=', lot)
    .executeTakeFirstOrThrow()
  const fields = {
    numLot: 'P1',
    typeLogement: 'F2',
    surfaceHabitable: '50',
    surfaceUtile: '5',
    montant: '1000000',
    etage_id: String(etage_id),
  }
  await karim.form(`/api/appartements/${lot}?_method=PUT`, fields, plan)
}

/** Papers and passwords cost a hundred times a reading: fewer of them. */
function weight({ path, contentType, body }: Shape): number {
  if (/print-all|export|generate-pdf/.test(path)) return 1
  if (contentType || (path.startsWith('/api/members') && body)) return 4
  return 20
}

interface Tally {
  calls: number
  accepted: number
}

it(`answers ${REQUESTS} made-up requests without a 5xx, each as its contract says (seed ${SEED})`, async () => {
  const random = seeded(SEED)
  const hostile = hostileValues(SEED)
  let last = 1000
  const serial = () => ++last
  const contracts = t.app.contracts.filter(({ path }) => !LEFT_OUT.has(path))
  const wheel = contracts.flatMap((contract) => Array.from({ length: weight(contract) }, () => contract))
  const wrong: unknown[] = []
  const tallies = new Map<string, Tally>()
  let pools = await readPools(t.db, self)

  const draw = () => wheel[Math.floor(random() * wheel.length)]
  const one = async (contract = draw()) => {
    if (!contract) return
    const { url, body } = makeRequest(contract, { random, pools, hostile, serial })
    const token = karim.cookies.get('XSRF-TOKEN') ?? ''
    const answer = await karim.send({
      method: contract.method,
      url,
      headers: { 'x-xsrf-token': token },
      ...(body && { payload: body }),
    })
    const told = {
      call: `${contract.method} ${contract.path}`,
      url,
      body,
      status: answer.statusCode,
      answer: answer.body.slice(0, 300),
    }
    const tally = tallies.get(told.call) ?? { calls: 0, accepted: 0 }
    tallies.set(told.call, {
      calls: tally.calls + 1,
      accepted: tally.accepted + (answer.statusCode < 300 ? 1 : 0),
    })
    const kept =
      answer.statusCode < 300
        ? !contract.response || z.safeDecode(contract.response, answer.json).success
        : REFUSALS.has(answer.statusCode)
    if (!kept) wrong.push(told)
  }
  for (const contract of contracts) await one(contract)
  for (let done = 0; done < REQUESTS; done += LANES) {
    if (done % (LANES * 10) === 0) pools = await readPools(t.db, self)
    await Promise.all(Array.from({ length: LANES }, () => one()))
  }

  expect(wrong).toEqual([])
  // A fuzz whose requests are all refused sees nothing.
  const blind = [...tallies].filter(([, { calls, accepted }]) => calls >= 20 && accepted / calls < 0.05)
  expect(blind).toEqual([])
}, 900_000)
