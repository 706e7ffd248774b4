import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Import } from '#features/imports/imports.contract.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { FORMULA_TEXTS } from '#test/fuzz/hostile-texts.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildResidence } from '#test/harness/builders.ts'
import { classeur } from '#test/harness/classeur-envoye.ts'
import { classeurOf } from '#test/harness/classeurs.ts'
import { checked } from '#test/harness/imports.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

async function annotated({ id }: Pick<Import, 'id'>) {
  const answer = await karim.get(`/api/imports/${id}/annote`)
  expect(answer.statusCode).toBe(200)
  const { sheets } = await readXlsx(answer.rawPayload, { readStyles: true })
  const sheet = (name: string) => sheets.find((one) => one.name === name)
  /** The colour of a cell, « F8CECC » for red. */
  const colour = (name: string, row: number, column: number) => {
    const fill = sheet(name)?.cells?.get(`${row - 1},${column}`)?.style?.fill
    return fill?.type === 'pattern' && fill.pattern === 'solid' ? fill.fgColor?.rgb?.slice(-6) : undefined
  }
  return { answer, bytes: answer.rawPayload, names: sheets.map(({ name }) => name), sheet, colour }
}
const ROUGE = 'F8CECC'
const AMBRE = 'FFE8A3'
/** Returns the messages of an import, without its name and date. */
const saidOf = async (id: number) => {
  const { json } = await karim.get(`/api/imports/${id}/messages?per_page=100`)
  return (json as { data: object[] }).data
}
const countsOf = ({ statut, feuilles }: Import) => ({ statut, feuilles })

describe('the annotated workbook', () => {
  // spec: PO-22
  it('has every line as it was sent, what is wrong in red, what is said of it in the last column', async () => {
    const envoye = await classeur({
      Résidences: [
        ['Nom *', 'Adresse *', 'Remarque'],
        ['El Yasmine', 'Route de Chéraga', 'à nous'],
        ['Les Cèdres', null, 12.5],
        [null, 'Blida', true, 'au-delà'],
      ],
      Lots: [['Un mot', 1], [], [new Date('2026-03-04T00:00:00Z')]],
    })
    const lu = await checked(karim, envoye)
    expect(lu.statut).toBe('refuse')
    const { answer, names, sheet, colour } = await annotated(lu)
    expect(answer.headers['content-disposition']).toContain('portefeuille-annote.xlsx')
    expect(names).toEqual(['Messages de Diyar', 'Résidences', 'Lots'])
    const rows = sheet('Résidences')?.rows ?? []
    expect(rows[0]).toEqual(['Nom *', 'Adresse *', 'Remarque', null, 'Messages de Diyar'])
    expect(rows[1]).toEqual(['El Yasmine', 'Route de Chéraga', 'à nous', null, null])
    expect(rows[2]?.slice(0, 3)).toEqual(['Les Cèdres', null, 12.5])
    expect(rows[2]?.[4]).toMatch(/^Erreur — /)
    expect(rows[3]?.slice(0, 4)).toEqual([null, 'Blida', true, 'au-delà'])
    expect([colour('Résidences', 3, 1), colour('Résidences', 4, 0)]).toEqual([ROUGE, ROUGE])
    expect([colour('Résidences', 2, 0), colour('Résidences', 3, 0)]).toEqual([undefined, undefined])
    expect(sheet('Résidences')?.autoFilter?.range).toBe('A1:E4')
    expect(sheet('Lots')?.rows).toEqual([
      ['Un mot', 1],
      [null, null],
      [new Date('2026-03-04T00:00:00Z'), null],
    ])
    const general = (sheet('Messages de Diyar')?.rows ?? []).slice(1).map((row) => row.join(' | '))
    expect(general).toEqual([
      expect.stringContaining("Attention — Feuille « Lots » ignorée : ce nom n'est pas dans le modèle."),
      expect.stringContaining('Résidences | C1 | Attention — La colonne « Remarque » est ignorée'),
    ])
  })

  it('says what will change in amber, above what is left as it is', async () => {
    await buildResidence(t.db, { nom: 'Changeante', adresse: 'Oran' })
    const envoye = await classeur({
      Résidences: [
        ['Nom *', 'Adresse *'],
        ['Changeante', 'Tlemcen'],
      ],
    })
    const change = await annotated(await checked(karim, envoye, { modifier: '1' }))
    expect(change.sheet('Résidences')?.rows[1]?.[2]).toMatch(/^Modifié — Adresse : Oran → Tlemcen/)
    expect(change.colour('Résidences', 2, 1)).toBe(AMBRE)
    const laisse = await annotated(await checked(karim, envoye))
    expect(laisse.sheet('Résidences')?.rows[1]?.[2]).toMatch(/^Attention — .*Laissé tel quel\.$/)
    expect(laisse.colour('Résidences', 2, 1)).toBeUndefined()
  })

  // spec: PO-22
  it('sent back as it is reads like the original, as often as one likes; corrected it is ready', async () => {
    const envoye = await classeur({
      'résidences ': [
        ['Adresse', 'nom'],
        ['Chéraga', 'Aller-retour'],
      ],
      Blocs: [
        ['Résidence *', 'Nom *', 'Description *'],
        ['Aller-retour', 101, 'R+4'],
        ['Aller-retour', 'Bloc 2', null],
        ['Ailleurs', new Date('2026-03-04T00:00:00Z'), '#REF!'],
      ],
      Étages: [
        ['Résidence *', 'Bloc *', 'Désignation *', 'Niveau *', 'Logements par palier *'],
        ['Aller-retour', '101', '1er étage', 45_292, '12,5'],
      ],
    })
    let lu = await checked(karim, envoye)
    const said = await saidOf(lu.id)
    expect(said.length).toBeGreaterThan(3)
    for (let time = 1; time <= 2; time++) {
      const { bytes, names } = await annotated(lu)
      expect(names.filter((name) => name === 'Messages de Diyar')).toHaveLength(0)
      const again = await checked(karim, bytes)
      expect(countsOf(again)).toEqual(countsOf(lu))
      expect(await saidOf(again.id)).toEqual(said)
      lu = again
    }
    const { bytes, sheet } = await annotated(lu)
    expect(sheet('Blocs')?.rows[0]).toEqual(['Résidence *', 'Nom *', 'Description *', 'Messages de Diyar'])
    const { sheets } = await readXlsx(bytes)
    const rowsOf = (name: string) => sheets.find((one) => one.name === name)?.rows ?? []
    const [blocs, etages] = [rowsOf('Blocs'), rowsOf('Étages')]
    blocs[2] = ['Aller-retour', 'Bloc 2', 'R+5']
    blocs[3] = ['Aller-retour', 'Bloc 3', 'R+6']
    etages[1] = ['Aller-retour', '101', '1er étage', 1, 12]
    const corrige = await classeur({ Résidences: rowsOf('résidences '), Blocs: blocs, Étages: etages })
    expect(await checked(karim, corrige)).toMatchObject({ statut: 'pret', nombre_erreurs: 0 })
  })

  it('says that there are more messages than it has', async () => {
    const lu = await checked(
      karim,
      await classeur({
        Résidences: [
          ['Nom *', 'Adresse *'],
          ['Sans adresse', null],
        ],
      }),
    )
    await t.db.updateTable('imports').set({ nombre_erreurs: 10_001 }).where('id', '=', lu.id).execute()
    const { sheet } = await annotated(lu)
    expect(sheet('Messages de Diyar')?.rows[1]).toEqual([null, null, '1 premiers messages sur 10\u202F001.'])
  })

  it('gives hostile texts back letter by letter, wherever they stand', async () => {
    const textes = [...FORMULA_TEXTS, '_x0041_', 'محمد', '👩‍👩‍👧', 'ligne 1\nligne 2', 'x'.repeat(32_767)]
    // The workbook writes a text that looks like an escape of Excel as Excel does.
    const ecrits = textes.map((texte) => texte.replace('_x0041_', '_x005F_x0041_'))
    const envoye = await classeur({
      Résidences: [['Nom *', 'Adresse *'], ...ecrits.map((texte) => [texte, texte])],
      '=cmd()': ecrits.map((texte) => [texte]),
    })
    const { sheet } = await annotated(await checked(karim, envoye))
    expect(
      sheet('Résidences')
        ?.rows.slice(1)
        .map((row) => row.slice(0, 2)),
    ).toEqual(textes.map((texte) => [texte, texte]))
    expect(sheet('=cmd()')?.rows).toEqual(textes.map((texte) => [texte]))
  })
})

