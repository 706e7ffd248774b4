import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildBon, buildCategorie, buildLigne, idOf } from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.db.deleteFrom('categories_bons').execute()
})

const everything = async () => ({
  categories: await t.db.selectFrom('categories_bons').selectAll().orderBy('id').execute(),
  bons: await t.db.selectFrom('bons').selectAll().orderBy('id').execute(),
  lignes: await t.db.selectFrom('lignes').selectAll().orderBy('id').execute(),
})
const ciment = { designation: 'Ciment CPJ 42,5', prix_unitaire: 12.5, quantite: 3 }
const sable = { designation: 'Sable', prix_unitaire: 0.1, quantite: 7 }
const bonOf = (categorie_bon_id: number, given: object = {}) => ({
  reference: 'BC-2025/01',
  date_bon: '2025-03-05',
  categorie_bon_id,
  lignes: [ciment, sable],
  ...given,
})

describe('categories', () => {
  // spec: CHG-51, CHG-55, CHG-56, CHG-57, CHG-75, CHG-76, CHG-77
  it('are added, renamed and deleted with all they hold, which the journal keeps', async () => {
    const added = await karim.post('/api/categories', { nom: ' Matériaux ' })
    expect(added.statusCode).toBe(201)
    expect(added.json).toMatchObject({
      nom: 'Matériaux',
      total_montant: 0,
      bons: { data: [], last_page: 1 },
      version: 1,
      page: 1,
      message: 'Catégorie ajoutée avec succès !',
    })
    const id = idOf(added)
    const bon = idOf(await karim.post('/api/bons', bonOf(id)))
    const renamed = await karim.put(`/api/categories/${id}`, { nom: 'Gros œuvre', version: 1 })
    expect(renamed.json).toMatchObject({
      id,
      nom: 'Gros œuvre',
      total_montant: 38.2,
      bons: { data: [{ id: bon }] },
      version: 2,
      message: 'Catégorie modifiée avec succès !',
    })
    expect((await karim.get(`/api/categories/${id}`)).json).toMatchObject({
      id,
      total_montant: 38.2,
      version: 2,
    })
    expect((await karim.get(`/api/bons/${bon}`)).json).toMatchObject({
      id: bon,
      total_montant: 38.2,
      lignes: { total: 2 },
    })
    expect((await karim.delete(`/api/categories/${id}`)).json).toEqual({
      message: 'Catégorie supprimée avec succès !',
    })
    expect(await everything()).toEqual({ categories: [], bons: [], lignes: [] })
    const [kept] = await t.db
      .selectFrom('journal')
      .select('avant')
      .where('objet', '=', 'categorie')
      .where('objet_id', '=', id)
      .where('action', '=', 'supprimer')
      .execute()
    expect(kept?.avant).toMatchObject({
      nom: 'Gros œuvre',
      bons: [
        {
          reference: 'BC-2025/01',
          lignes: [{ designation: 'Ciment CPJ 42,5', prix_unitaire: 1250 }, { quantite: 7 }],
        },
      ],
    })
  })

  // spec: CHG-54, LIM-15
  it('come five by five, the latest first, whatever the number of vouchers', async () => {
    for (const n of [1, 2, 3, 4, 5, 6]) await buildCategorie(t.db, { nom: `Catégorie ${n}` })
    const first = await karim.get('/api/categories')
    expect(first.json).toMatchObject({
      data: [6, 5, 4, 3, 2].map((n) => ({ nom: `Catégorie ${n}` })),
      current_page: 1,
      last_page: 2,
      per_page: 5,
      total: 6,
      prev_page_url: null,
      next_page_url: '/backend/public/api/categories?page=2',
    })
    expect((await karim.get('/api/categories?page=2')).json).toMatchObject({
      data: [{ nom: 'Catégorie 1' }],
      current_page: 2,
      next_page_url: null,
    })
    expect((await karim.get('/api/categories?page=9')).json).toMatchObject({ data: [], last_page: 2 })
  })
})

