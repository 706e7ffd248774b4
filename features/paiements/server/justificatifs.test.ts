import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, buildResidence, idOf, sell } from '#test/harness/builders.ts'
import { filesOf } from '#test/harness/stored-files.ts'
import { fingerprints } from '#test/harness/tables.ts'

const MO10 = 10 * 1024 * 1024
const bytes = (text: string) => Buffer.from(text, 'latin1')
/** So many bytes of one kind: what it begins and ends with, and anything between. */
const made = (head: string, tail: string, size: number) => {
  const content = Buffer.alloc(size, 0x41)
  bytes(head).copy(content)
  bytes(tail).copy(content, size - tail.length)
  return content
}
const PDF = ['%PDF-1.7\n', '\n%%EOF\n'] as const
const JPEG = ['\u00FF\u00D8\u00FF\u00E0', '\u00FF\u00D9'] as const
const PNG = ['\u0089PNG\r\n\u001A\n', 'IEND\u00AE\u0042\u0060\u0082'] as const

let t: TestApp
let karim: Visitor
let client: number
let bien: number
let paiement: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
beforeEach(async () => {
  client = (await buildClient(t.db)).id
  bien = await buildAppartement(t.db, { prix: 1_000_000_000 })
  await sell(t.db, bien, client)
  paiement = idOf(await karim.post('/api/paiements', saisie()))
})
afterAll(() => t.close())

const saisie = () => ({
  client_id: client,
  appartement_id: bien,
  date_paiement: '2026-01-15',
  versement: 1000,
})
const path = () => `/api/paiements/${paiement}/justificatif`
const join = (name: string, content: Buffer, type?: string) =>
  karim.form(path(), {}, { part: 'justificatif', name, content, ...(type !== undefined && { type }) })
const version = async () =>
  ((await karim.get(`/api/paiements/${paiement}`)).json as { version: number }).version
const traces = async () => ({ tables: await fingerprints(t.db), files: await filesOf(t) })

describe('a proof', () => {
  // spec: EN-06
  it.each([
    ['bordereau.pdf', made(...PDF, 3000), 'application/pdf'],
    ['photo du chèque.jpg', made(...JPEG, 5000), 'image/jpeg'],
    ['capture.png', made(...PNG, 5000), 'image/png'],
    ['رصيد.jpeg', made(...JPEG, MO10), 'image/jpeg'],
  ])('%s comes back byte for byte, under its own type and name', async (name, content, type) => {
    const joined = await join(name, content)
    expect([joined.statusCode, joined.json]).toMatchObject([
      200,
      { id: paiement, justificatif: name, message: 'Justificatif enregistré.' },
    ])
    const { statusCode, headers, rawPayload } = await karim.get(path())
    expect([statusCode, headers['content-type'], headers['x-content-type-options']]).toEqual([
      200,
      type,
      'nosniff',
    ])
    expect(headers['content-disposition']).toMatch(/^inline; /)
    expect(headers['content-disposition']).toContain(encodeURIComponent(name))
    expect(rawPayload.equals(content)).toBe(true)
  })

  // spec: EN-06
  it('is refused without a trace when it is anything else', async () => {
    const NON = 'Le fichier doit être un PDF, un JPEG ou un PNG.'
    const html = bytes('<!doctype html><script>alert(1)</script>')
    for (const [name, content, status, sentence] of [
      ['page.pdf', html, 422, NON],
      ['page.jpg', html, 422, NON],
      ['anim.png', bytes('GIF89a\u0001\u0000\u0001\u0000\u0000;'), 422, NON],
      ['dessin.png', bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 422, NON],
      ['coupée.jpg', made(JPEG[0], 'AAAA', 5000), 422, NON],
      ['coupé.png', made(PNG[0], 'AAAA', 5000), 422, NON],
      ['coupé.pdf', made(PDF[0], 'AAAA', 5000), 422, NON],
      ['finie trop tôt.jpg', Buffer.concat([made(...JPEG, 100), Buffer.alloc(4000)]), 422, NON],
      ['vide.pdf', Buffer.alloc(0), 422, 'Choisissez un fichier.'],
      ['lourde.jpg', made(...JPEG, MO10 + 1), 413, 'Le fichier dépasse 10 Mo.'],
    ] as const) {
      const before = await traces()
      const answer = await join(name, content)
      expect([name, answer.statusCode, answer.json]).toEqual([
        name,
        status,
        { message: sentence, errors: { justificatif: [sentence] } },
      ])
      expect(await traces()).toEqual(before)
    }
    const before = await traces()
    const none = await karim.form(path(), {})
    expect([none.statusCode, none.json]).toMatchObject([422, { message: 'Choisissez un fichier.' }])
    const unknown = await karim.form(
      '/api/paiements/99999999/justificatif',
      {},
      { part: 'justificatif', name: 'a.pdf', content: made(...PDF, 100) },
    )
    expect(unknown.statusCode).toBe(404)
    expect(await traces()).toEqual(before)
    const missing = await karim.get(path())
    expect([missing.statusCode, missing.json]).toEqual([
      404,
      { message: "Aucun justificatif n'est joint à ce paiement." },
    ])
  })

  // spec: EN-06
  it('may be a picture, a plan may not', async () => {
    const { id } = await buildResidence(t.db)
    const before = await traces()
    const plan = { part: 'plan_pdf', name: 'plan.pdf', content: made(...JPEG, 3000) }
    const answer = await karim.form(
      `/api/residences/${id}?_method=PUT`,
      { nom: 'Les Pins', adresse: 'Alger' },
      plan,
    )
    expect([answer.statusCode, answer.json]).toMatchObject([422, { message: 'Le fichier doit être un PDF.' }])
    expect(await traces()).toEqual(before)
  })

  // spec: EN-07
  it('that is replaced or taken away, or whose payment goes, leaves no file; no version moves by it', async () => {
    const start = await filesOf(t)
    const before = await version()
    await join('un.pdf', made(...PDF, 100))
    const [one, ...others] = (await filesOf(t)).filter((file) => !start.includes(file))
    expect(others).toEqual([])
    await join('deux.png', made(...PNG, 100))
    const [two, ...more] = (await filesOf(t)).filter((file) => !start.includes(file))
    expect([more, two === one]).toEqual([[], false])
    expect(await version()).toBe(before)

    const removed = await karim.delete(path())
    expect([removed.statusCode, removed.json]).toEqual([200, { message: 'Justificatif retiré.' }])
    expect(await filesOf(t)).toEqual(start)
    expect((await karim.delete(path())).statusCode).toBe(404)
    expect(await version()).toBe(before)

    await join('trois.jpg', made(...JPEG, 100))
    expect(await filesOf(t)).toHaveLength(start.length + 1)
    expect((await karim.delete(`/api/paiements/${paiement}`)).statusCode).toBe(200)
    expect(await filesOf(t)).toEqual(start)
    expect(await t.db.selectFrom('fichiers').select('nom').where('nom', '=', 'trois.jpg').execute()).toEqual(
      [],
    )
  })
})
