import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildBon,
  buildCategorie,
  buildLigne,
  buildReglement,
  buildResidence,
} from '#test/harness/builders.ts'
import { readPdf } from '#test/harness/pdf.ts'
import { stopPdf } from '#server/documents/pdf.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(async () => {
  await t.close()
  await stopPdf()
})

const disposition = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers['content-disposition'])

describe('printed vouchers', () => {
  // spec: CHG-66, CHG-67, CHG-68, CHG-69, CHG-70, CHG-71
  it('are one, those of a category, or all, each under its name', async () => {
    await karim.post('/api/promoteurs', {
      nom: 'SARL Bâtir',
      email: 'contact@batir.dz',
      telephone: '021 55 66 77',
      adresse: 'Alger',
    })
    const gros = await buildCategorie(t.db, { nom: 'Gros œuvre: béton/acier' })
    const finitions = await buildCategorie(t.db, { nom: 'Finitions' })
    const first = await buildBon(t.db, {
      categorie_bon_id: gros.id,
      reference: 'BC/12',
      date_bon: '2025-03-05',
    })
    await buildLigne(t.db, first.id, { designation: 'Ciment gris', prix_unitaire: 125_050, quantite: 4 })
    await buildBon(t.db, { categorie_bon_id: gros.id, reference: 'BC-13' })
    const other = await buildBon(t.db, { categorie_bon_id: finitions.id, reference: 'FIN-1' })
    await buildLigne(t.db, other.id, { designation: 'Peinture بيضاء' })

    const one = await karim.get(`/api/generate-pdf?bon_id=${first.id}&categorie_id=${finitions.id}`)
    expect(one.statusCode).toBe(200)
    expect(one.headers['content-type']).toBe('application/pdf')
    expect(disposition(one)).toBe('attachment; filename="Bon_BC_12.pdf"')
    const paper = (await readPdf(one.rawPayload)).text
    for (const text of ['SARL Bâtir', 'BC/12', '5 mars 2025', 'Ciment gris', '5 002,00'])
      expect(paper).toContain(text)
    expect(paper).not.toContain('BC-13')

    const category = await karim.get(`/api/generate-pdf?categorie_id=${gros.id}`)
    expect(disposition(category)).toContain(
      `filename*=UTF-8''${encodeURIComponent('Categorie_Gros œuvre_ béton_acier.pdf')}`,
    )
    const papers = (await readPdf(category.rawPayload)).text
    for (const text of ['Gros œuvre: béton/acier', 'BC/12', 'BC-13', '5 002,00'])
      expect(papers).toContain(text)
    expect(papers).not.toContain('FIN-1')

    const all = await karim.get('/api/generate-pdf')
    expect(disposition(all)).toBe('attachment; filename="All_PurchaseOrders.pdf"')
    const everything = (await readPdf(all.rawPayload)).text
    for (const text of ['Finitions', 'Gros œuvre: béton/acier', 'BC/12', 'BC-13', 'FIN-1', '5 202,00'])
      expect(everything).toContain(text)
    expect(everything.indexOf('Finitions')).toBeLessThan(everything.indexOf('Gros œuvre'))
  })

  // spec: CO-28
  it('say whom a bon is owed to, where it was spent, what is paid and what is left', async () => {
    const residence = await buildResidence(t.db, { nom: 'El Bahia' })
    const { id } = await buildBon(t.db, { fournisseur: 'Sarl Béton', residence_id: residence.id })
    await buildLigne(t.db, id, { prix_unitaire: 2_375_150, quantite: 1 })
    await buildReglement(t.db, id, { montant: 1_000_000 })
    const { text } = await readPdf((await karim.get(`/api/generate-pdf?bon_id=${id}`)).rawPayload)
    const said = [
      'Catégorie',
      'Fournisseur',
      'Sarl Béton',
      'Résidence',
      'El Bahia',
      'Total du bon',
      'Réglé',
      '10 000,00 DA',
    ]
    const places = [...said, 'Reste à régler', '13 751,50 DA'].map((one) => text.indexOf(one))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBeGreaterThan(0)
  })

  it.each(['bon_id=999999', 'categorie_id=999999', 'bon_id=abc', 'categorie_id=0'])(
    'are unknown for %s',
    async (query) => {
      const refused = await karim.get(`/api/generate-pdf?${query}`)
      expect(refused.statusCode).toBe(404)
      expect(refused.json).toHaveProperty('message')
    },
  )

  it('are refused when no paper could hold them, with the way out', async () => {
    const { id } = await buildBon(t.db)
    await t.db
      .insertInto('lignes')
      .values(
        Array.from({ length: 12_000 }, () => ({
          bon_id: id,
          designation: 'Vis',
          prix_unitaire: 1,
          quantite: 1,
        })),
      )
      .execute()
    const refused = await karim.get('/api/generate-pdf')
    expect(refused.statusCode).toBe(422)
    expect(refused.json).toHaveProperty(
      'message',
      expect.stringContaining('Imprimez plutôt les bons catégorie par catégorie.'),
    )
    await t.db.deleteFrom('bons').where('id', '=', id).execute()
  })
})