describe('vouchers', () => {
  // spec: CHG-52, CHG-53, CHG-59, CHG-72, CHG-73
  it('are created with their lines; totals are the sums', async () => {
    const { id } = await buildCategorie(t.db)
    const added = await karim.post('/api/bons', bonOf(id))
    expect(added.statusCode).toBe(201)
    expect(added.json).toMatchObject({
      reference: 'BC-2025/01',
      date_bon: '2025-03-05',
      categorie_bon_id: id,
      total_montant: 38.2,
      page: 1,
      lignes: {
        data: [
          { ...ciment, montant: 37.5 },
          { ...sable, montant: 0.7 },
        ],
        total: 2,
      },
      message: "Bon d'achat et ses lignes ajoutés avec succès !",
    })
    await karim.post('/api/bons', bonOf(id, { reference: 'Vide', lignes: undefined }))
    await karim.post(`/api/bons/${idOf(added)}/lignes`, {
      designation: 'Acier',
      prix_unitaire: '1000',
      quantite: '2',
    })
    const list = await karim.get('/api/categories')
    expect(list.json).toMatchObject({
      data: [
        {
          id,
          total_montant: 2038.2,
          bons: { total: 2, data: [{ reference: 'Vide', total_montant: 0 }, { total_montant: 2038.2 }] },
        },
      ],
    })
  })

  // spec: CHG-52, CHG-58
  it('come five by five for one category, the latest day first, and tell where a new one stands', async () => {
    const [{ id }, other] = [await buildCategorie(t.db), await buildCategorie(t.db)]
    let latest = 0
    for (const day of [1, 2, 3, 4, 5, 6])
      ({ id: latest } = await buildBon(t.db, {
        categorie_bon_id: id,
        reference: `B${day}`,
        date_bon: `2025-01-0${day}`,
      }))
    await buildLigne(t.db, latest, { prix_unitaire: 10_000, quantite: 2 })
    await buildBon(t.db, { categorie_bon_id: other.id })
    const first = await karim.get(`/api/bons?page=1&categorie_bon_id=${id}`)
    expect(first.json).toMatchObject({
      data: ['B6', 'B5', 'B4', 'B3', 'B2'].map((reference) => ({
        reference,
        date_bon: `2025-01-0${reference.slice(1)}`,
        categorie_bon_id: id,
        total_montant: reference === 'B6' ? 200 : 0,
        lignes: { total: reference === 'B6' ? 1 : 0, last_page: 1 },
      })),
      last_page: 2,
      total: 6,
      next_page_url: `/backend/public/api/bons?categorie_bon_id=${id}&page=2`,
    })
    expect((await karim.get(`/api/bons?page=2&categorie_bon_id=${id}`)).json).toMatchObject({
      data: [{ reference: 'B1' }],
      next_page_url: null,
    })
    expect((await karim.get('/api/bons')).json).toMatchObject({ total: 7 })
    expect((await karim.get('/api/bons?categorie_bon_id=abc')).json).toMatchObject({ total: 0, data: [] })
    expect((await karim.post('/api/bons', bonOf(id, { date_bon: '2024-12-31' }))).json).toMatchObject({
      page: 2,
    })
    expect((await karim.post('/api/bons', bonOf(id, { date_bon: '2025-02-01' }))).json).toMatchObject({
      page: 1,
    })
    expect((await karim.get('/api/categories')).json).toMatchObject({
      data: [{ id: other.id }, { id, bons: { total: 8, last_page: 2, data: { length: 5 } } }],
    })
  })

  // spec: CHG-60, CHG-61, CHG-78, CHG-79
  it('are changed and deleted with their lines', async () => {
    const { id: categorie } = await buildCategorie(t.db)
    const id = idOf(await karim.post('/api/bons', bonOf(categorie)))
    const changed = await karim.put(`/api/bons/${id}`, {
      reference: 'BC-2',
      date_bon: '2024-02-29',
      version: 1,
      lignes: [],
    })
    expect(changed.json).toMatchObject({
      id,
      reference: 'BC-2',
      date_bon: '2024-02-29',
      total_montant: 38.2,
      version: 2,
      message: "Bon d'achat modifié avec succès !",
    })
    expect((await karim.delete(`/api/bons/${id}`)).json).toEqual({
      message: "Bon d'achat supprimé avec succès !",
    })
    expect(await everything()).toMatchObject({ categories: [{ id: categorie }], bons: [], lignes: [] })
    const [kept] = await t.db
      .selectFrom('journal')
      .select('avant')
      .where('objet', '=', 'bon')
      .where('objet_id', '=', id)
      .where('action', '=', 'supprimer')
      .execute()
    expect(kept?.avant).toMatchObject({ reference: 'BC-2', lignes: { length: 2 } })
  })

  // spec: CHG-39, CHG-40, API-14
  it('are refused at their fields, lines included, with nothing written', async () => {
    const { id } = await buildCategorie(t.db)
    const before = await everything()
    const empty = await karim.post('/api/bons', {})
    expect(empty.statusCode).toBe(422)
    expect(empty.json).toEqual({
      message: 'La référence est obligatoire.',
      errors: {
        reference: ['La référence est obligatoire.'],
        date_bon: ['La date du bon est obligatoire.'],
        categorie_bon_id: ['Veuillez sélectionner une catégorie.'],
      },
    })
    const wrong: [object, string][] = [
      [{ date_bon: '2025-02-30' }, 'date_bon'],
      [{ reference: 'x'.repeat(256) }, 'reference'],
      [{ categorie_bon_id: 999_999 }, 'categorie_bon_id'],
      [{ lignes: [ciment, { ...sable, quantite: 0 }] }, 'lignes.1.quantite'],
      [{ lignes: [{ ...ciment, prix_unitaire: -1 }] }, 'lignes.0.prix_unitaire'],
      [{ lignes: [{ ...ciment, prix_unitaire: 99_999_999_999.99 }] }, 'lignes.0.prix_unitaire'],
      [{ lignes: 'toutes' }, 'lignes'],
      [{ lignes: Array.from({ length: 1001 }, () => ciment) }, 'lignes'],
    ]
    for (const [given, field] of wrong) {
      const refused = await karim.post('/api/bons', bonOf(id, given))
      expect([refused.statusCode, field, refused.json]).toMatchObject([
        422,
        field,
        { errors: { [field]: expect.any(Array) } },
      ])
    }
    expect(await everything()).toEqual(before)
  })
})

