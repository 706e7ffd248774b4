import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { BUSIEST, FILTERED } from '../bench/calls.ts'
import { bareAnswer } from '../bench/bare-answer.ts'
import { BARE } from '../bench/bare-statements.ts'
import { fillBench } from '../bench/dataset.ts'

let t: TestApp
let banc: Visitor
beforeAll(async () => {
  t = await startApp()
  banc = await t.member()
  await fillBench(t.connection, 2_000)
})
afterAll(() => t.close())

// spec: RE-68
it.each([...FILTERED, ...BUSIEST])(
  '$name, written by hand, answers what the product does',
  async ({ path }) => {
    const { statusCode, json } = await banc.send({ method: 'GET', url: path })
    expect(statusCode).toBe(200)
    const url = new URL(path, 'http://banc')
    const written = BARE.find((one) => one.path === url.pathname)
    if (!written) throw new Error(`nothing written by hand for ${path}`)
    expect(await bareAnswer(t.pool, written, Object.fromEntries(url.searchParams))).toEqual(json)
  },
)
