import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildResidence, idOf } from '#test/harness/builders.ts'
import { binOf, filesOf } from '#test/harness/stored-files.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

const rows = () => t.db.selectFrom('residences').selectAll().orderBy('id').execute()
const keptFiles = () => t.db.selectFrom('fichiers').select(['id', 'nom', 'taille']).orderBy('id').execute()
const storedFiles = async () => (await filesOf(t)).length
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const pdf = (text: string) => Buffer.from(`%PDF-1.7\n% ${text} \u0000\u00FF\n%%EOF\n`, 'latin1')
const plan = (name: string, content: Buffer | string, type?: string) => ({
  part: 'plan_pdf',
  name,
  content,
  ...(type && { type }),
})

describe('residences', () => {
  // spec: RES-38, RES-44, RES-45, RES-46, RES-48
  it('carry a plan that is kept byte for byte until another replaces it or it is taken away', async () => {
    const before = await keptFiles()
    const first = pdf('premier')
    const added = await karim.form(
      '/api/residences',
      { nom: 'Avec plan', adresse: 'Oran' },
      plan('../../etc/passwd.pdf', first),
    )
    expect(added.statusCode).toBe(201)
    const id = idOf(added)
    const { plan_pdf } = added.json as { plan_pdf: string }
    expect(plan_pdf).toMatch(/^plans\/[0-9a-f-]{36}\.pdf$/)
    const shown = await karim.get(`/api/residences/${id}/plan`)
    expect(shown.headers['content-type']).toBe('application/pdf')
    expect(shown.headers['content-disposition']).toBe('inline; filename="Plan Avec plan.pdf"')
    expect(hash(shown.rawPayload)).toBe(hash(first))

    const renamed = await karim.form(`/api/residences/${id}`, {
      _method: 'PUT',
      nom: 'Plan gardé',
      adresse: 'Oran',
      version: '1',
    })
    expect(renamed.json).toMatchObject({ nom: 'Plan gardé', plan_pdf, version: 2 })
    expect(hash((await karim.get(`/api/residence/${id}/plan`)).rawPayload)).toBe(hash(first))

    const second = pdf('second')
    const replaced = await karim.form(
      `/api/residences/${id}`,
      { _method: 'PUT', nom: 'Plan gardé', adresse: 'Oran' },
      plan('plan.pdf', second),
    )
    expect(replaced.json).not.toMatchObject({ plan_pdf })
    expect(hash((await karim.get(`/api/residences/${id}/plan`)).rawPayload)).toBe(hash(second))
    expect(await keptFiles()).toHaveLength(before.length + 1)
    expect(await storedFiles()).toBe(before.length + 1)

    const path = `/api/residences/${id}`
    const edit = { _method: 'PUT', nom: 'Sans plan', adresse: 'Oran', plan_pdf: '' }
    expect((await karim.form(path, edit)).json).toMatchObject({ plan_pdf: null })
    expect((await karim.get(`${path}/plan`)).statusCode).toBe(404)
    expect(await storedFiles()).toBe(before.length)
    expect((await karim.form(path, edit, plan('plan.pdf', first))).statusCode).toBe(200)
    expect((await karim.delete(`/api/residences/${id}`)).statusCode).toBe(200)
    expect(await keptFiles()).toEqual(before)
    expect(await storedFiles()).toBe(before.length)
    expect(await binOf(t)).toHaveLength(3)
  })

  // spec: RES-39
  it.each([
    [
      'an HTML page named .pdf',
      plan('plan.pdf', '<html><script>alert(1)</script></html>'),
      422,
      'Le fichier doit être un PDF.',
    ],
    ['a picture', plan('plan.png', '\u0089PNG\r\n', 'image/png'), 422, 'Le fichier doit être un PDF.'],
    [
      'a page with a PDF further down',
      plan('plan.pdf', `<html>${pdf('x').toString('latin1')}`),
      422,
      'Le fichier doit être un PDF.',
    ],
    ['an empty file', plan('plan.pdf', ''), 422, 'Le fichier doit être un PDF.'],
    [
      'ten mebibytes and a byte',
      plan('plan.pdf', Buffer.concat([pdf('x'), Buffer.alloc(10 * 1024 * 1024 + 1)])),
      413,
      'Le fichier dépasse 10 Mo.',
    ],
  ])('refuses %s as a plan and keeps nothing of it', async (_what, file, status, text) => {
    const before = [await rows(), await keptFiles(), await storedFiles(), await binOf(t)]
    const refused = await karim.form('/api/residences', { nom: 'Sans plan', adresse: 'Oran' }, file)
    expect([refused.statusCode, refused.json]).toEqual([
      status,
      { message: text, errors: { plan_pdf: [text] } },
    ])
    expect([await rows(), await keptFiles(), await storedFiles(), await binOf(t)]).toEqual(before)
  })

  it('leave no bytes behind when the rest of the form is refused', async () => {
    const { nom } = await buildResidence(t.db)
    const before = [await keptFiles(), await storedFiles(), await binOf(t)]
    expect(
      (await karim.form('/api/residences', { nom, adresse: 'Oran' }, plan('plan.pdf', pdf('x')))).statusCode,
    ).toBe(422)
    expect([await keptFiles(), await storedFiles(), await binOf(t)]).toEqual(before)
  })
})
