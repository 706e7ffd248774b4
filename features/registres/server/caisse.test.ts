import { sql } from 'kysely'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { LigneDeCaisse, TotauxDeCaisse } from '#features/registres/registres.contract.ts'
import { addJours, aujourdhui } from '#shared/dates.ts'
import { numeroRecu } from '#shared/numero.ts'
import { readParts } from '#server/documents/classeur-ecrit.mjs'
import { stopPdf } from '#server/documents/pdf.ts'
import { FORMULA_TEXTS } from '#test/fuzz/hostile-texts.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, idOf, sell } from '#test/harness/builders.ts'
import { readPdf } from '#test/harness/pdf.ts'

const AUJOURDHUI = aujourdhui()
const ANNEE = Number(AUJOURDHUI.slice(0, 4))
const HIER = addJours(AUJOURDHUI, -1)

let t: TestApp
let karim: Visitor
let client: number
let bien: number
beforeEach(async () => {
  t = await startApp()
  karim = await t.member()
  client = (await buildClient(t.db, { nom_complet: 'Élodie Benaïssa' })).id
  bien = await buildAppartement(t.db, { prix: 10_000_000_000, num_lot: 'A-12' })
  await sell(t.db, bien, client)
  return () => t.close()
})
afterAll(stopPdf)

const body = (versement: number, rest: object = {}) => ({
  client_id: client,
  appartement_id: bien,
  date_paiement: AUJOURDHUI,
  versement,
  ...rest,
})
const post = async (versement: number, rest: object = {}, who = karim) =>
  idOf(await who.post('/api/paiements', body(versement, rest)))
const especes = { mode: 'especes' }
interface Caisse {
  data: LigneDeCaisse[]
  total: number
  jour: string
  membres: { id: number; nom: string }[]
  totals: TotauxDeCaisse
}
const till = async (query = '') => (await karim.get(`/api/journal-caisse${query}`)).json as Caisse

