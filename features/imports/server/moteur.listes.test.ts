import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Unite } from '#features/imports/reprise.colonnes.ts'
import type { Cellule } from '#shared/cellule.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { importerListes, type Rangee } from '#test/harness/moteur-imports.ts'
import { buildElBahdja, net, paymentsOf, saidOf, salesOf } from '#test/harness/reprise.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
  await buildElBahdja(t.db)
})
afterAll(() => t.close())
afterEach(async () => {
  for (const table of ['paiements', 'co_acquereurs', 'ventes', 'changements_prix', 'clients'] as const)
    await t.db.deleteFrom(table).execute()
  await t.db.updateTable('biens').set({ prix: 1_250_000_000 }).where('type', '=', 'appartement').execute()
})

/** A list of buyers of the Bloc A: who, which lot, and what stands in these other columns. */
const liste = (titres: readonly string[], ...lignes: readonly Rangee[]) => ({
  'El Bahdja - Bloc A': [['NOM ET PRENOM', 'N° APPT', 'DATE RESERV', ...titres], ...lignes],
})
const kaci = (...autres: Rangee) => ['Kaci Ahmed', '101', '01/03/2025', ...autres]
const haddad = (...autres: Rangee) => ['Haddad Samia', '102', '01/03/2025', ...autres]
const payments = async () =>
  (await paymentsOf(t.db)).map(({ date_paiement, versement, mode, reference, recu_origine }) =>
    [date_paiement, versement / 100, mode, reference, recu_origine].filter((un) => un !== null).join(' '),
  )

// spec: IN-07
describe('what a list says of a versement joins its amount', () => {
  it.each<[string, readonly string[], Rangee, readonly string[]]>([
    [
      'by days on the left',
      ['DATE', 'AVANCE', 'DATE', 'ACOMPTE'],
      ['02/03/2025', 300, '02/04/2025', 200],
      ['2025-03-02 300', '2025-04-02 200'],
    ],
    [
      'by days on the right, with the cheque of the second',
      ['1er VERSEMENT', 'DATE', '2eme VERSEMENT', 'DATE', 'N° CHEQUE'],
      [300, '02/03/2025', 200, '02/04/2025', '0012345'],
      ['2025-03-02 300', '2025-04-02 200 cheque 0012345'],
    ],
    [
      'by numbers, in any order',
      ['DATE 2eme VERSEMENT', 'DATE 1er VERSEMENT', 'N° REÇU 2', '1er VERSEMENT', 'VERSEMENT N° 2', 'MODE 1'],
      ['02/04/2025', '02/03/2025', '214', 300, 200, 'espèces'],
      ['2025-03-02 300 especes', '2025-04-02 200 214'],
    ],
    [
      'where the second has no amount: nothing of it is read',
      ['1er VERSEMENT', 'DATE', '2eme VERSEMENT', 'DATE', 'N° CHEQUE'],
      [300, '02/03/2025', null, null, '0012345'],
      ['2025-03-02 300'],
    ],
    [
      'twelve times',
      Array.from({ length: 12 }, (_, at) => [`VERSEMENT ${at + 1}`, 'DATE', 'N° RECU']).flat(),
      Array.from({ length: 12 }, (_, at): Cellule[] => [at + 1, `02/${at + 1}/2025`, `R${at + 1}`]).flat(),
      Array.from(
        { length: 12 },
        (_, at) => `2025-${String(at + 1).padStart(2, '0')}-02 ${at + 1} R${at + 1}`,
      ),
    ],
  ])('%s', async (_, titres, cellules, attendus) => {
    expect(saidOf(await importerListes(t.db, liste(titres, kaci(...cellules))))).toEqual([])
    expect(await payments()).toEqual(attendus)
  })

  it('a line each: further lines of a sale only add to it', async () => {
    const titres = ['PRIX', 'MONTANT VERSÉ', 'DATE DU PAIEMENT', 'MOYEN DE PAIEMENT', 'N° PIECE', 'N° RECU']
    const lignes = [
      kaci(12_500_000, 300, '02/03/2025', 'espèces', null, '1'),
      haddad(12_500_000, 700, '05/03/2025', 'virement', 'V-9', '2'),
      kaci(null, 200, '02/04/2025', 'chq', '0012345', '3'),
      kaci(12_500_000, 100, '02/05/2025', null, null, '4'),
    ]
    const verdict = await importerListes(t.db, liste(titres, ...lignes))
    expect(saidOf(verdict)).toEqual([])
    expect(verdict.feuilles).toMatchObject([{ lignes: 4, crees: 4, montant: 130_000 }])
    expect(await salesOf(t.db)).toEqual(['A101 Kaci Ahmed 12500000 600', 'A102 Haddad Samia 12500000 700'])
    expect((await payments()).toSorted()).toEqual([
      '2025-03-02 300 especes 1',
      '2025-03-05 700 virement V-9 2',
      '2025-04-02 200 cheque 0012345 3',
      '2025-05-02 100 4',
    ])
  })
})