describe('lines', () => {
  // spec: CHG-53, CHG-62, CHG-63, CHG-64, CHG-65, CHG-74, CHG-80, CHG-81
  it('are added at the end, changed, deleted, and listed five by five', async () => {
    const { id } = await buildBon(t.db)
    for (const n of [1, 2, 3, 4, 5])
      await karim.post(`/api/bons/${id}/lignes`, { ...ciment, designation: `Ligne ${n}` })
    const sixth = await karim.post(`/api/bons/${id}/lignes`, { ...ciment, designation: 'Ligne 6' })
    expect(sixth.statusCode).toBe(201)
    expect(sixth.json).toMatchObject({
      designation: 'Ligne 6',
      montant: 37.5,
      page: 2,
      message: 'Ligne ajoutée avec succès !',
    })
    const list = await karim.get(`/api/bons/${id}/lignes`)
    expect(list.json).toMatchObject({
      data: [1, 2, 3, 4, 5].map((n) => ({ ...ciment, designation: `Ligne ${n}`, montant: 37.5 })),
      last_page: 2,
      total: 6,
      next_page_url: `/backend/public/api/bons/${id}/lignes?page=2`,
    })
    expect((await karim.get(`/api/bons/${id}/lignes?page=2`)).json).toMatchObject({
      data: [{ designation: 'Ligne 6' }],
    })
    const path = `/api/bons/${id}/lignes/${idOf(sixth)}`
    const changed = await karim.put(path, { ...sable, prix_unitaire: 0, version: 1 })
    expect(changed.json).toMatchObject({
      designation: 'Sable',
      prix_unitaire: 0,
      montant: 0,
      version: 2,
      message: 'Ligne modifiée avec succès !',
    })
    expect((await karim.get(path)).json).toMatchObject({ id: idOf(sixth), designation: 'Sable', version: 2 })
    expect((await karim.delete(path)).json).toEqual({ message: 'Ligne supprimée avec succès !' })
    expect((await karim.get(`/api/bons/${id}/lignes`)).json).toMatchObject({ total: 5, last_page: 1 })
  })

  // spec: CHG-47, CHG-48, CHG-49, CHG-38, LIM-22
  it.each([
    [{ designation: ' ' }, 'designation', 'La désignation est obligatoire.'],
    [{ designation: 'x'.repeat(256) }, 'designation', 'Ce texte dépasse 255 caractères.'],
    [
      { prix_unitaire: -1 },
      'prix_unitaire',
      "Ce montant n'est pas valide : un nombre positif, deux décimales au plus.",
    ],
    [{ prix_unitaire: '' }, 'prix_unitaire', 'Le prix unitaire est obligatoire.'],
    [
      { prix_unitaire: 0.001 },
      'prix_unitaire',
      "Ce montant n'est pas valide : un nombre positif, deux décimales au plus.",
    ],
    [
      { prix_unitaire: 99_999_999_999.99, quantite: 2 },
      'prix_unitaire',
      'Le montant de la ligne dépasse le maximum.',
    ],
    [{ quantite: 0 }, 'quantite', 'La quantité doit être un nombre entier, 1 au moins.'],
    [{ quantite: 1.5 }, 'quantite', 'La quantité doit être un nombre entier, 1 au moins.'],
    [{ quantite: 1_000_000_000 }, 'quantite', 'Ce nombre ne peut pas dépasser 999\u202F999\u202F999.'],
    [{ quantite: undefined }, 'quantite', 'La quantité est obligatoire.'],
  ])('refuse %j at its field and write nothing', async (wrong, field, text) => {
    const { id } = await buildBon(t.db)
    const line = idOf(await karim.post(`/api/bons/${id}/lignes`, ciment))
    const before = await everything()
    for (const refused of [
      await karim.post(`/api/bons/${id}/lignes`, { ...ciment, ...wrong }),
      await karim.put(`/api/bons/${id}/lignes/${line}`, { ...ciment, ...wrong }),
    ]) {
      expect(refused.statusCode).toBe(422)
      expect(refused.json).toEqual({ message: text, errors: { [field]: [text] } })
    }
    expect((await karim.post('/api/categories', { nom: '' })).json).toEqual({
      message: 'Le nom de la catégorie est obligatoire.',
      errors: { nom: ['Le nom de la catégorie est obligatoire.'] },
    })
    expect(await everything()).toEqual(before)
  })
})

