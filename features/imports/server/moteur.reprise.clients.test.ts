import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { buildClient } from '#test/harness/builders.ts'
import { importer } from '#test/harness/moteur-imports.ts'
import { buildElBahdja, feuille, saidOf, un, verse, type Rangee } from '#test/harness/reprise.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
  await buildElBahdja(t.db)
})
afterAll(() => t.close())
afterEach(async () => {
  for (const table of ['paiements', 'co_acquereurs', 'ventes', 'clients'] as const)
    await t.db.deleteFrom(table).execute()
})

const ligne = (autres: Rangee) => un({ ...verse(5), ...autres })
const send = (...lignes: readonly Rangee[]) => importer(t.db, feuille(lignes))
const warned = async (...lignes: readonly Rangee[]) => saidOf(await send(...lignes), 'avertissement')
const clients = () =>
  t.db
    .selectFrom('clients')
    .select(['nom_complet', 'tel', 'tel2', 'genre', 'nin', 'piece_type', 'piece_numero'])
    .orderBy('id')
    .execute()
const shares = async () => {
  const lues = await t.db
    .selectFrom('co_acquereurs')
    .innerJoin('clients', 'clients.id', 'co_acquereurs.client_id')
    .select(['nom_complet', 'tel', 'part'])
    .orderBy('clients.id')
    .execute()
  return lues.map(({ nom_complet, tel, part }) => `${nom_complet} ${tel} ${part / 100}`)
}

// spec: IN-12
describe('people of a line', () => {
  it.each<[string, string | null, readonly string[]]>([
    ['Kaci Ahmed et Kaci Nora', null, ['Kaci Nora 0661 22 33 44 50']],
    ['M. Kaci Ahmed & Mme Kaci Nora', null, ['Kaci Nora 0661 22 33 44 50']],
    ['Kaci Ahmed', 'Kaci Nora', ['Kaci Nora 0661 22 33 44 50']],
    ['Kaci Ahmed', 'Kaci Nora (30 %)', ['Kaci Nora 0661 22 33 44 30']],
    [
      'Kaci Ahmed',
      'Kaci Nora (20 %) ; Mlle Kaci Sara ; Kaci Ali',
      ['Kaci Nora 0661 22 33 44 20', 'Kaci Sara 0661 22 33 44 26.66', 'Kaci Ali 0661 22 33 44 26.66'],
    ],
  ])('%s, %s: buyer and co-acquéreurs with their parts', async (nom, co, parts) => {
    const tel = '0550 11 22 33 / 0661 22 33 44'
    const verdict = await send(ligne({ Acquéreur: nom, 'Co-acquéreur': co, Téléphone: tel }))
    expect(saidOf(verdict)).toEqual([])
    expect(await shares()).toEqual(parts)
    expect((await clients())[0]).toMatchObject({
      nom_complet: 'Kaci Ahmed',
      tel: '0550 11 22 33',
      tel2: null,
    })
  })

  it('share the phone of the buyer where there is one', async () => {
    expect(saidOf(await send(ligne({ 'Co-acquéreur': 'Kaci Nora' })))).toEqual([])
    expect(await shares()).toEqual(['Kaci Nora 0550 11 22 33 50'])
  })

  it.each([
    ['Kaci Nora (100 %)', 'Écrivez « Nom » ou « Nom (30 %) », trois au plus, séparés par « ; ».'],
    [
      'Kaci A ; Kaci B ; Kaci C ; Kaci D',
      'Écrivez « Nom » ou « Nom (30 %) », trois au plus, séparés par « ; ».',
    ],
    ['Kaci Nora (60 %) ; Kaci Sara (40 %)', 'La somme des parts doit rester inférieure à 100 %.'],
    ['Kaci Ahmed', 'Ce client est déjà acquéreur de cette vente.'],
  ])('are refused as the form refuses them: %s', async (co, texte) => {
    expect(saidOf(await send(ligne({ 'Co-acquéreur': co })))).toEqual([`2 Co-acquéreur : ${texte}`])
    expect(await clients()).toEqual([])
  })

  it('keep a name that may be of two whole, and tell it', async () => {
    expect(await warned(ligne({ Acquéreur: 'M. et Mme Kaci' }))).toContain(
      '2 Acquéreur : Deux personnes ? Le nom est gardé entier.',
    )
    expect(await clients()).toMatchObject([{ nom_complet: 'M. et Mme Kaci', genre: null }])
  })

  it('have civility, second phone, NIN or carte as they are written', async () => {
    const deux = { Téléphone: '0550 11 22 33 / 0661 22 33 44' }
    const lignes = [
      ligne({ Acquéreur: 'Mr Kaci Ahmed', 'N° de pièce': '1098 5012 3456 7890 12', ...deux }),
      ligne({ Numéro: '102', Acquéreur: 'Mlle Ziani Lila', 'N° de pièce': '123456', Téléphone: '0551' }),
      ligne({ Numéro: '103', Acquéreur: 'SARL Bâti et Fils', Téléphone: '0552', 'Téléphone 2': '0662' }),
    ]
    expect(saidOf(await send(...lignes))).toEqual([])
    const rien = { tel2: null, nin: null, piece_type: null, piece_numero: null }
    expect(await clients()).toEqual([
      {
        ...rien,
        nom_complet: 'Kaci Ahmed',
        tel: '0550 11 22 33',
        tel2: '0661 22 33 44',
        genre: 'homme',
        nin: '109850123456789012',
      },
      {
        ...rien,
        nom_complet: 'Ziani Lila',
        tel: '0551',
        genre: 'femme',
        piece_type: 'carte',
        piece_numero: '123456',
      },
      { ...rien, nom_complet: 'SARL Bâti et Fils', tel: '0552', tel2: '0662', genre: 'societe' },
    ])
  })
})

