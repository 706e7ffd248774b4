import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aujourdhui } from '#shared/dates.ts'
import { FORMATS } from '#shared/exports.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, buildEcheancier, idOf, sell } from '#test/harness/builders.ts'
import { HAS_OFFICE, openInOffice } from '#test/harness/office.ts'

/** Filters of any list that keep no row. */
const RIEN = 'du=1990-01-01&au=1990-01-02&annee=1990&jour=1990-01-01&recherche=zzzz&search=zzzz'
/** Call that answers a sent workbook with notes, which has no total. */
const D_UN_IMPORT = '/api/imports/{id}/annote'
/** Workbooks whose last row holds totals; a workbook of the portfolio is read back and has none. */
const TOTALISES = [
  '/api/paiements/export',
  '/api/recus/export',
  '/api/journal-caisse/export',
  '/api/echeances/export',
]

/** The reports that one call gives as workbooks. */
const RAPPORTS = [
  'encaissements',
  'banque',
  'previsions',
  'ventes',
  'residences',
  'charges',
  'tva',
  'ecritures',
]

let t: TestApp
let karim: Visitor
/** Workbooks by the address that answered them. */
const workbooks = new Map<string, Buffer>()
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  const description = (await karim.get('/docs/openapi.json')).json as {
    paths: Record<string, { get?: { responses: Record<string, { content?: object }> } }>
  }
  const paths = Object.entries(description.paths)
    .filter(
      ([path, { get }]) => path !== D_UN_IMPORT && FORMATS.xlsx in (get?.responses['200']?.content ?? {}),
    )
    .map(([path]) => path)
    .flatMap((path) =>
      path.includes('{rapport}') ? RAPPORTS.map((nom) => path.replace('{rapport}', nom)) : [path],
    )
  const ask = async (what: string, query: string) => {
    for (const path of paths)
      for (const onglet of path === '/api/echeances/export' ? ['retard', 'exigibles', 'a_venir'] : [''])
        workbooks.set(
          `${path} ${what} ${onglet}`.trim(),
          (await karim.get(`${path}?${query}${onglet && `&onglet=${onglet}`}`)).rawPayload,
        )
  }
  await ask('of an empty product', '')
  const client = (await buildClient(t.db)).id
  const bien = await buildAppartement(t.db, { prix: 100_000_000 })
  const vente = await sell(t.db, bien, client)
  await buildEcheancier(t.db, vente, [
    [40_000_000, '2026-01-10'],
    [60_000_000, '2099-01-10'],
  ])
  const pay = async (rest: object) =>
    idOf(
      await karim.post('/api/paiements', {
        client_id: client,
        appartement_id: bien,
        date_paiement: aujourdhui(),
        versement: 1000,
        ...rest,
      }),
    )
  await pay({ mode: 'especes' })
  const back = await pay({ mode: 'cheque', banque: 'BNA', reference: '=1+1' })
  await karim.post(`/api/cheques/${back}/rejeter`, { rejete_le: aujourdhui(), motif: 'Opposition' })
  await karim.delete(`/api/paiements/${await pay({})}`)
  await ask('of a full one', '')
  await ask('of which nothing is kept', RIEN)
}, 120_000)
afterAll(async () => {
  await stopPdf()
  await t.close()
})

// spec: RE-72
describe('every workbook of the product', () => {
  it('is there: those of lists, of the récapitulatif, the dashboard, the journal and the portfolio', () => {
    expect(workbooks.size).toBeGreaterThanOrEqual(3 * (8 + 2))
  })

  it('has no formula that counts its own row', async () => {
    for (const [name, bytes] of workbooks)
      for (const { cells } of (await readXlsx(bytes)).sheets)
        for (const [key, { formula }] of cells ?? []) {
          if (formula === undefined) continue
          const own = Number(key.split(',')[0]) + 1
          const rows = [...formula.matchAll(/[A-Z]+(\d+)/g)].map(([, row]) => Number(row))
          expect([name, key, formula, rows.length > 0 && Math.max(...rows) < own]).toEqual([
            name,
            key,
            formula,
            true,
          ])
        }
  })

  it('has the number 0 as its total where it has no row', async () => {
    for (const path of TOTALISES)
      for (const what of ['of an empty product', 'of which nothing is kept']) {
        const found = [...workbooks].filter(([name]) => name.startsWith(`${path} ${what}`))
        expect(found.length).toBeGreaterThan(0)
        for (const [name, bytes] of found) {
          const [sheet, synthese] = (await readXlsx(bytes)).sheets
          const [head = [], totals = [], ...more] = sheet?.rows ?? []
          const montant = head.findIndex((title) => title === 'Versement' || title === 'Montant')
          expect([name, totals[montant], more]).toEqual([name, 0, []])
          expect([name, synthese?.name]).toEqual([name, 'Synthèse'])
        }
      }
  })

  it.skipIf(!HAS_OFFICE)(
    'is shown by LibreOffice without a wrong formula',
    async () => {
      const shown = await openInOffice(workbooks)
      for (const [name, lines] of shown) {
        expect([name, lines.length > 0]).toEqual([name, true])
        expect([name, lines.filter((line) => /Err:\d|#(?:REF|VALUE|NAME|DIV|N\/A|NUM)/.test(line))]).toEqual([
          name,
          [],
        ])
      }
      const versements = shown.get('/api/paiements/export of a full one') ?? []
      expect(versements.find((line) => line.includes('Total des versements comptés'))).toMatch(/,1,1000$/)
    },
    300_000,
  )
})
