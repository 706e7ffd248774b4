import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endOfLastMonth, aujourdhui } from '#shared/dates.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { buildBloc, buildClient } from '#test/harness/builders.ts'
import { importer, verifier } from '#test/harness/moteur-imports.ts'
import {
  buildElBahdja,
  feuille,
  net,
  paymentsOf,
  saidOf,
  salesOf,
  un,
  verse,
  type Rangee,
} from '#test/harness/reprise.ts'
import { fingerprints } from '#test/harness/tables.ts'

let t: TestApp
beforeEach(async () => {
  t = await startApp()
  await buildElBahdja(t.db)
})
afterEach(() => t.close())

async function said(lignes: readonly Rangee[], gravite = 'erreur'): Promise<string[]> {
  const { verdict } = await verifier(t.db, feuille(lignes))
  return saidOf(verdict, gravite)
}
const warned = (lignes: readonly Rangee[]) => said(lignes, 'avertissement')
const sales = () => salesOf(t.db)
const payments = () => paymentsOf(t.db)

// spec: IN-05, IN-07, IN-11, IN-12, IN-13
it('makes clients, sales and payments of a list, and changes nothing the second time', async () => {
  const lignes = [
    un({
      Acquéreur: 'Kaci Ahmed et Kaci Nora',
      Téléphone: '0550 11 22 33 / 0661 22 33 44',
      'Réservé le': '01/03/2025',
      ...verse(3_200_000),
    }),
    un({
      Numéro: 'A-102',
      Acquéreur: 'Mme Haddad Samia',
      Téléphone: '0551 11 22 33 / 0662 11 22 33',
      'N° de pièce': '109850123456789012',
      'Prix convenu': 12_000_000,
      Observation: 'Vue sur mer',
      ...verse(2_000_000),
      'Versé le 2': new Date('2025-04-15'),
      'Montant 2': '500 000 DA',
      'Mode 2': 'Chèque à encaisser',
      'Référence 2': '0012345',
      'Reçu 2': '214',
      'Total versé': 2_500_000,
    }),
    un({
      'Bloc ou parking': null,
      Numéro: 'P7',
      Type: 'Place de parking',
      Acquéreur: 'Haddad Samia',
      Téléphone: null,
      'Total versé': 450_000,
    }),
    un({ Acquéreur: 'Kaci Ahmed et Kaci Nora', ...verse(100_000, '2025-06-01') }),
    { Résidence: 'TOTAL', 'Total versé': 2_950_000 },
  ]
  const premier = await importer(t.db, feuille(lignes))
  expect(premier.messages.filter(({ gravite }) => gravite === 'erreur')).toEqual([])
  expect(premier.feuilles).toMatchObject([{ feuille: 'Reprise', lignes: 4, crees: 4, montant: 625_000_000 }])
  expect(await sales()).toEqual([
    'A101 Kaci Ahmed 12500000 3300000',
    'A102 Haddad Samia 12000000 2500000',
    '7 Haddad Samia 900000 450000',
  ])
  const dits = premier.messages.map(({ texte }) => net(texte))
  expect(dits).toContain('« El Bahdja » lu comme « Résidence El Bahdja » (4 lignes).')
  expect(dits).toContain('« Kaci Ahmed et Kaci Nora » lu comme « Kaci Ahmed » et « Kaci Nora ».')
  expect(dits).toContain('Prix convenu 12 000 000,00 DA, 12 500 000,00 DA avant : remise de 500 000,00 DA.')
  expect(
    await t.db
      .selectFrom('clients')
      .select(['nom_complet', 'tel', 'tel2', 'genre', 'nin'])
      .orderBy('id')
      .execute(),
  ).toEqual([
    { nom_complet: 'Kaci Ahmed', tel: '0550 11 22 33', tel2: null, genre: null, nin: null },
    { nom_complet: 'Kaci Nora', tel: '0661 22 33 44', tel2: null, genre: null, nin: null },
    {
      nom_complet: 'Haddad Samia',
      tel: '0551 11 22 33',
      tel2: '0662 11 22 33',
      genre: 'femme',
      nin: '109850123456789012',
    },
  ])
  expect(await payments()).toMatchObject([
    { versement: 320_000_000, mode: null },
    { versement: 10_000_000 },
    { versement: 200_000_000 },
    { versement: 50_000_000, mode: 'cheque', reference: '0012345', recu_origine: '214', encaisse_le: null },
    { versement: 45_000_000, date_paiement: endOfLastMonth(aujourdhui()) },
  ])
  const [co] = await t.db.selectFrom('co_acquereurs').select('part').execute()
  expect(co?.part).toBe(5000)
  const notes = await t.db.selectFrom('ventes').select('note').where('note', 'is not', null).execute()
  expect(notes).toEqual([{ note: 'Vue sur mer' }])
  const before = await fingerprints(t.db)
  const second = await importer(t.db, feuille(lignes))
  expect(second.messages.filter(({ gravite }) => gravite === 'erreur')).toEqual([])
  expect(second.feuilles).toMatchObject([{ lignes: 4, crees: 0, erreurs: 0, montant: 0 }])
  expect(await fingerprints(t.db)).toEqual(before)
})

