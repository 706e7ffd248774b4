import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, idOf, pay, sell } from '#test/harness/builders.ts'
import { morceau } from '#db/png.ts'
import { unJpeg, unPng, unPngDe } from '#test/harness/images.ts'
import { failedInvariants } from '#test/harness/invariants.ts'
import { picturesOf } from '#test/harness/pdf.ts'
import { binOf, filesOf } from '#test/harness/stored-files.ts'

const REFUS =
  'Cette image ne peut pas être imprimée : choisissez un PNG ou un JPEG de 1000 × 1000 points et 200 Ko au plus.'
const KO = 1024
const sarl = { nom: 'SARL Bâtir', email: 'contact@batir.dz', telephone: '021 55 66 77', adresse: 'Alger' }

let t: TestApp
let karim: Visitor
let path: string
let id: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(async () => {
  await t.close()
  await stopPdf()
})
beforeEach(async () => {
  for (const { id: former } of (await karim.get('/api/promoteurs')).json as { id: number }[])
    await karim.delete(`/api/promoteurs/${former}`)
  id = idOf(await karim.post('/api/promoteurs', sarl))
  path = `/api/promoteurs/${id}/logo`
})

const send = (content: Buffer | string, name = 'logo.png') =>
  karim.form(path, { _method: 'PUT' }, { part: 'logo', name, type: 'image/png', content })
const lines = async () =>
  await t.db
    .selectFrom('journal')
    .select(['action', 'avant', 'apres'])
    .where('objet', '=', 'promoteur')
    .where('objet_id', '=', id)
    .orderBy('id')
    .execute()
const state = async () => [
  await lines(),
  await t.db.selectFrom('promoteurs').selectAll().execute(),
  await filesOf(t),
]

const png = unPng(400, 200)
/** IHDR of a PNG that claims this size, its sum right. */
const claiming = (largeur: number, hauteur: number) => unPng(largeur, hauteur, { points: Buffer.alloc(64) })

