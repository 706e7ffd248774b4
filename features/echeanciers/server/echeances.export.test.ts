import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ligne, Totaux } from '#features/echeanciers/echeances.contract.ts'
import { describeEtat } from '#features/echeanciers/echeances.words.ts'
import { formatMontant, fromDecimal } from '#shared/argent.ts'
import { addJours, aujourdhui } from '#shared/dates.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildClient,
  buildEcheancier,
  buildLocal,
  pay,
  sell,
} from '#test/harness/builders.ts'
import { readPdf } from '#test/harness/pdf.ts'

let t: TestApp
let karim: Visitor
const today = aujourdhui()
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  const noms = ['Élodie Benaïssa', 'محمد الأمين', '=HYPERLINK("http://x")', 'Société 100%_Bâtir']
  for (const [n, nom_complet] of noms.entries()) {
    const client = await buildClient(t.db, { nom_complet, tel: `0555 12 34 5${n}` })
    const bien = await (n % 2 ? buildLocal : buildAppartement)(t.db, { prix: 99_999_999_999 })
    const vente = await sell(t.db, bien, client.id)
    await buildEcheancier(t.db, vente, [
      [33_333_333_333, addJours(today, -100 - n)],
      [33_333_333_333, addJours(today, -20 * n)],
      [33_333_333_333, addJours(today, 20 + 20 * n)],
    ])
    await pay(t.db, vente, 1_234_567_801 * (n + 1))
    if (n === 0) await karim.post('/api/relances', { vente_ids: [vente], canal: 'whatsapp' })
  }
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

const TITLES = [
  'Dossier',
  'Client',
  'Téléphone',
  'Bien',
  'Résidence',
  'Bloc',
  'Échéance',
  'Exigible le',
  'Prévue le',
  'Jours de retard',
  'État',
  'Montant',
  'Reçu',
  'Reste',
  'Dernière relance',
  'Moyen',
]

async function workbook(query: string) {
  const answer = await karim.get(`/api/echeances/export?${query}`)
  expect(answer.statusCode).toBe(200)
  const { sheets } = await readXlsx(answer.rawPayload)
  const [sheet] = sheets
  if (!sheet) throw new Error('the workbook has no sheet')
  return {
    name: sheet.name,
    rows: sheet.rows,
    disposition: String(answer.headers['content-disposition']),
  }
}
const pdf = async (query: string) => {
  const answer = await karim.get(`/api/echeances/export?format=pdf&${query}`)
  expect(answer.headers['content-type']).toBe('application/pdf')
  return {
    ...(await readPdf(answer.rawPayload)),
    disposition: String(answer.headers['content-disposition']),
  }
}
const list = async (query: string) =>
  (await karim.get(`/api/echeances?per_page=1000&${query}`)).json as { data: Ligne[]; totals: Totaux }
const written = (decimal: number) => formatMontant(fromDecimal(decimal)).replace(/\sDA$/, '')

// spec: CO-03
describe('the files of the échéances', () => {
  // spec: VE-19, VE-20
  it.each([
    ['onglet=retard', 'echeances-en-retard', 'Échéances en retard'],
    ['onglet=exigibles', 'echeances-exigibles', 'Échéances exigibles'],
    ['onglet=a_venir&horizon=60', 'echeances-a-venir', 'Échéances à venir'],
    ['onglet=retard&search=100%25_b', 'echeances-en-retard', 'Échéances en retard'],
    ['onglet=exigibles&reglees=1&search=benaissa', 'echeances-exigibles', 'Échéances exigibles'],
  ])('hold what the screen shows, to the centime: %s', async (query, file, title) => {
    const { data, totals } = await list(query)
    expect(data.length).toBeGreaterThan(0)
    const { name, rows, disposition } = await workbook(query)
    expect(disposition).toContain(`${file}.xlsx`)
    expect(name).toBe('Échéances')
    expect(rows[0]?.map(String)).toEqual(TITLES)
    const lines = rows.slice(1, 1 + data.length)
    expect(lines.map(([dossier]) => dossier)).toEqual(data.map(({ dossier }) => dossier))
    expect(lines.map((row) => row.slice(11, 14).map(Number))).toEqual(
      data.map(({ montant, couvert, reste }) => [montant, couvert, reste]),
    )
    expect(lines.map((row) => row[10])).toEqual(data.map(describeEtat))
    expect(lines.map((row) => row[1])).toEqual(data.map(({ client }) => client.nomComplet))
    expect(rows[1 + data.length]?.slice(11, 14).map(Number)).toEqual([
      totals.montant,
      totals.recu,
      totals.reste,
    ])
    const paper = await pdf(query)
    expect(paper.disposition).toContain(`${file}.pdf`)
    expect(paper.title).toContain(title)
    const text = paper.text.replace(/\s+/g, ' ')
    for (const sum of [totals.montant, totals.recu, totals.reste])
      expect(text).toContain(written(sum).replace(/\s+/g, ' '))
    for (const { dossier } of data) expect(text).toContain(dossier)
    expect(text.includes('+ 90 j')).toBe(query.startsWith('onglet=retard'))
  })

  it('name the last relance and its means', async () => {
    const { rows } = await workbook('search=benaissa')
    expect(rows[1]?.[15]).toBe('WhatsApp')
    expect(rows[1]?.[14]).toBeInstanceOf(Date)
  })

  it('say that there is nothing, and refuse no unreadable filter', async () => {
    const { rows } = await workbook('search=personne')
    expect(rows[1]?.slice(0, 3)).toEqual(['Total : 0 échéance', null, null])
    expect((await pdf('search=personne&residence_id=x')).text).toContain('Aucune échéance pour ces critères.')
  })

  it('are a paper up to 5 000 lines, and a workbook above', async () => {
    const { id } = await buildClient(t.db, { nom_complet: 'Coopérative XL' })
    for (let n = 0; n < 42; n++) {
      const vente = await sell(t.db, await buildAppartement(t.db, { prix: 120 }), id)
      await buildEcheancier(
        t.db,
        vente,
        Array.from({ length: 120 }, () => [1, addJours(today, -3)]),
      )
    }
    const refused = await karim.get('/api/echeances/export?format=pdf&search=coop%C3%A9rative')
    expect(refused.statusCode).toBe(422)
    expect(refused.json).toEqual({
      message:
        'Ce document est trop long pour être imprimé (5040 lignes, 5000 au plus). Exportez plutôt en Excel.',
    })
    expect((await workbook('search=coop%C3%A9rative')).rows.length).toBeGreaterThan(5_040)
  })
})
