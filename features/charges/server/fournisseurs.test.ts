import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildBloc,
  buildBon,
  buildCategorie,
  buildLigne,
  buildParking,
  buildReglement,
  buildResidence,
  idOf,
} from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.db.deleteFrom('reglements').execute()
  await t.db.deleteFrom('categories_bons').execute()
})

const written = async () => ({
  bons: await t.db.selectFrom('bons').selectAll().orderBy('id').execute(),
  lignes: await t.db.selectFrom('lignes').selectAll().orderBy('id').execute(),
  reglements: await t.db.selectFrom('reglements').selectAll().orderBy('id').execute(),
  journal: await t.db
    .selectFrom('journal')
    .select(({ fn }) => fn.countAll().as('n'))
    .execute(),
})
/** The bon of D.12: 3 × 1 250,50 + 20 000,00 = 23 751,50. */
async function d12(given: object = {}) {
  const bon = await buildBon(t.db, { date_bon: '2026-02-01', ...given })
  const premiere = await buildLigne(t.db, bon.id, { prix_unitaire: 125_050, quantite: 3 })
  await buildLigne(t.db, bon.id, { prix_unitaire: 2_000_000, quantite: 1 })
  return { ...bon, path: `/api/bons/${bon.id}`, premiere: premiere.id }
}

describe('fournisseur and residence of a bon', () => {
  // spec: CO-29
  it('are trimmed, kept, cleared and refused; a bon without them answers as before', async () => {
    const { id: categorie_bon_id } = await buildCategorie(t.db)
    const residence = await buildResidence(t.db, { nom: 'El Bahia' })
    const bare = { reference: 'BC-1', date_bon: '2026-02-01', categorie_bon_id }
    const plain = await karim.post('/api/bons', bare)
    expect(plain.json).toMatchObject({
      fournisseur: null,
      residence: null,
      regle: 0,
      reste: 0,
      etat: null,
      reglements: [],
    })
    const named = await karim.post('/api/bons', {
      ...bare,
      fournisseur: '  Sarl Béton ',
      residence_id: residence.id,
    })
    expect(named.json).toMatchObject({
      fournisseur: 'Sarl Béton',
      residence: { id: residence.id, nom: 'El Bahia' },
    })
    const path = `/api/bons/${idOf(named)}`
    const edit = { reference: 'BC-2', date_bon: '2026-02-02' }
    expect((await karim.put(path, { ...edit, version: 1 })).json).toMatchObject({
      reference: 'BC-2',
      fournisseur: 'Sarl Béton',
      residence: { id: residence.id },
    })
    const before = await written()
    for (const [given, field, text] of [
      [{ fournisseur: 'x'.repeat(256) }, 'fournisseur', 'Ce texte dépasse 255 caractères.'],
      [{ residence_id: 999_999 }, 'residence_id', 'Veuillez sélectionner une résidence.'],
      [{ residence_id: 'x' }, 'residence_id', 'Veuillez sélectionner une résidence.'],
    ] as const)
      for (const refused of [
        await karim.put(path, { ...edit, ...given }),
        await karim.post('/api/bons', { ...bare, ...given }),
      ])
        expect([refused.statusCode, refused.json]).toEqual([
          422,
          { message: text, errors: { [field]: [text] } },
        ])
    expect(await written()).toEqual(before)
    const deleted = await karim.delete(`/api/residences/${residence.id}`)
    expect([deleted.statusCode, deleted.json]).toEqual([
      409,
      { message: "Impossible de supprimer cette résidence : elle contient 1 bon d'achat." },
    ])
    for (const vide of [null, ''])
      expect((await karim.put(path, { ...edit, fournisseur: vide, residence_id: vide })).json).toMatchObject({
        fournisseur: null,
        residence: null,
      })
    const [last] = await t.db
      .selectFrom('journal')
      .where('objet', '=', 'bon')
      .selectAll()
      .orderBy('id', 'desc')
      .offset(1)
      .limit(1)
      .execute()
    expect(last).toMatchObject({
      action: 'modifier',
      avant: { fournisseur: 'Sarl Béton', residence: { nom: 'El Bahia' } },
      apres: { fournisseur: null, residence: null },
    })
    expect((await karim.delete(`/api/residences/${residence.id}`)).statusCode).toBe(200)
  })

  // spec: CO-28
  it('a residence tells its bons with what it holds', async () => {
    const { id } = await buildResidence(t.db)
    await buildBloc(t.db, { residence_id: id })
    await buildParking(t.db, { residence_id: id })
    for (const n of [1, 2, 3]) await buildBon(t.db, { residence_id: id, reference: `R${n}` })
    expect((await karim.delete(`/api/residences/${id}`)).json).toEqual({
      message: "Impossible de supprimer cette résidence : elle contient 1 bloc, 1 parking et 3 bons d'achat.",
    })
  })

  // spec: CO-29
  it('narrow the list, alone and together', async () => {
    const residence = await buildResidence(t.db)
    const a = await d12({ reference: 'A', fournisseur: 'Sarl Béton', date_bon: '2026-01-10' })
    const b = await d12({
      reference: 'B',
      fournisseur: 'SARL BETON',
      residence_id: residence.id,
      date_bon: '2026-02-10',
    })
    const c = await d12({
      reference: 'C',
      fournisseur: 'Sarl Béton Armé',
      residence_id: residence.id,
      date_bon: '2026-03-10',
    })
    await buildBon(t.db, { reference: 'D', date_bon: '2026-04-10' })
    await buildReglement(t.db, b.id, { montant: 100 })
    await buildReglement(t.db, c.id, { montant: 2_375_150 })
    const found = async (query: string) => {
      const { data, total } = (await karim.get(`/api/bons?${query}`)).json as {
        data: { reference: string }[]
        total: number
      }
      expect(total).toBe(data.length)
      return data.map(({ reference }) => reference).join('')
    }
    expect(await found('')).toBe('DCBA')
    expect(await found('fournisseur=sarl%20beton')).toBe('BA')
    expect(await found('fournisseur=beton')).toBe('')
    expect(await found(`residence_id=${residence.id}`)).toBe('CB')
    expect(await found('residence_id=x')).toBe('DCBA')
    expect(await found('etat=regle')).toBe('C')
    expect(await found('etat=partiel')).toBe('B')
    expect(await found('etat=non_regle')).toBe('A')
    expect(await found('etat=autre')).toBe('DCBA')
    expect(await found('du=2026-02-10&au=2026-03-10')).toBe('CB')
    expect(await found('du=2026-03-10&au=2026-02-10')).toBe('CB')
    expect(
      await found(`fournisseur=SARL%20B%C3%A9ton&residence_id=${residence.id}&etat=partiel&du=2026-02-01`),
    ).toBe('B')
    expect(await found(`categorie_bon_id=${a.categorie_bon_id}&fournisseur=sarl%20beton`)).toBe('A')
  })
})