describe('the till of a day', () => {
  // spec: EN-26
  it('lists what was taken on it, sums what counts, marks what was corrected', async () => {
    const first = await post(100_000, { ...especes, date_paiement: HIER })
    await post(50_000, { mode: 'cheque', banque: 'BNA', reference: '0012345' })
    const last = await post(10_000, especes)
    expect((await karim.delete(`/api/paiements/${last}`)).statusCode).toBe(200)
    const before = await till()
    expect(before).toMatchObject({ jour: AUJOURDHUI, total: 3, per_page: 200 })
    expect(before.totals).toEqual({
      modes: [
        { mode: 'cheque', nombre: 1, montant: 50_000 },
        { mode: 'especes', nombre: 1, montant: 100_000 },
      ],
      nombre: 2,
      montant: 150_000,
      especes: 100_000,
      annules: 1,
    })
    expect(before.data).toMatchObject([
      { recu: numeroRecu(ANNEE, 1), date_paiement: HIER, versement: 100_000, etat: 'valide', corrige: false },
      {
        paiement_id: expect.any(Number),
        mode: 'cheque',
        banque: 'BNA',
        reference: '0012345',
        etat: 'valide',
      },
      {
        recu: numeroRecu(ANNEE, 3),
        paiement_id: null,
        versement: 10_000,
        mode: 'especes',
        etat: 'annule',
        corrige: false,
        client: 'Élodie Benaïssa',
        bien: 'Appartement A-12',
        membre: 'Karim Benali',
      },
    ])
    expect(before.data[0]?.heure).toMatch(/^\d\d:\d\d$/)
    expect(before.membres.map(({ nom }) => nom)).toEqual(['Karim Benali'])

    const edited = await karim.put(
      `/api/paiements/${first}`,
      body(90_000, { ...especes, date_paiement: HIER }),
    )
    expect(edited.statusCode).toBe(200)
    const after = await till()
    expect(after.totals).toMatchObject({ nombre: 2, montant: 140_000, especes: 90_000 })
    expect(after.data[0]).toMatchObject({ versement: 90_000, corrige: true })
    expect(await till(`?jour=${HIER}`)).toMatchObject({
      data: [],
      totals: { modes: [], nombre: 0, annules: 0 },
    })
  })

  it('is that of Algiers, and holds the payment that represents a cheque, which stays in it when it is rejected', async () => {
    const id = await post(700, { mode: 'cheque', banque: 'BNA', reference: '1' })
    await karim.post(`/api/cheques/${id}/rejeter`, { rejete_le: AUJOURDHUI, motif: 'Opposition' })
    await karim.post(`/api/cheques/${id}/representer`, { date_paiement: AUJOURDHUI })
    expect((await till()).data.map(({ etat }) => etat)).toEqual(['rejete', 'valide'])
    expect((await till()).totals).toMatchObject({ nombre: 2, montant: 1400 })
    await sql`insert into journal (quand, membre_nom, action, objet, objet_id) values
      ('2026-03-11T23:00:00Z', 'Nuit', 'ajouter', 'paiement', ${id}),
      ('2026-03-11T22:59:59Z', 'Veille', 'ajouter', 'paiement', ${id})`.execute(t.db)
    const night = await till('?jour=2026-03-12')
    expect(night.data).toMatchObject([{ heure: '00:00', membre: 'Nuit', corrige: false }])
    expect((await till('?jour=2026-03-11')).data).toMatchObject([{ heure: '23:59', membre: 'Veille' }])
  })

  // spec: RE-04
  it('says of a line whose mode or amount was changed what was recorded and counted', async () => {
    const first = await post(100_000, especes)
    const second = await post(50_000, { mode: 'virement' })
    await post(20_000)
    const unsaid = await post(10_000)
    expect((await till()).data.map(({ etait }) => etait)).toEqual([null, null, null, null])
    const put = (id: number, versement: number, rest: object) =>
      karim.put(`/api/paiements/${id}`, body(versement, rest))
    await put(first, 100_000, { mode: 'virement', banque: 'CPA' })
    await put(second, 50_000, { mode: 'virement', banque: 'BNA' })
    await put(unsaid, 9_000, { mode: 'especes' })
    const { data, totals } = await till()
    expect(data.map(({ corrige, etait }) => [corrige, etait])).toEqual([
      [true, { mode: 'especes', versement: 100_000 }],
      [false, null],
      [false, null],
      [true, { mode: null, versement: 10_000 }],
    ])
    expect(totals).toMatchObject({ montant: 179_000, especes: 9_000 })
    const path = '/api/journal-caisse/export'
    const { sheets } = await readXlsx((await karim.get(path)).rawPayload)
    const rows = sheets[0]?.rows ?? []
    expect(
      rows
        .slice(1, 5)
        .map((row) =>
          row.slice(9, 11).map((cell) => (cell === null ? null : String(cell).replace(/\s/g, ' '))),
        ),
    ).toEqual([
      ['Valide, corrigé', 'était : Espèces 100 000,00 DA'],
      ['Valide', null],
      ['Valide', null],
      ['Valide, corrigé', 'était : Non précisé 10 000,00 DA'],
    ])
    expect(rows[5]?.[7]).toBe(179_000)
    const { text } = await readPdf((await karim.get(`${path}?format=pdf`)).rawPayload)
    expect(text.replace(/\s+/g, ' ')).toContain('était : Espèces 100 000,00 DA')
    await karim.delete(`/api/paiements/${first}`)
    expect((await till()).data[0]).toMatchObject({
      etat: 'annule',
      corrige: true,
      etait: { mode: 'especes', versement: 100_000 },
    })
  })

  it('does not compare with a mode that a former version did not record', async () => {
    const id = await post(700, especes)
    await sql`insert into journal (quand, membre_nom, action, objet, objet_id, apres) values
      ('2026-03-11T23:00:00Z', 'Nuit', 'ajouter', 'paiement', ${id}, '{"versement": 70000}')`.execute(t.db)
    expect((await till('?jour=2026-03-12')).data).toMatchObject([{ corrige: false, etait: null }])
  })

  it('leaves out what an import wrote, and shows what one member took', async () => {
    const amina = await t.member('amina@diyar.dz')
    await t.db
      .updateTable('membres')
      .set({ name: 'Amina Saïdi' })
      .where('email', '=', 'amina@diyar.dz')
      .execute()
    await post(100, especes)
    const hers = await post(30, {}, amina)
    await post(5, { mode: 'virement' }, amina)
    await t.db
      .insertInto('journal')
      .values({
        membre_nom: 'Karim Benali',
        action: 'ajouter',
        objet: 'paiement',
        objet_id: hers,
        apres: JSON.stringify({ import: 4, versement: 3000 }),
      })
      .execute()
    const all = await till()
    expect(all.total).toBe(3)
    expect(all.totals.modes.map(({ mode }) => mode)).toEqual(['virement', 'especes', null])
    expect(all.membres.map(({ nom }) => nom)).toEqual(['Amina Saïdi', 'Karim Benali'])
    const one = await till(`?membre=${all.membres[0]?.id}`)
    expect(one.data.map(({ versement }) => versement)).toEqual([30, 5])
    expect(one.totals).toMatchObject({ nombre: 2, montant: 35, especes: 0 })
    expect(one.membres).toEqual(all.membres)
    expect((await till('?per_page=2&page=2')).data).toHaveLength(1)
    expect((await till('?jour=hier&membre=x')).total).toBe(3)
  })
})