// spec: PA-35
it('the annotated workbook and the model have the promoter as their author, the product without one', async () => {
  const { id } = await checked(karim)
  const auteurs = async () =>
    Promise.all(
      [`/api/imports/${id}/annote`, '/api/portefeuille/export?modele=1'].map(async (chemin) => {
        const { statusCode, rawPayload } = await karim.get(chemin)
        expect([chemin, statusCode]).toEqual([chemin, 200])
        return (await readXlsx(rawPayload)).properties?.creator
      }),
    )
  expect(await auteurs()).toEqual(['Diyar', 'Diyar'])
  const lu = { nom: 'SARL El Bahia', email: 'a@elbahia.dz', telephone: '041 33 21 45', adresse: 'Oran' }
  await karim.post('/api/promoteurs', lu)
  expect(await auteurs()).toEqual([lu.nom, lu.nom])
})

describe('there is none', () => {
  const ask = async (id: number) => {
    const { statusCode, json } = await karim.get(`/api/imports/${id}/annote`)
    return [statusCode, json]
  }
  const set = (id: number, values: object) =>
    t.db.updateTable('imports').set(values).where('id', '=', id).execute()

  it('while the workbook is being checked', async () => {
    const { id } = await checked(karim)
    await set(id, { statut: 'lecture', vu_le: new Date(), fini_le: null })
    expect(await ask(id)).toEqual([409, { message: "La vérification n'est pas finie." }])
    await set(id, { statut: 'annule', fini_le: new Date() })
    expect((await ask(id))[0]).toBe(200)
  })

  // spec: PO-39
  it('once its file is tidied away', async () => {
    const { id } = await checked(karim)
    const { fichier_id } = await t.db
      .selectFrom('imports')
      .select('fichier_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await set(id, { fichier_id: null, statut: 'annule', fini_le: new Date() })
    await t.db.deleteFrom('fichiers').where('id', '=', fichier_id).execute()
    expect(await ask(id)).toEqual([404, { message: "Le fichier de cet import n'est plus conservé." }])
    expect((await ask(999_999))[0]).toBe(404)
  })

  it('of a workbook that cannot be read, and the motif says why', async () => {
    const abime = classeurOf({ feuilles: [{ nom: 'Résidences', xml: '<worksheet><sheetData><row r="1">' }] })
    const lu = await checked(karim, abime)
    expect(lu.statut).toBe('refuse')
    expect(await ask(lu.id)).toEqual([422, { message: lu.motif }])
  })
})
