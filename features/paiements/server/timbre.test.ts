import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formatMontant } from '#shared/argent.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, idOf, pay, sell } from '#test/harness/builders.ts'
import { readPdf } from '#test/harness/pdf.ts'

let t: TestApp
let karim: Visitor
let client: number
let bien: number
let vente: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
beforeEach(async () => {
  client = (await buildClient(t.db)).id
  bien = await buildAppartement(t.db, { prix: 1_000_000_000_00 })
  vente = await sell(t.db, bien, client)
  await percevoir(true)
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

const percevoir = async (on: boolean) => {
  const saved = await karim.put('/api/parametres/timbre', { valeur: { percevoir: on } })
  expect(saved.statusCode).toBe(200)
}
const saisie = (rest: object) => ({
  client_id: client,
  appartement_id: bien,
  date_paiement: '2026-01-15',
  mode: 'especes',
  ...rest,
})
const post = (versement: number, rest: object = {}) =>
  karim.post('/api/paiements', saisie({ versement, ...rest }))
const put = (id: number, rest: object) => karim.put(`/api/paiements/${id}`, saisie(rest))
const timbreOf = ({ json }: { json: unknown }) => (json as { timbre: number | null }).timbre

/** D.7. */
const VALEURS = [
  [300, 0],
  [300.01, 4],
  [30_000, 300],
  [30_000.01, 451.5],
  [100_000, 1500],
  [950_000, 19_000],
] as const

describe('the droit de timbre', () => {
  // spec: CO-17
  it('is that of D.7 on the answer, the receipt, the till and the register, and no part of what is paid', async () => {
    const before = (await karim.get('/api/journal-caisse')).json as {
      totals: { especes: number; timbre: number }
    }
    const recus: string[] = []
    for (const [versement, timbre] of VALEURS) {
      const made = await post(versement, { timbre: 7 })
      expect(made.json).toMatchObject({ versement, timbre })
      const { id, recu } = made.json as { id: number; recu: string }
      recus.push(recu)
      const { text } = await readPdf((await karim.get(`/api/paiement/print-single/${id}`)).rawPayload)
      const montant = formatMontant(timbre * 100).replaceAll(/\s/g, ' ')
      expect(text.replaceAll(/\s/g, ' ')).toContain(`Droit de timbre ${montant}`)
    }
    const paye = VALEURS.reduce((sum, [versement]) => sum + versement, 0)
    const du = VALEURS.reduce((sum, [, timbre]) => sum + timbre, 0)
    const till = (await karim.get('/api/journal-caisse')).json as {
      data: { recu: string; timbre: number | null }[]
      totals: { especes: number; timbre: number }
    }
    const register = (await karim.get('/api/recus?per_page=1000')).json as typeof till
    for (const { data } of [till, register])
      expect(data.filter(({ recu }) => recus.includes(recu)).map(({ timbre }) => timbre)).toEqual(
        VALEURS.map(([, timbre]) => timbre),
      )
    expect(till.totals.timbre - before.totals.timbre).toBeCloseTo(du, 2)
    expect(till.totals.especes - before.totals.especes).toBeCloseTo(paye, 2)
    expect((await karim.get(`/api/ventes/${vente}`)).json).toMatchObject({ totalPaye: paye })
    const arabe = await readPdf(
      (await karim.get(`/api/paiement/print-single/${await last()}?langue=ar`)).rawPayload,
    )
    expect(arabe.text).toMatch(/حق\s*الطابع\s*19 000,00/)
    for (const file of ['recus/export', 'journal-caisse/export'])
      for (const format of ['xlsx', 'pdf'])
        expect((await karim.get(`/api/${file}?format=${format}`)).statusCode).toBe(200)
  })

  // spec: CO-17
  it('is null while it is switched off, of every other mode, and of what was paid before Diyar', async () => {
    for (const mode of ['virement', 'cheque', 'versement_bancaire', 'autre', null])
      expect(timbreOf(await post(950_000, { mode }))).toBeNull()
    await percevoir(false)
    expect(timbreOf(await post(950_000))).toBeNull()
    await percevoir(true)
    await t.db.insertInto('recus').values({ annee: 0, dernier: 1 }).execute()
    const rep = await pay(t.db, vente, 95_000_000, '2025-01-15', {
      recu_annee: 0,
      recu_numero: 1,
      mode: 'especes',
    })
    const corrected = await put(rep, { versement: 100_000, date_paiement: '2025-01-15' })
    expect([corrected.statusCode, timbreOf(corrected)]).toEqual([200, null])
  })

  // spec: CO-17
  it('is computed again when amount or mode changes; switched off, old receipts keep theirs', async () => {
    const id = idOf(await post(950_000))
    expect(timbreOf(await put(id, { versement: 100_000 }))).toBe(1500)
    expect(timbreOf(await put(id, { versement: 100_000, mode: 'virement' }))).toBeNull()
    expect(timbreOf(await put(id, { versement: 950_000 }))).toBe(19_000)
    await percevoir(false)
    expect(timbreOf(await put(id, { versement: 950_000, details: 'Relu' }))).toBe(19_000)
    expect(timbreOf(await put(id, { versement: 100_000 }))).toBeNull()
  })

  it('is said in one word to every form', async () => {
    expect((await karim.get('/api/reglages')).json).toMatchObject({ data: { timbre: true } })
    await percevoir(false)
    expect((await karim.get('/api/reglages')).json).toMatchObject({ data: { timbre: false } })
  })
})

const last = async () =>
  (await t.db.selectFrom('paiements').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id
