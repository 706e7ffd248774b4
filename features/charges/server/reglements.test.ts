import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildBloc,
  buildBon,
  buildCategorie,
  buildCompteBancaire,
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
const reglement = (montant: number | string, given: object = {}) => ({
  date_reglement: '2026-02-03',
  montant,
  mode: 'especes',
  ...given,
})
/** The bon of D.12: 3 × 1 250,50 + 20 000,00 = 23 751,50. */
async function d12(given: object = {}) {
  const bon = await buildBon(t.db, { date_bon: '2026-02-01', ...given })
  const premiere = await buildLigne(t.db, bon.id, { prix_unitaire: 125_050, quantite: 3 })
  await buildLigne(t.db, bon.id, { prix_unitaire: 2_000_000, quantite: 1 })
  return { ...bon, path: `/api/bons/${bon.id}`, premiere: premiere.id }
}

describe('règlements', () => {
  // spec: CO-28
  it('pay a bon in part, then wholly, and nothing beyond (D.12)', async () => {
    const { id, path, premiere, categorie_bon_id } = await d12()
    expect((await karim.get(path)).json).toMatchObject({
      total_montant: 23_751.5,
      regle: 0,
      reste: 23_751.5,
      etat: 'non_regle',
      reglements: [],
    })
    const compte = await buildCompteBancaire(t.db, { banque: 'BNA', numero: '001 00600 77' })
    const part = await karim.post(
      `${path}/reglements`,
      reglement(10_000, {
        mode: 'virement',
        compte_id: compte.id,
        reference: 'VIR 7',
        banque: null,
        details: ' Acompte ',
      }),
    )
    expect(part.statusCode).toBe(201)
    expect(part.json).toMatchObject({
      id,
      regle: 10_000,
      reste: 13_751.5,
      etat: 'partiel',
      reglements: [
        {
          date_reglement: '2026-02-03',
          montant: 10_000,
          mode: 'virement',
          compte: { id: compte.id, banque: 'BNA', numero: '001 00600 77' },
          banque: null,
          reference: 'VIR 7',
          details: 'Acompte',
          vu_le: null,
        },
      ],
      message: 'Règlement ajouté avec succès !',
    })
    const before = await written()
    const text = 'Le règlement dépasse le reste à régler (13\u202F751,50\u00A0DA).'
    const beyond = await karim.post(`${path}/reglements`, reglement('13751.51'))
    expect([beyond.statusCode, beyond.json]).toEqual([422, { message: text, errors: { montant: [text] } }])
    expect(await written()).toEqual(before)
    const rest = await karim.post(`${path}/reglements`, reglement(13_751.5))
    expect(rest.json).toMatchObject({ regle: 23_751.5, reste: 0, etat: 'regle' })

    // What is paid holds the lines, the bon and its category.
    const paid = await written()
    const held =
      'Le total du bon ne peut pas être inférieur à ce qui est déjà réglé (23\u202F751,50\u00A0DA).'
    const ligne = `${path}/lignes/${premiere}`
    const less = await karim.put(ligne, { designation: 'Ciment', prix_unitaire: 1250.49, quantite: 3 })
    expect([less.statusCode, less.json]).toEqual([422, { message: held, errors: { prix_unitaire: [held] } }])
    const refused = [
      await karim.delete(ligne),
      await karim.delete(path),
      await karim.delete(`/api/categories/${categorie_bon_id}`),
    ]
    expect(refused.map(({ statusCode, json }) => [statusCode, json])).toEqual([
      [409, { message: held }],
      [409, { message: 'Impossible de supprimer ce bon : 2 règlements y sont rattachés.' }],
      [409, { message: 'Impossible de supprimer cette catégorie : 2 règlements sont rattachés à ses bons.' }],
    ])
    expect(await written()).toEqual(paid)
    // The same total by other figures is taken, and what is more.
    expect(
      (await karim.put(ligne, { designation: 'Ciment', prix_unitaire: 3751.5, quantite: 1 })).statusCode,
    ).toBe(200)
    expect(
      (await karim.put(ligne, { designation: 'Ciment', prix_unitaire: 4000, quantite: 1 })).statusCode,
    ).toBe(200)
    expect((await karim.get(path)).json).toMatchObject({ reste: 248.5, etat: 'partiel' })
  })

  // spec: CO-28
  it('are deleted of their own bon, then it and its category can be', async () => {
    const { path, categorie_bon_id, id } = await d12()
    const other = await d12()
    const { id: first } = await buildReglement(t.db, id)
    expect((await karim.delete(`${other.path}/reglements/${first}`)).statusCode).toBe(404)
    const one = await karim.delete(path)
    expect(one.json).toEqual({ message: 'Impossible de supprimer ce bon : 1 règlement y est rattaché.' })
    expect((await karim.delete(`/api/categories/${categorie_bon_id}`)).json).toEqual({
      message: 'Impossible de supprimer cette catégorie : 1 règlement est rattaché à ses bons.',
    })
    const gone = await karim.delete(`${path}/reglements/${first}`)
    expect(gone.json).toEqual({ message: 'Règlement supprimé avec succès !' })
    expect((await karim.delete(`${path}/reglements/${first}`)).statusCode).toBe(404)
    expect((await karim.delete(path)).statusCode).toBe(200)
    expect((await karim.delete(`/api/categories/${categorie_bon_id}`)).statusCode).toBe(200)
    const lines = await t.db
      .selectFrom('journal')
      .where('objet', '=', 'reglement')
      .where('objet_id', '=', first)
      .select(['action', 'avant', 'apres'])
      .execute()
    expect(lines).toEqual([
      {
        action: 'supprimer',
        avant: expect.objectContaining({ montant: 10_000, mode: 'especes', bon: expect.anything() }),
        apres: null,
      },
    ])
  })

  // spec: CO-28
  it('twenty at once never exceed the total, nor do règlements and shrinking lines', async () => {
    const { path, premiere } = await d12()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => karim.post(`${path}/reglements`, reglement(2000))),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(11)
    expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(9)
    expect((await karim.get(path)).json).toMatchObject({ regle: 22_000, reste: 1751.5 })
    // Either the last règlement or the smaller line, not both.
    const [paid, less] = await Promise.all([
      karim.post(`${path}/reglements`, reglement(1751.5)),
      karim.put(`${path}/lignes/${premiere}`, { designation: 'Ciment', prix_unitaire: 1000, quantite: 2 }),
    ])
    expect([
      [201, 422],
      [422, 200],
    ]).toContainEqual([paid.statusCode, less.statusCode])
  })

  // spec: CO-28
  it('leave no account and no bank when paid in espèces, no account by another way', async () => {
    const { path } = await d12()
    const compte = await buildCompteBancaire(t.db)
    const means = { compte_id: compte.id, banque: 'BEA', reference: '12' }
    await karim.post(`${path}/reglements`, reglement(10, means))
    const { json } = await karim.post(`${path}/reglements`, reglement(20, { ...means, mode: 'autre' }))
    expect(json).toMatchObject({
      reglements: [
        { mode: 'especes', compte: null, banque: null, reference: null },
        { mode: 'autre', compte: null, banque: 'BEA', reference: '12' },
      ],
    })
  })

  // spec: CO-28, CO-36
  it('are refused at their field, and nothing is written', async () => {
    const { path } = await d12()
    const closed = await buildCompteBancaire(t.db, { actif: false })
    const before = await written()
    const wrong: [object, string, string][] = [
      [{ mode: undefined }, 'mode', 'Veuillez choisir le mode de règlement.'],
      [{ mode: 'troc' }, 'mode', 'Veuillez choisir le mode de règlement.'],
      [{ montant: '' }, 'montant', 'Le montant est obligatoire.'],
      [{ montant: 0 }, 'montant', 'Le montant doit être supérieur à zéro.'],
      [
        { montant: 1.005 },
        'montant',
        "Ce montant n'est pas valide : un nombre positif, deux décimales au plus.",
      ],
      [{ date_reglement: '' }, 'date_reglement', 'La date est obligatoire.'],
      [{ date_reglement: '2999-01-01' }, 'date_reglement', 'La date ne peut pas être dans le futur.'],
      [{ mode: 'cheque', compte_id: 999_999 }, 'compte_id', 'Veuillez sélectionner un compte bancaire.'],
      [{ mode: 'cheque', compte_id: closed.id }, 'compte_id', "Ce compte bancaire n'est plus utilisé."],
      [{ reference: 'x'.repeat(101) }, 'reference', 'Ce texte dépasse 100 caractères.'],
      [{ details: 'x'.repeat(2001) }, 'details', 'Ce texte dépasse 2000 caractères.'],
    ]
    for (const [given, field, text] of wrong) {
      const refused = await karim.post(`${path}/reglements`, { ...reglement(10), ...given })
      expect([field, refused.statusCode, refused.json]).toEqual([
        field,
        422,
        { message: text, errors: { [field]: [text] } },
      ])
    }
    expect((await karim.post('/api/bons/999999/reglements', reglement(10))).statusCode).toBe(404)
    expect(await written()).toEqual(before)
  })
})

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
    expect((await karim.put(path, edit)).json).toMatchObject({
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

// spec: CO-37
it('the search finds a bon by its fournisseur, whatever the spelling, and says him', async () => {
  const { id } = await d12({ reference: 'BC-77', fournisseur: 'Sarl Béton de la Mitidja' })
  await d12({ reference: 'BC-78' })
  const { json } = await karim.get('/api/recherche?q=beton%20mitidja')
  const { data } = json as { data: { genre: string; id: number; titre: string; lieu: string }[] }
  expect(data.filter(({ genre }) => genre === 'bon')).toMatchObject([
    {
      id,
      titre: 'BC-77',
      lieu: expect.stringMatching(/^Bon d'achat du 1er février 2026, .*, Sarl Béton de la Mitidja/),
    },
  ])
  // Its name moves with it.
  await karim.put(`/api/bons/${id}`, {
    reference: 'BC-77',
    date_bon: '2026-02-01',
    fournisseur: 'Eurl Acier',
  })
  expect((await karim.get('/api/recherche?q=mitidja')).json).toMatchObject({ data: [] })
})