describe('a logo', () => {
  // spec: AD-14
  it.each<[string, Buffer | string]>([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'],
    ['an SVG that says it is a PNG', Buffer.concat([Buffer.from('<?xml version="1.0"?><svg>'), png])],
    ['a PNG of 201 Ko', unPngDe(201 * KO)],
    ['a PNG of one byte too many', unPngDe(200 * KO + 1)],
    ['a PDF', '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'],
    ['a JPEG cut short', unJpeg().subarray(0, -20)],
    [
      'a JPEG cut short whose end was put back',
      Buffer.concat([unJpeg().subarray(0, 150), Buffer.from([0xff, 0xd9])]),
    ],
    ['a PNG cut short', png.subarray(0, -30)],
    ['a PNG with a wrong sum', Buffer.from(png).fill(1, 45, 50)],
    ['a PNG whose lines are missing', claiming(1000, 1000)],
    ['a PNG of 65 535 × 65 535 points', claiming(65_535, 65_535)],
    ['a PNG one point too wide', unPng(1001, 10)],
    ['a PNG one point too high', unPng(10, 1001)],
    ['a PNG that unfolds to 100 Mo', unPng(10, 10, { points: Buffer.alloc(100 << 20) })],
    ['a PNG without a point', unPng(0, 0, { points: Buffer.alloc(8) })],
    [
      'a PNG with an archive behind it',
      Buffer.concat([png, Buffer.from('PK\u0003\u0004'), Buffer.from('IEND')]),
    ],
    [
      'a PNG with a page in it',
      unPng(40, 20, { plus: [morceau('tEXt', Buffer.from('a\0<script>alert(1)</script>'))] }),
    ],
    ['a PNG with a PDF in it', unPng(40, 20, { plus: [morceau('tEXt', Buffer.from('a\0%PDF-1.7'))] })],
    [
      'a JPEG with something behind it',
      Buffer.concat([unJpeg(), Buffer.from('rest'), Buffer.from([0xff, 0xd9])]),
    ],
    ['a GIF', Buffer.from('GIF89a\u0001\0\u0001\0\0\0\0;', 'latin1')],
    ['a word', 'logo'],
    ['nothing', ''],
  ])('that is %s is refused, and leaves no file', async (_what, content) => {
    await send(png)
    const before = await state()
    const bin = await binOf(t)
    const refused = await send(content)
    expect(refused.statusCode).toBe(422)
    expect(refused.json).toEqual({ message: REFUS, errors: { logo: [REFUS] } })
    expect(await state()).toEqual(before)
    expect(await binOf(t)).toEqual(bin)
  })

  it('that is not sent is refused too, in a form and as JSON', async () => {
    for (const refused of [await karim.form(path, { _method: 'PUT' }), await karim.put(path, { logo: 'x' })])
      expect([refused.statusCode, refused.json]).toMatchObject([422, { errors: { logo: [REFUS] } }])
    expect(await filesOf(t)).toEqual([])
  })

  // spec: AD-14
  it.each<[string, Buffer, string]>([
    ['a PNG of exactly 200 Ko', unPngDe(200 * KO), 'image/png'],
    ['a PNG of 1000 × 1000 points', unPng(1000, 1000), 'image/png'],
    ['a JPEG', unJpeg(), 'image/jpeg'],
  ])('that is %s is kept, served as it came, and printed', async (_what, content, type) => {
    const saved = await send(content)
    expect([saved.statusCode, saved.json]).toMatchObject([
      200,
      { ...sarl, id, version: 1, logo: true, message: 'Logo enregistré avec succès !' },
    ])
    expect((await karim.get('/api/promoteurs')).json).toMatchObject([{ logo: true }])
    const { headers, rawPayload } = await karim.get(path)
    expect(headers).toMatchObject({ 'content-type': type, 'x-content-type-options': 'nosniff' })
    expect(rawPayload.equals(content)).toBe(true)
  })

  // spec: AD-14
  it('is on every paper, gone after « Retirer », and when the settings say not to print it', async () => {
    const { id: client } = await buildClient(t.db)
    const lot = await buildAppartement(t.db)
    const vente = await sell(t.db, lot, client)
    const paiement = await pay(t.db, vente, 100)
    const papers = [
      `/api/paiement/print-single/${paiement}`,
      `/api/paiement/print-client/${client}`,
      '/api/paiement/print-all',
      '/api/recap-paiements/export-pdf',
      '/api/paiements/export?format=pdf',
      '/api/journal-caisse/export?format=pdf',
      '/api/recus/export?format=pdf',
      '/api/generate-pdf',
    ]
    // One after the other: a member has few turns at once.
    const logos = async () => {
      const found: number[][][] = []
      for (const paper of papers) {
        const { statusCode, rawPayload } = await karim.get(paper)
        expect([paper, statusCode]).toEqual([paper, 200])
        found.push((await picturesOf(rawPayload)).map(({ page, largeur }) => [page, largeur]))
      }
      return found
    }
    const none = papers.map(() => [])
    expect(await logos()).toEqual(none)
    await send(png)
    expect(await logos()).toEqual(papers.map(() => [[1, 25]]))
    const documents = (await karim.get('/api/parametres')).json as {
      data: { documents: { valeur: Record<string, unknown>; version: number } }
    }
    const { valeur, version } = documents.data.documents
    await karim.put('/api/parametres/documents', { valeur: { ...valeur, logo_imprime: false }, version })
    expect(await logos()).toEqual(none)
    await t.db.deleteFrom('parametres').where('section', '=', 'documents').execute()
    expect(await logos()).not.toEqual(none)
    const removed = await karim.delete(path)
    expect([removed.statusCode, removed.json]).toEqual([200, { message: 'Logo retiré avec succès !' }])
    expect(await logos()).toEqual(none)
    expect((await karim.get(path)).statusCode).toBe(404)
    expect((await karim.delete(path)).statusCode).toBe(404)
  })

  it('takes the place of the one before it, which goes into the bin, and goes with the promoter', async () => {
    const bin = (await binOf(t)).length
    await send(png)
    await send(unJpeg(), 'autre.jpg')
    expect([(await filesOf(t)).length, (await binOf(t)).length - bin]).toEqual([1, 1])
    expect((await lines()).slice(1)).toEqual([
      {
        action: 'modifier',
        avant: { nom: sarl.nom, logo: null },
        apres: { nom: sarl.nom, logo: 'logo.png' },
      },
      {
        action: 'modifier',
        avant: { nom: sarl.nom, logo: 'logo.png' },
        apres: { nom: sarl.nom, logo: 'autre.jpg' },
      },
    ])
    expect(await failedInvariants(t.db)).toEqual([])
    await karim.delete(`/api/promoteurs/${id}`)
    expect([(await filesOf(t)).length, (await binOf(t)).length - bin]).toEqual([0, 2])
    expect(await failedInvariants(t.db)).toEqual([])
    expect((await send(png)).statusCode).toBe(404)
    expect(await filesOf(t)).toEqual([])
  })
})