// spec: IN-09
describe('amounts of a whole sheet', () => {
  it.each<[Unite, Rangee]>([
    ['da', ['12.000.000,00', '3 000 000 DA', 9_000_000]],
    ['milliers', [12_000, '3 000,00000', '9000']],
    ['centimes', [1_200_000_000, '300.000.000,00', '900 000 000']],
    ['millions_de_centimes', ['1 200', 300, '900,000000']],
  ])('are read in %s', async (unite, [prix = null, verse = null, reste = null]) => {
    const titres = ['PRIX', 'AVANCE', 'DATE', 'RESTE']
    const lignes = [kaci(prix, verse, '02/03/2025', reste), ['TOTAL', null, null, prix, verse, null, reste]]
    const verdict = await importerListes(t.db, liste(titres, ...lignes), { unite })
    expect(saidOf(verdict)).toEqual([])
    expect(saidOf(verdict, 'avertissement').filter((dit) => dit.includes('TOTAL'))).toEqual([])
    expect(await salesOf(t.db)).toEqual(['A101 Kaci Ahmed 12000000 3000000'])
  })

  it.each<[Unite, Cellule]>([
    ['milliers', 0.000_001],
    ['milliers', '12.000.000'],
    ['centimes', 1.5],
    ['millions_de_centimes', '0,0000001'],
    ['da', 12.345],
  ])('that make no whole centimes in %s are refused: %s', async (unite, prix) => {
    const verdict = await importerListes(t.db, liste(['PRIX'], kaci(prix)), { unite })
    expect(saidOf(verdict)).toHaveLength(1)
    expect(await salesOf(t.db)).toEqual([])
  })
})

// spec: IN-09
it('leaves out a line of totals, however it is called and wherever, and compares it with the lines taken', async () => {
  const titres = ['AVANCE', 'DATE', 'OBSERVATION']
  const spellings = ['TOTAL', 'Sous-total', 'S/TOTAL', 'Σ', 'Montant total :', 'المجموع', 'Total général']
  for (const ecrit of spellings) {
    const lignes = [kaci(300, '02/03/2025', null), haddad(200, '02/03/2025', null)]
    const feuilles = liste(titres, ...lignes, [ecrit, null, null, 600, null, null])
    const verdict = await importerListes(t.db, feuilles, { lire: true })
    expect({ ecrit, dits: saidOf(verdict, 'avertissement').filter((dit) => dit.startsWith('4 ')) }).toEqual({
      ecrit,
      dits: ['4 AVANCE : Ligne TOTAL : 600,00 DA, les lignes font 500,00 DA.'],
    })
  }
  const sansNom = liste(titres, kaci(300, '02/03/2025', null), [null, null, null, 400, null, null])
  expect(saidOf(await importerListes(t.db, sansNom), 'avertissement')).toContain(
    '3 AVANCE : Ligne TOTAL : 400,00 DA, les lignes font 300,00 DA.',
  )
})

// spec: IN-09
it('tells of a stage that was called and not paid, where the totals prove it', async () => {
  const titres = ['AVANCE', 'DATE', 'Gros œuvre (35 %)', 'DATE', 'RESTE']
  const lignes = [
    kaci(300, '02/03/2025', 5_250_000, null, 12_499_700),
    haddad(300, '02/03/2025', 1, '03/03/2025', 12_499_699),
  ]
  const verdict = await importerListes(t.db, liste(titres, ...lignes))
  expect(saidOf(verdict)).toEqual([])
  expect(saidOf(verdict, 'avertissement')).toContain(
    '2 Gros œuvre (35 %) : Gros œuvre : 5 250 000,00 DA sans date, non compté.',
  )
  expect(await salesOf(t.db)).toEqual(['A101 Kaci Ahmed 12500000 300', 'A102 Haddad Samia 12500000 301'])
})