describe('what is exported', () => {
  const file = async (path: string) => {
    const answer = await karim.get(path)
    expect([path, answer.statusCode]).toEqual([path, 200])
    return answer
  }
  const cellsOf = async (path: string) => {
    const { rawPayload, headers } = await file(path)
    const { sheets } = await readXlsx(rawPayload, { readStyles: true })
    return { rows: sheets[0]?.rows ?? [], cells: sheets[0]?.cells, headers }
  }

  it('is the screen to the centime, every row, in words', async () => {
    await post(100_000.01, especes)
    const rejected = await post(89_999_999.99, { mode: 'cheque', banque: 'BNA', reference: '0012345' })
    const gone = await post(7.5, { mode: 'virement' })
    await karim.delete(`/api/paiements/${gone}`)
    await karim.post(`/api/cheques/${rejected}/rejeter`, { rejete_le: AUJOURDHUI, motif: 'Opposition' })
    await post(2)
    const caisse = await till()
    const workbook = await cellsOf('/api/journal-caisse/export')
    expect(workbook.headers['content-type']).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    )
    expect(workbook.headers['content-disposition']).toContain(`"journal_caisse_${AUJOURDHUI}.xlsx"`)
    expect(workbook.rows.slice(1, 5).map((row) => row[7])).toEqual(
      caisse.data.map(({ versement }) => versement),
    )
    expect(workbook.rows.slice(1, 5).map((row) => row.slice(4, 7))).toEqual([
      ['Espèces', null, null],
      ['Chèque', '0012345', 'BNA'],
      ['Virement', null, null],
      ['Non précisé', null, null],
    ])
    expect(workbook.rows.slice(1, 5).map((row) => row[9])).toEqual(['Valide', 'Rejeté', 'Annulé', 'Valide'])
    expect(workbook.rows[5]?.[7]).toBe(caisse.totals.montant)
    const register = await cellsOf(`/api/recus/export?format=tableau`)
    expect(register.headers['content-disposition']).toContain(`"registre_recus_${ANNEE}.xlsx"`)
    expect(register.rows.slice(1, 5).map((row) => row[9])).toEqual([100_000.01, 89_999_999.99, 7.5, 2])
    expect(register.rows[3]?.[10]).toMatch(/^Annulé le \d\d\/\d\d\/\d{4} par Karim Benali$/)
    expect(register.rows[5]?.[9]).toBe(100_002.01)
    expect((await cellsOf('/api/recus/export?etat=annule')).rows[1]?.[0]).toBe(numeroRecu(ANNEE, 3))

    const paper = await file('/api/journal-caisse/export?format=pdf')
    expect(paper.headers['content-type']).toBe('application/pdf')
    expect(paper.headers['content-disposition']).toContain(`journal_caisse_${AUJOURDHUI}.pdf`)
    const { text } = await readPdf(paper.rawPayload)
    const said = [
      'Journal de caisse',
      'Tous les membres',
      '100 000,01',
      '89 999 999,99',
      '(7,50)',
      'Total : 3 versements 90 100 002,00',
      'Espèces en caisse',
      'Le caissier',
      'Le comptable',
    ]
    for (const words of said) expect(text).toContain(words)
    const recus = await readPdf((await file('/api/recus/export?format=pdf&etat=rejete')).rawPayload)
    expect(recus.title).toBe(`Registre des reçus Année ${ANNEE} · Rejetés`)
    for (const words of ['(89 999 999,99)', 'Opposition']) expect(recus.text).toContain(words)
  })

  // spec: EN-36
  it('keeps text as text, whatever it begins with', async () => {
    for (const texte of FORMULA_TEXTS) await post(1, { mode: 'autre', reference: texte })
    await t.db.updateTable('clients').set({ nom_complet: '=1+1' }).where('id', '=', client).execute()
    for (const path of ['/api/journal-caisse/export', '/api/recus/export']) {
      const { cells, rows } = await cellsOf(path)
      const texts = new Set(rows.flat())
      expect(FORMULA_TEXTS.filter((texte) => !texts.has(texte.trim()))).toEqual([])
      const formulas = [...(cells ?? [])].filter(([, cell]) => cell.formula)
      expect(formulas.map(([key]) => Number(key.split(',')[0]))).toEqual([FORMULA_TEXTS.length + 1])
      const [client1] = [...(cells ?? [])].filter(([, cell]) => cell.value === '=1+1')
      expect(client1?.[1]).toMatchObject({ type: 'string', style: { numFmt: '@' } })
    }
  })

  it('is described as either of its two types', async () => {
    const { paths } = (await karim.get('/docs/openapi.json')).json as {
      paths: Record<string, { get: { responses: Record<string, { content: object }> } }>
    }
    for (const path of ['/api/recus/export', '/api/journal-caisse/export'])
      expect(Object.keys(paths[path]?.get.responses['200']?.content ?? {})).toEqual([
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'application/pdf',
      ])
  })

  // spec: RE-61
  it('is a workbook of more than 200,000 numbers, where nobody was given most of them', async () => {
    await post(1)
    await sql`update recus set dernier = 200003`.execute(t.db)
    const { rawPayload, statusCode } = await karim.get('/api/recus/export')
    expect(statusCode).toBe(200)
    const sheet = [...readParts(rawPayload)].find(({ name }) => name === 'xl/worksheets/sheet1.xml')
    expect(sheet?.bytes.subarray(-5000).toString()).toContain(`>${numeroRecu(ANNEE, 200_003)}<`)
    expect(sheet?.bytes.subarray(-3000).toString()).toContain('<row r="200005"')
  }, 120_000)

  it('refuses a paper of more than 12,000 lines before it is read, and gives the workbook', async () => {
    await post(1)
    await sql`insert into journal (membre_nom, action, objet, objet_id, avant)
      select 'Amina', 'supprimer', 'paiement', 100000 + n, jsonb_build_object('recu_annee', ${ANNEE}::int, 'recu_numero', n, 'versement', 100)
      from generate_series(2, 12001) n`.execute(t.db)
    await sql`update recus set dernier = 12001`.execute(t.db)
    const refused = await karim.get('/api/recus/export?format=pdf')
    expect([refused.statusCode, refused.body.includes('Exportez plutôt en Excel.')]).toEqual([422, true])
    expect((await cellsOf('/api/recus/export')).rows[12_002]?.[9]).toBe(1)
  })
})