// spec: IN-05
it('never chooses between two, makes no lot, and says what there is', async () => {
  const [residence] = await t.db.selectFrom('residences').select('id').execute()
  await buildBloc(t.db, { residence_id: residence?.id ?? 0, nomloc: 'Tour A' })
  expect(
    await said([
      un({ ...verse(1) }),
      un({ 'Bloc ou parking': 'Bloc A', Numéro: '9', ...verse(1) }),
      un({ Résidence: 'Bahja', ...verse(1) }),
      un({ 'Bloc ou parking': 'Bloc A', Numéro: '13 et 14', ...verse(1) }),
    ]),
  ).toEqual([
    '2 Bloc ou parking : « A » peut être Bloc A ou Tour A : écrivez le nom entier.',
    '3 Numéro : Aucun lot « 9 » dans Bloc A. Il y a : A101, A102, A103, A104.',
    '4 Résidence : Aucune résidence « Bahja ». Il y a : Résidence El Bahdja.',
    '5 Numéro : Une ligne par bien : « 13 et 14 ».',
  ])
  const { verdict } = await verifier(
    t.db,
    feuille(['8', '9', '10'].map((Numéro) => un({ 'Bloc ou parking': 'Bloc A', Numéro, ...verse(1) }))),
  )
  expect(verdict.motif).toBe("3 lots ne sont pas dans Diyar : générez d'abord ceux de la résidence.")
  expect(verdict.erreurs).toBe(3)
  expect(verdict.messages.length).toBeGreaterThanOrEqual(3)
})

// spec: IN-05
it('reads the bien of one cell and the bloc of a line above, and compares what betrays a wrong lot', async () => {
  const bien = (autres: Rangee): Rangee => ({ Acquéreur: null, 'Bien (bloc et numéro)': null, ...autres })
  const lignes = [
    bien({ Acquéreur: 'BLOC A' }),
    bien({ Acquéreur: 'R+1' }),
    bien({ Acquéreur: 'Kaci Ahmed', 'Bien (bloc et numéro)': '101', Étage: 'R+2', Surface: '85 m²' }),
    bien({ Acquéreur: 'Kaci Nora', 'Bien (bloc et numéro)': 'A/R+1/103', Surface: 87, 'Total versé': 5 }),
    bien({ Acquéreur: 'Ziani Lila', 'Bien (bloc et numéro)': 'Parking P7', 'Total versé': 5 }),
  ].map((ligne, at) => (at < 2 ? ligne : { ...ligne, 'Réservé le': '01/03/2025' }))
  expect(await said(lignes)).toEqual([])
  expect((await warned(lignes)).filter((texte) => texte.startsWith('4 '))).toEqual([
    '4 Étage : Étage : R+2 ici, 1er étage dans Diyar.',
    '4 Surface : Surface : 85 m² ici, 87 m² dans Diyar.',
  ])
  const { verdict } = await verifier(t.db, feuille(lignes))
  expect(verdict.feuilles).toMatchObject([{ lignes: 4, crees: 3, laisses: 1 }])
})

// spec: IN-06
it('tells seven faults of a line in one round, and writes nothing', async () => {
  const before = await fingerprints(t.db)
  const ligne = un({
    Résidence: 'Bahja',
    Téléphone: 'voir Karim',
    'E-mail': 'non',
    'Réservé le': 'mi-mars',
    ...verse(1_000, '31/12/2099'),
    'Versé le 2': '12/03/2025',
    'Montant 2': 2_000,
    'Mode 2': 'troc',
    'Total versé': 4_000,
  })
  expect((await said([ligne])).map((texte) => texte.replace(/ :.*/, ''))).toEqual([
    '2 Résidence',
    '2 Téléphone',
    '2 E-mail',
    '2 Réservé le',
    '2 Versé le 1',
    '2 Mode 2',
    '2 Total versé',
  ])
  await importer(t.db, feuille([ligne]))
  expect(await fingerprints(t.db)).toEqual(before)
})