// spec: IN-09
it('makes no sale of a lot that nobody has bought, whatever 0 stands there', async () => {
  const titres = ['PRIX', 'STATUT', 'TOTAL PAYE', 'RESTE']
  const lignes = [
    [null, '103', null, 12_500_000, null, 0, 12_500_000],
    ['–', '104', null, 12_500_000, 'Bloqué', '-', null],
    kaci(12_500_000, 'Réservé', 300, 12_499_700),
  ]
  const verdict = await importerListes(t.db, liste(titres, ...lignes))
  expect(saidOf(verdict)).toEqual([])
  expect(saidOf(verdict, 'avertissement')).toContain('1 – : 2 lots sans acquéreur.')
  expect(await salesOf(t.db)).toEqual(['A101 Kaci Ahmed 12500000 300'])
})

// spec: IN-05
it('takes the bloc of a line above that holds nothing else, in a column that is not read too', async () => {
  const feuilles = {
    'El Bahdja': [
      ['N°', 'NOM ET PRENOM', 'N° APPT', 'DATE RESERV'],
      ['BLOC A', null, null, null],
      ['R+1', null, null, null],
      [1, 'Kaci Ahmed', '101', '01/03/2025'],
      ['BLOC B', null, null, null],
      [2, 'Haddad Samia', '102', '01/03/2025'],
      ['Fin de la liste', null, null, null],
    ],
  }
  expect(saidOf(await importerListes(t.db, feuilles))).toEqual([
    '6 N° APPT : Aucun bloc « BLOC B » dans Résidence El Bahdja. Il y a : Bloc A.',
  ])
  expect(await salesOf(t.db)).toEqual([])
})

// spec: IN-02, IN-12
describe('a list of people', () => {
  const ventes = liste(['TEL'], kaci('0550 11 22 33'), haddad(null))
  it('completes the buyers of the others by name', async () => {
    const gens = [
      ['NOM ET PRENOM', 'TEL', 'EMAIL', 'CNI'],
      ['Mme Haddad Samia', '0661 20 30 40 / 0770 20 30 40', 'samia@exemple.dz', '109850123456789012'],
      ['Kaci Ahmed', '0770', null, null],
      ['Autre Personne', 'voir Karim', null, null],
    ]
    expect(saidOf(await importerListes(t.db, { ...ventes, CLIENTS: gens }))).toEqual([])
    const clients = await t.db
      .selectFrom('clients')
      .select(['nom_complet', 'tel', 'tel2', 'email', 'nin'])
      .orderBy('nom_complet')
      .execute()
    expect(clients).toEqual([
      {
        nom_complet: 'Haddad Samia',
        tel: '0661 20 30 40',
        tel2: '0770 20 30 40',
        email: 'samia@exemple.dz',
        nin: '109850123456789012',
      },
      { nom_complet: 'Kaci Ahmed', tel: '0550 11 22 33', tel2: null, email: null, nin: null },
    ])
  })

  it('tells a phone that nobody can read at its own cell, and fills nothing where two bear the name', async () => {
    const gens = [
      ['NOM ET PRENOM', 'TEL', 'EMAIL'],
      ['Haddad Samia', 'voir Karim', null],
    ]
    const { messages } = await importerListes(t.db, { ...ventes, CLIENTS: gens })
    expect(messages.filter(({ gravite }) => gravite === 'erreur')).toMatchObject([
      { feuille: 'CLIENTS', ligne: 2, cellule: 'B2' },
    ])
    const deux = [...gens.slice(0, 1), ['Haddad Samia', '0661', null], ['Haddad Samia', '0662', null]]
    const verdict = await importerListes(t.db, { ...ventes, CLIENTS: deux })
    expect(verdict.messages.map(({ texte }) => net(texte))).toContain('1 acquéreur sans téléphone.')
    expect(await t.db.selectFrom('clients').select('tel').orderBy('nom_complet').execute()).toEqual([
      { tel: null },
      { tel: '0550 11 22 33' },
    ])
  })
})
