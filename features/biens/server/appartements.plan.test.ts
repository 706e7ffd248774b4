import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildEtage, idOf } from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
let etage_id: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  etage_id = (await buildEtage(t.db)).id
})
afterAll(() => t.close())

let serial = 0
const fields = (given: Record<string, unknown> = {}) => ({
  etage_id,
  numLot: `P-${++serial}`,
  typeLogement: 'F3',
  surfaceHabitable: 80.5,
  surfaceUtile: 12.25,
  montant: 1250000.75,
  ...given,
})
const form = (given: Record<string, unknown> = {}) =>
  Object.fromEntries(Object.entries(fields(given)).map(([name, value]) => [name, String(value)]))

/** Everything that a refused call must leave alone. */
const everything = async () => ({
  biens: await t.db.selectFrom('biens').selectAll().orderBy('id').execute(),
  appartements: await t.db.selectFrom('appartements').selectAll().orderBy('id').execute(),
  fichiers: await t.db.selectFrom('fichiers').select('id').orderBy('id').execute(),
  journal: await t.db.selectFrom('journal').select('id').orderBy('id').execute(),
})

describe('the plan of an appartement', () => {
  const pdf = (text: string) => Buffer.from(`%PDF-1.4\n${text}\n%%EOF\n`)
  const send = (path: string, given: Record<string, unknown>, content: Buffer | string, name = 'plan.pdf') =>
    karim.form(path, form(given), { part: 'plan_pdf', name, content })
  const kept = async () =>
    (await readdir(join(t.files, 'plans'), { recursive: true })).filter((name) => name.endsWith('.pdf'))

  // spec: APT-70, APT-50, ERR-46
  it('comes back byte for byte, is replaced without a trace and goes with the appartement', async () => {
    const added = await send('/api/appartements', { numLot: 'Plan é' }, pdf('premier'))
    const id = idOf(added)
    expect(added.json).toMatchObject({ plan_pdf: expect.stringMatching(/^plans\/[\w-]+\.pdf$/) })
    const first = await karim.get(`/api/appartements/${id}/plan`)
    expect(first.headers['content-type']).toBe('application/pdf')
    expect(first.headers['content-disposition']).toContain("filename*=UTF-8''Plan%20Plan%20%C3%A9.pdf")
    expect(first.rawPayload.equals(pdf('premier'))).toBe(true)
    await karim.put(`/api/appartements/${id}`, fields())
    expect((await karim.get(`/api/appartements/${id}/plan`)).rawPayload.equals(pdf('premier'))).toBe(true)
    expect(
      (await send(`/api/appartements/${id}?_method=PUT`, {}, pdf('second'), '../../etc/plan.pdf')).statusCode,
    ).toBe(200)
    expect((await karim.get(`/api/appartements/${id}/plan`)).rawPayload.equals(pdf('second'))).toBe(true)
    expect(await kept()).toHaveLength(1)
    expect((await karim.delete(`/api/appartements/${id}`)).statusCode).toBe(200)
    expect(await kept()).toEqual([])
    const without = idOf(await karim.post('/api/appartements', fields()))
    const text = 'Aucun plan PDF disponible pour cet appartement.'
    const none = await karim.get(`/api/appartements/${without}/plan`)
    expect([none.statusCode, none.json]).toEqual([404, { message: text, error: text }])
  })

  it('goes when an edit sends it empty, stays when the edit names it or leaves it out, and is replaced by a file', async () => {
    const added = await send('/api/appartements', {}, pdf('mal attaché'))
    const id = idOf(added)
    const path = `/api/appartements/${id}?_method=PUT`
    const { plan_pdf } = added.json as { plan_pdf: string }
    for (const given of [{}, { plan_pdf }])
      expect((await karim.form(path, form(given))).json).toMatchObject({ plan_pdf })
    expect((await karim.form(path, form({ plan_pdf: '', version: 1 }))).statusCode).toBe(409)
    expect(await kept()).toHaveLength(1)
    expect((await karim.form(path, form({ plan_pdf: '' }))).json).toMatchObject({ id, plan_pdf: null })
    expect(await kept()).toEqual([])
    expect(await t.db.selectFrom('fichiers').selectAll().execute()).toEqual([])
    expect((await karim.get(`/api/appartements/${id}/plan`)).statusCode).toBe(404)
    const last = await t.db.selectFrom('journal').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(last).toMatchObject({ action: 'modifier', avant: { plan_pdf }, apres: { plan_pdf: null } })
    expect((await send(path, { plan_pdf: '' }, pdf('le bon'))).statusCode).toBe(200)
    expect((await karim.get(`/api/appartements/${id}/plan`)).rawPayload.equals(pdf('le bon'))).toBe(true)
    expect((await karim.put(`/api/appartements/${id}`, fields({ plan_pdf: null }))).statusCode).toBe(200)
    expect(await kept()).toEqual([])
  })

  it('must be a PDF of at most 10 Mo; a refused change keeps nothing', async () => {
    const id = idOf(await send('/api/appartements', {}, pdf('gardé')))
    const [before, files] = [await everything(), await kept()]
    const tooBig = Buffer.concat([pdf(''), Buffer.alloc(10 * 1024 * 1024)])
    for (const [content, status, text] of [
      ['<html><script>alert(1)</script></html>', 422, 'Le fichier doit être un PDF.'],
      ['\u0089PNG\r\n', 422, 'Le fichier doit être un PDF.'],
      [tooBig, 413, 'Le fichier dépasse 10 Mo.'],
    ] as const)
      for (const refused of [
        await send('/api/appartements', {}, content),
        await send(`/api/appartements/${id}?_method=PUT`, {}, content),
      ])
        expect([refused.statusCode, refused.json]).toEqual([
          status,
          { message: text, errors: { plan_pdf: [text] } },
        ])
    expect((await send('/api/appartements', { montant: 'x' }, pdf('refusé'))).statusCode).toBe(422)
    expect((await send('/api/appartements', { etage_id: 999_999 }, pdf('refusé'))).statusCode).toBe(422)
    expect(
      (await send(`/api/appartements/${id}?_method=PUT`, { version: 9 }, pdf('refusé'))).statusCode,
    ).toBe(409)
    expect(await everything()).toEqual(before)
    expect(await kept()).toEqual(files)
  })
})
