import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildBon,
  buildCategorie,
  buildClient,
  buildEtage,
  buildLigne,
  buildResidence,
  pay,
  sell,
} from '#test/harness/builders.ts'
import { FORMULA_TEXTS, XSS } from '#test/fuzz/hostile-texts.ts'
import { drawnOutside, readPdf } from '#test/harness/pdf.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  await t.db
    .insertInto('promoteurs')
    .values({ nom: '=1+1 <b>', email: 'p@exemple.dz', telephone: '+213 21', adresse: '@SUM(A1)' })
    .execute()
  for (const [rank, texte] of TEXTS.entries()) await sellUnder(texte, rank)
})
afterAll(async () => {
  await t.close()
  await stopPdf()
})

const sorted = (texts: readonly string[]) => texts.toSorted()
/** Names as people have them in their telephones; no font of the papers has all their signs. */
const UNPRINTABLE = ['Karim 👍', '李明', 'Benali ☎', 'Nadia ❤', 'Ali ﹣ Reda', 'Karim 👍 ☎ ❤\uFE0F 明']
const TEXTS = [...FORMULA_TEXTS, ...XSS, ...UNPRINTABLE]
/** A text as papers print it, with ▯ for each sign that they cannot print. */
const printed = (texte: string) => texte.replace(/❤\uFE0F|[＝👍李明☎❤﹣]/gu, '▯')
const NOTE = "▯ : un signe que l'impression ne connaît pas"
/** Names of residences are unique, blanks and case aside. */
const residenceOf = (texte: string, rank: number) => `${texte} ${rank}`

/** Sells a lot and records a part of its price, with the text in every field that somebody types. */
async function sellUnder(texte: string, rank: number) {
  const client = await buildClient(t.db, { nom_complet: texte, adresse: texte })
  const residence = await buildResidence(t.db, { nom: residenceOf(texte, rank), adresse: texte })
  const bloc = await buildBloc(t.db, { nomloc: texte, description: texte, residence_id: residence.id })
  const etage = await buildEtage(t.db, { designation: texte, bloc_id: bloc.id })
  const lot = await buildAppartement(t.db, { num_lot: texte, type_logement: texte, etage_id: etage.id })
  const paiement = await pay(t.db, await sell(t.db, lot, client.id), 1000)
  await t.db.updateTable('paiements').set({ details: texte }).where('id', '=', paiement).execute()
  const categorie = await buildCategorie(t.db, { nom: residenceOf(texte, rank) })
  const bon = await buildBon(t.db, { reference: texte, categorie_bon_id: categorie.id })
  await buildLigne(t.db, bon.id, { designation: texte })
}

// spec: RCP-27
describe('a workbook of hostile texts', () => {
  const cellsOf = async (path: string) => {
    const answer = await karim.get(path)
    expect(answer.statusCode).toBe(200)
    const { sheets } = await readXlsx(answer.rawPayload, { readStyles: true })
    const [sheet] = sheets
    if (!sheet?.cells) throw new Error('no cells')
    return [...sheet.cells].map(([key, cell]) => ({
      ...cell,
      row: Number(key.split(',')[0]),
      column: Number(key.split(',')[1]),
    }))
  }

  it('holds no formula but its own totals, and each text as it is in the database', async () => {
    const cells = await cellsOf('/api/recap-paiements/export')
    const last = Math.max(...cells.map(({ row }) => row))
    expect(last).toBe(TEXTS.length + 1)
    expect(cells.filter(({ formula, row }) => formula && row < last)).toEqual([])
    expect(
      cells.flatMap(({ formula }) =>
        formula && !/^SUBTOTAL\(\d+,[A-Z]+\d+:[A-Z]+\d+\)$/.test(formula) ? [formula] : [],
      ),
    ).toEqual([])
    const column = (at: number) =>
      cells.filter((cell) => cell.column === at && cell.row > 0 && cell.row < last)
    const residences = TEXTS.map(residenceOf)
    for (const [at, texts] of [
      [0, TEXTS],
      [1, TEXTS],
      [2, residences],
      [3, TEXTS],
    ] as const)
      expect([at, sorted(column(at).map(({ value }) => String(value)))]).toEqual([at, sorted(texts)])
  })

  it('marks each of them as text, which stays text when somebody edits the cell', async () => {
    const cells = await cellsOf('/api/recap-paiements/export')
    const texts = cells.filter(({ row, column }) => row > 0 && row <= TEXTS.length && column < 4)
    expect(texts.length).toBe(TEXTS.length * 4)
    // The format « Texte » does what a leading apostrophe does, without being part of the value.
    expect(
      texts.filter(({ type, style, formula }) => formula || type !== 'string' || style?.numFmt !== '@'),
    ).toEqual([])
  })

  it('the dashboard takes no text from anybody: its labels are its own', async () => {
    const values = (await cellsOf('/api/dashboard/export')).map(({ value }) => String(value))
    expect(values.filter((value) => TEXTS.some((texte) => value.includes(texte)))).toEqual([])
    expect((await cellsOf('/api/dashboard/export')).filter(({ formula }) => formula)).toEqual([])
  })
})