it('nothing is anybody’s without a session, unknown ids are 404, stale versions 409, and nothing is written', async () => {
  const { id: bon, categorie_bon_id: categorie } = await buildBon(t.db)
  const elsewhere = await buildBon(t.db)
  const line = idOf(await karim.post(`/api/bons/${bon}/lignes`, ciment))
  const before = await everything()
  const calls = (c: number, b: number, l: number) =>
    [
      ['PUT', `/api/categories/${c}`, { nom: 'X' }],
      ['DELETE', `/api/categories/${c}`],
      ['PUT', `/api/bons/${b}`, { reference: 'X', date_bon: '2025-01-01' }],
      ['DELETE', `/api/bons/${b}`],
      ['POST', `/api/bons/${b}/lignes`, ciment],
      ['PUT', `/api/bons/${b}/lignes/${l}`, ciment],
      ['DELETE', `/api/bons/${b}/lignes/${l}`],
      ['GET', `/api/bons/${b}/lignes`],
      ['GET', `/api/categories/${c}`],
      ['GET', `/api/bons/${b}`],
      ['GET', `/api/bons/${b}/lignes/${l}`],
    ] as const
  const send = (who: Visitor, [method, path, body]: readonly [string, string, object?]) =>
    method === 'GET'
      ? who.get(path)
      : method === 'POST'
        ? who.post(path, body)
        : method === 'PUT'
          ? who.put(path, body)
          : who.delete(path)
  const statuses = async (who: Visitor, list: readonly (readonly [string, string, object?])[]) => {
    const seen = new Set<number>()
    for (const call of list) seen.add((await send(who, call)).statusCode)
    return [...seen]
  }
  const open = [
    ['GET', '/api/categories'],
    ['GET', '/api/bons'],
    ['GET', '/api/generate-pdf'],
    ['POST', '/api/categories', { nom: 'X' }],
    ['POST', '/api/bons', bonOf(categorie)],
  ] as const
  expect(await statuses(t.visitor(), [...open, ...calls(categorie, bon, line)])).toEqual([401])
  expect(await statuses(karim, calls(999_999, 999_999, 999_999))).toEqual([404])
  const path = `/api/bons/${elsewhere.id}/lignes/${line}`
  expect(
    await statuses(karim, [
      ['PUT', path, ciment],
      ['DELETE', path],
    ]),
  ).toEqual([404])
  const stale = [
    ['PUT', `/api/categories/${categorie}`, { nom: 'X', version: 9 }],
    ['PUT', `/api/bons/${bon}`, { reference: 'X', date_bon: '2025-01-01', version: 9 }],
    ['PUT', `/api/bons/${bon}/lignes/${line}`, { ...ciment, version: 9 }],
  ] as const
  expect(await statuses(karim, stale)).toEqual([409])
  expect(await everything()).toEqual(before)
})
