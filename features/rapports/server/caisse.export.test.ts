import { sql } from 'kysely'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { especes, ouvrirCaisse, type Ouverte } from '#features/rapports/server/caisse.essais.ts'
import { aujourdhui } from '#shared/dates.ts'
import { numeroRecu } from '#shared/numero.ts'
import { readParts } from '#server/documents/classeur-ecrit.mjs'
import { stopPdf } from '#server/documents/pdf.ts'
import { FORMULA_TEXTS } from '#test/fuzz/hostile-texts.ts'
import { readPdf } from '#test/harness/pdf.ts'

const AUJOURDHUI = aujourdhui()
const ANNEE = Number(AUJOURDHUI.slice(0, 4))

let t: Ouverte['t']
let karim: Ouverte['karim']
let client: Ouverte['client']
let post: Ouverte['post']
let till: Ouverte['till']
beforeEach(async () => {
  ;({ t, karim, client, post, till } = await ouvrirCaisse())
  return () => t.close()
})
afterAll(stopPdf)

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
