import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildBon, buildCompteBancaire, buildLigne, buildReglement } from '#test/harness/builders.ts'

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

    // A règlement holds the lines, the bon and its category.
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