// spec: IN-12
it.each([
  ['0550112233 / 0661223344 / 0770112233', null, '0550112233', '0661223344/0770112233'],
  ['0550112233 / 0661223344', '0770112233', '0550112233 / 0661223344', '0770112233'],
])('loses no phone of a cell: %s, %s', async (ecrit, ecrit2, tel, tel2) => {
  expect(saidOf(await send(ligne({ Téléphone: ecrit, 'Téléphone 2': ecrit2 })))).toEqual([])
  expect(await clients()).toMatchObject([{ tel, tel2 }])
})

// spec: IN-12
it('warns of a phone, a NIN and a carte that a client of Diyar has already', async () => {
  const commun = { nom_complet: 'Saadi Rym' }
  await buildClient(t.db, { ...commun, tel: '+213 550 11 22 33' })
  const { id } = await buildClient(t.db, { ...commun, tel: '0661 22 33 44' })
  await t.db
    .updateTable('clients')
    .set({ nin: '109850123456789012', piece_type: 'carte', piece_numero: 'AB 12' })
    .where('id', '=', id)
    .execute()
  const dits = await warned(
    ligne({ 'N° de pièce': '109850123456789012' }),
    ligne({ Numéro: '102', Acquéreur: 'Ziani Lila', Téléphone: '0551', 'N° de pièce': 'ab12' }),
  )
  const couple = { Acquéreur: 'Ouali Lynda et Ouali Samir', Téléphone: '0553 44 55 66 / 0661 22 33 44' }
  expect(await warned(ligne({ Numéro: '103', ...couple }))).toContain(
    '2 Téléphone : Un client a déjà ce numéro : Saadi Rym.',
  )
  expect(dits).toEqual(
    expect.arrayContaining([
      '2 Téléphone : Un client a déjà ce numéro : Saadi Rym.',
      '2 N° de pièce : Un client a déjà ce NIN : Saadi Rym.',
      '3 N° de pièce : Un client a déjà cette pièce : Saadi Rym.',
    ]),
  )
  expect(await clients()).toHaveLength(6)
})

// spec: IN-12, IN-13
describe('a buyer without phone', () => {
  const muet = (autres: Rangee = {}) => ligne({ Téléphone: null, ...autres })

  it('is one by his name, counted, and found again', async () => {
    const lignes = [
      muet(),
      muet({ Numéro: '102' }),
      muet({ Numéro: '103', Acquéreur: 'Ziani Lila' }),
      ligne({ Numéro: '104', Acquéreur: 'Saadi Rym', Téléphone: '0551' }),
    ]
    expect(await warned(...lignes)).toContain('1 – : 2 acquéreurs sans téléphone.')
    expect(await clients()).toMatchObject([
      { nom_complet: 'Saadi Rym', tel: '0551' },
      { nom_complet: 'Kaci Ahmed', tel: null },
      { nom_complet: 'Ziani Lila', tel: null },
    ])
    const second = await send(...lignes)
    expect(saidOf(second, 'avertissement').filter((dit) => dit.includes('téléphone'))).toEqual([])
    expect(second.feuilles).toMatchObject([{ crees: 0, erreurs: 0 }])
    expect(await clients()).toHaveLength(3)
  })

  it('takes the phone of a later list, and is counted alone', async () => {
    expect(await warned(muet())).toContain('1 – : 1 acquéreur sans téléphone.')
    expect(await warned(ligne({}))).toContain(
      '2 Téléphone : Téléphone : vide dans Diyar, 0550 11 22 33 ici. Complété.',
    )
    expect(await clients()).toMatchObject([{ nom_complet: 'Kaci Ahmed', tel: '0550 11 22 33' }])
  })

  it('is nobody where two of Diyar bear his name', async () => {
    for (const tel of ['0551', '0552']) await buildClient(t.db, { nom_complet: 'Kaci Ahmed', tel })
    expect(saidOf(await send(muet()))).toEqual([
      '2 Acquéreur : Plusieurs clients portent ce nom : remplissez « Téléphone ».',
    ])
  })
})