// spec: CO-29
describe('fournisseurs', () => {
  interface Page {
    data: { nom: string | null; bons: number; total: number; regle: number; reste: number }[]
    total: number
    totals: object
  }
  const read = async (query = '') => (await karim.get(`/api/bons/fournisseurs${query}`)).json as Page

  it('are one a folded name, spelled as on the latest bon, with exact sums; those without a name come last', async () => {
    expect(await read()).toMatchObject({
      data: [],
      total: 0,
      totals: { bons: 0, total: 0, regle: 0, reste: 0 },
    })
    const a = await d12({ fournisseur: 'Sarl Béton', date_bon: '2026-01-10' })
    await d12({ fournisseur: 'SARL BETON', date_bon: '2026-02-10' })
    const acier = await d12({ fournisseur: 'Acier & Fils' })
    await d12()
    await buildReglement(t.db, a.id, { montant: 1_000_001 })
    await buildReglement(t.db, acier.id, { montant: 2_375_150 })
    const beton = { nom: 'SARL BETON', bons: 2, total: 47_503, regle: 10_000.01, reste: 37_502.99 }
    const fils = { nom: 'Acier & Fils', bons: 1, total: 23_751.5, regle: 23_751.5, reste: 0 }
    const nobody = { nom: null, bons: 1, total: 23_751.5, regle: 0, reste: 23_751.5 }
    expect(await read()).toMatchObject({
      data: [fils, beton, nobody],
      total: 3,
      totals: { bons: 4, total: 95_006, regle: 33_751.51, reste: 61_254.49 },
    })
    expect((await read('?solde=1')).data).toEqual([beton, nobody])
    expect(await read('?search=b%C3%A9t')).toMatchObject({
      data: [beton],
      totals: { bons: 2, reste: 37_502.99 },
    })
    expect((await read('?search=acier&solde=1')).data).toEqual([])
    expect(await read('?per_page=1&page=3')).toMatchObject({ data: [nobody], totals: { bons: 4 } })
    expect(await read('?per_page=1&page=9')).toMatchObject({ data: [], total: 3, totals: { bons: 4 } })
  })
})