// spec: IN-06
it('tells that the day of a sale is missing, whatever else is wrong, and once', async () => {
  const sansJour = un({ Téléphone: 'voir Karim', 'Réservé le': null, 'Prix convenu': 12_000_000 })
  expect(await said([sansJour])).toEqual([
    "2 Téléphone : Le numéro de téléphone n'est pas valide.",
    '2 Réservé le : La date est obligatoire.',
  ])
  expect(await said([un({ 'Réservé le': null, 'Montant 1': 5, 'Versé le 1': null })])).toEqual([
    '2 Versé le 1 : La date est obligatoire.',
  ])
  expect(await said([un({ 'Réservé le': '01/03/2025', Observation: 'x'.repeat(2001) })])).toEqual([
    '2 Observation : Ce texte dépasse 2000 caractères.',
  ])
})

// spec: IN-12, IN-13
it('fills what a sale lacks, told at its cell, and refuses a step before the one it follows', async () => {
  await importer(t.db, feuille([un({ 'Réservé le': '01/03/2025', ...verse(5) })]))
  expect(await said([un({ 'Contrat le': '01/02/2025', ...verse(5) })])).toEqual([
    '2 Contrat le : Le contrat ne peut pas précéder la réservation (01/03/2025).',
  ])
  const complete = un({
    'Réservé le': '02/03/2025',
    'Contrat le': '01/04/2025',
    Observation: 'Vue sur mer',
    'Co-acquéreur': 'Kaci Nora',
    ...verse(5),
  })
  expect(await warned([complete])).toEqual([
    '1 Résidence : « El Bahdja » lu comme « Résidence El Bahdja » (1 ligne).',
    '1 Bloc ou parking : « A » lu comme « Bloc A » (1 ligne).',
    '1 Numéro : « 101 » lu comme « A101 » (1 ligne).',
    '2 Réservé le : Réservé le : 01/03/2025 dans Diyar, 02/03/2025 ici. Laissé tel quel.',
    '2 Contrat le : Contrat le : vide dans Diyar, 01/04/2025 ici. Complété.',
    '2 Observation : Observation : vide dans Diyar, Vue sur mer ici. Complété.',
    '2 Co-acquéreur : Co-acquéreur : vide dans Diyar, Kaci Nora ici. Complété.',
  ])
  await importer(t.db, feuille([complete]))
  expect(
    await t.db.selectFrom('ventes').select(['reservation_le', 'contrat_le', 'note', 'version']).execute(),
  ).toMatchObject([{ reservation_le: '2025-03-01', contrat_le: '2025-04-01', note: 'Vue sur mer' }])
  expect(await t.db.selectFrom('co_acquereurs').select('part').execute()).toEqual([{ part: 5000 }])
})

// spec: IN-08
it('makes an old cheque cashed, a waiting one wait, and lets a rejected one count nowhere', async () => {
  const ligne = un({
    ...verse(100, '12/03/2025', { 'Mode 1': 'chq' }),
    'Versé le 2': '13/03/2025',
    'Montant 2': 200,
    'Mode 2': 'chèque remis',
    'Versé le 3': '14/03/2025',
    'Montant 3': 400,
    'Mode 3': 'Chèque impayé',
    'Total versé': 300,
  })
  expect(await importer(t.db, feuille([ligne]))).toMatchObject({ erreurs: 0 })
  expect(await payments()).toMatchObject([
    { encaisse_le: '2025-03-12', rejete_le: null },
    { encaisse_le: null, rejete_le: null },
    { encaisse_le: null, rejete_le: '2025-03-14' },
  ])
  expect(await sales()).toEqual(['A101 Kaci Ahmed 12500000 300'])
})