describe('papers of hostile texts', () => {
  /** Lines break where they must; blanks and what directs the writing are not compared. */
  const squeeze = (texte: string) =>
    texte.normalize('NFKC').replace(/[\s\u200B-\u200F\u202A-\u202E\u2066-\u2069]/g, '')
  const missingIn = async (path: string, texts: readonly string[]) => {
    const answer = await karim.get(path)
    expect([path, answer.statusCode, answer.headers['content-type']]).toEqual([path, 200, 'application/pdf'])
    const paper = squeeze((await readPdf(answer.rawPayload)).text)
    return texts.filter((texte) => !paper.includes(squeeze(printed(texte))))
  }

  it('print ▯ for what they cannot print, and say so: the whole portfolio, and each paper of such a client', async () => {
    for (const path of [
      '/api/recap-paiements/export-pdf',
      '/api/recap-paiements/print-pdf',
      '/api/paiement/print-all',
      '/api/generate-pdf',
    ])
      expect([path, await missingIn(path, [...UNPRINTABLE, NOTE])]).toEqual([path, []])
    for (const texte of UNPRINTABLE) {
      const { client, paiement, bien } = await t.db
        .selectFrom('paiements as p')
        .innerJoin('ventes as v', 'v.id', 'p.vente_id')
        .select(['v.client_id as client', 'p.id as paiement', 'v.bien_id as bien'])
        .where('p.details', '=', texte)
        .executeTakeFirstOrThrow()
      for (const paper of [
        `print-client/${client}`,
        `print-single/${paiement}`,
        `print-bien/appartement/${bien}`,
      ])
        expect([paper, await missingIn(`/api/paiement/${paper}`, [texte, NOTE])]).toEqual([paper, []])
    }
  })

  it('bear a promoter with such a name', async () => {
    const before = await t.db.selectFrom('promoteurs').selectAll().executeTakeFirstOrThrow()
    await t.db.updateTable('promoteurs').set({ nom: 'SARL 李明 👍', adresse: 'Alger ☎' }).execute()
    const { id } = await t.db.selectFrom('paiements').select('id').orderBy('id').executeTakeFirstOrThrow()
    const texts = ['SARL 李明 👍', 'Alger ☎', NOTE]
    expect(await missingIn(`/api/paiement/print-single/${id}`, texts)).toEqual([])
    await t.db.updateTable('promoteurs').set({ nom: before.nom, adresse: before.adresse }).execute()
  })

  it('break a word that never ends at the edge of the paper, and keep every letter and digit of the rest', async () => {
    const mot = `${'W0'.repeat(40)}0`
    const client = await buildClient(t.db, { nom_complet: mot, adresse: mot })
    const vente = await sell(t.db, await buildAppartement(t.db, { num_lot: mot }), client.id)
    const paiement = await pay(t.db, vente, 200_000_00)
    await t.db.updateTable('paiements').set({ details: mot }).where('id', '=', paiement).execute()
    for (const path of [`print-client/${client.id}`, `print-single/${paiement}`]) {
      expect([path, await missingIn(`/api/paiement/${path}`, [mot, '200 000,00', '2026'])]).toEqual([
        path,
        [],
      ])
      const { rawPayload } = await karim.get(`/api/paiement/${path}`)
      expect([path, await drawnOutside(rawPayload)]).toEqual([path, []])
    }
  })

  it('print the others letter by letter: statements, receipts, vouchers, recap', async () => {
    const clients = await t.db.selectFrom('clients').select(['id', 'nom_complet']).orderBy('id').execute()
    const receipts = await t.db.selectFrom('paiements').select(['id', 'details']).orderBy('id').execute()
    expect(clients.length).toBeGreaterThanOrEqual(TEXTS.length)
    const missing: unknown[] = []
    for (const { id, nom_complet } of clients.filter((_, rank) => rank % 4 === 0))
      missing.push(...(await missingIn(`/api/paiement/print-client/${id}`, [nom_complet])))
    for (const { id, details } of receipts.filter((_, rank) => rank % 4 === 1))
      missing.push(...(await missingIn(`/api/paiement/print-single/${id}`, [details ?? ''])))
    const categories = await t.db.selectFrom('categories_bons').select(['id', 'nom']).orderBy('id').execute()
    for (const { id, nom } of categories.filter((_, rank) => rank % 4 === 2))
      missing.push(...(await missingIn(`/api/generate-pdf?categorie_id=${id}`, [nom])))
    expect(missing).toEqual([])
  })
})