// spec: IN-09
describe('his own totals', () => {
  it('are compared with what was read', async () => {
    const deux = { 'Versé le 2': '15/04/2025', 'Montant 2': 500_000 }
    const ligne = (autres: Rangee) =>
      un({ ...verse(2_000_000), ...deux, 'Prix convenu': 12_000_000, ...autres })
    expect(await said([ligne({ 'Total versé': 3_000_000 })])).toEqual([
      '2 Total versé : Total versé : 3 000 000,00 DA ici, 2 500 000,00 DA en versements.',
    ])
    expect(await said([ligne({ Reste: 9_000_000 })])).toEqual([
      '2 Reste : Reste : 9 000 000,00 DA ici, 9 500 000,00 DA après les versements.',
    ])
    const juste = ligne({ Reste: 9_500_000, 'Total versé': 2_500_000 })
    expect(await said([juste])).toEqual([])
    // Another price of a sale that is there is left with its warning: his own Reste goes with his own price.
    await importer(t.db, feuille([un({ ...verse(2_000_000), ...deux })]))
    expect(await said([juste])).toEqual([])
    expect(await warned([juste])).toContain(
      '2 Prix convenu : Prix convenu : 12 500 000,00 DA dans Diyar, 12 000 000,00 DA ici. Laissé tel quel.',
    )
  })

  it('prove that a word and an amount without a day are no versements', async () => {
    const ligne = (autres: Rangee) =>
      un({
        ...verse('cheque impayé', null),
        'Versé le 2': '15/04/2025',
        'Montant 2': 3_000_000,
        'Versé le 3': null,
        'Montant 3': 5_250_000,
        ...autres,
      })
    expect(await said([ligne({})])).toEqual([
      "2 Montant 1 : « cheque impayé » n'est pas un montant.",
      '2 Versé le 3 : La date est obligatoire.',
    ])
    const verdict = await importer(t.db, feuille([ligne({ 'Total versé': 3_000_000 })]))
    expect(verdict.erreurs).toBe(0)
    expect(verdict.messages.map(({ texte }) => net(texte))).toContain(
      'Montant 3 : 5 250 000,00 DA sans date, non compté.',
    )
    expect(await sales()).toEqual(['A101 Kaci Ahmed 12500000 3000000'])
    expect(await t.db.selectFrom('ventes').select('note').execute()).toEqual([{ note: 'cheque impayé' }])
  })

  it('without versements are one payment, the last one holds, and a smaller one later is refused', async () => {
    const total = (montant: number, autres: Rangee = {}) => un({ 'Total versé': montant, ...autres })
    await importer(t.db, feuille([total(300), total(500, { 'Payé au': '01/02/2025' })]))
    expect(await payments()).toMatchObject([{ versement: 50_000, date_paiement: '2025-02-01' }])
    await importer(t.db, feuille([total(700)]))
    expect(await payments()).toMatchObject([{ versement: 50_000 }, { versement: 20_000 }])
    expect(await said([total(600)])).toEqual([
      '2 Total versé : Total versé : 600,00 DA ici, 700,00 DA en versements.',
    ])
    expect(await sales()).toEqual(['A101 Kaci Ahmed 12500000 700'])
  })

  it('of a line TOTAL are compared with the lines, which it is none of', async () => {
    const lignes = [
      un({ 'Total versé': 500 }),
      un({ Numéro: '102', Acquéreur: 'Kaci Nora', Téléphone: '0661', 'Total versé': 700 }),
      { Acquéreur: 'TOTAL', 'Total versé': 1_300 },
    ]
    expect(await warned(lignes)).toContain(
      '4 Total versé : Ligne TOTAL : 1 300,00 DA, les lignes font 1 200,00 DA.',
    )
  })

  it('and a statut leave lines, counted or named, and another price further down is refused', async () => {
    const lignes = [
      un({ Statut: 'Libre', Acquéreur: null, Téléphone: null, Numéro: '102' }),
      un({ Acquéreur: null, Téléphone: null, Numéro: '103', 'Prix convenu': 5 }),
      un({ Statut: 'Désisté', Numéro: '104' }),
      un({ Statut: 'Acté', 'Prix convenu': 11_800_000, ...verse(5) }),
      un({ 'Prix convenu': 12_000_000, ...verse(6) }),
    ]
    expect(await said(lignes)).toEqual(['6 Prix convenu : Prix : 11 800 000,00 DA plus haut.'])
    const dits = await warned(lignes)
    expect(dits).toContain('1 – : 2 lots sans acquéreur.')
    expect(dits).toContain('4 Statut : Ligne 4 : « Désisté », laissée.')
  })
})

// spec: IN-12
it('finds a client by name and phone, asks for the phone of two, and fills what is blank', async () => {
  const { id } = await buildClient(t.db, { nom_complet: 'Kaci Ahmed', tel: '0550 11 22 33' })
  await buildClient(t.db, { nom_complet: 'Ziani Lila', tel: '0552' })
  await buildClient(t.db, { nom_complet: 'Ziani Lila', tel: '0553' })
  expect(await said([un({ Acquéreur: 'Ziani Lila', Téléphone: null, ...verse(5) })])).toEqual([
    '2 Acquéreur : Plusieurs clients portent ce nom : remplissez « Téléphone ».',
  ])
  const ligne = un({ Téléphone: '+213 550 112233', 'Co-acquéreur': 'Kaci Nora (30 %)', ...verse(5) })
  expect(await importer(t.db, feuille([{ ...ligne, 'N° de pièce': '123456' }]))).toMatchObject({ erreurs: 0 })
  expect(await t.db.selectFrom('ventes').select('client_id').execute()).toEqual([{ client_id: id }])
  const [client] = await t.db
    .selectFrom('clients')
    .select(['piece_numero', 'piece_type'])
    .where('id', '=', id)
    .execute()
  expect(client).toEqual({ piece_numero: '123456', piece_type: 'carte' })
  expect(await t.db.selectFrom('co_acquereurs').select('part').execute()).toEqual([{ part: 3000 }])
})
