import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '#test/harness/app.ts'
import * as douze from '#test/harness/listes.douze.ts'
import {
  amber,
  readListes,
  type Patrimoine,
  type Reponses,
  type reprendre,
} from '#test/harness/moteur-listes.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

const lots = (...prix: readonly number[]) => prix.map((un, rang) => ({ numero: `A${rang + 1}`, prix: un }))
const nus = (...prix: readonly number[]) => prix.map((un, rang) => ({ numero: `${rang + 1}`, prix: un }))
const EL_AMEL: Patrimoine = {
  residence: 'Résidence El Amel',
  blocs: { 'Bloc A': lots(9_000_000, 8_000_000, 8_000_000) },
}

interface Essai {
  liste: Parameters<typeof reprendre>[1]
  patrimoine?: readonly Patrimoine[]
  reponses?: Reponses
  amber: Record<string, string[]>
  ventes: string[]
  versements: string[]
}

// spec: IN-02, IN-05, IN-07, IN-09, IN-12
describe('lists as promoters write them', () => {
  it.each<[string, Essai]>([
    [
      'two residences in two sheets',
      {
        liste: douze.DEUX_RESIDENCES,
        patrimoine: [
          { residence: 'El Wouroud', blocs: { 'Bloc A': nus(9_000_000) } },
          { residence: 'Résidence El Feth', blocs: { 'Bloc A': nus(8_000_000) } },
        ],
        amber: { 'El Wouroud': [], 'Rés. El Feth': [] },
        ventes: ['1 Kaci Ahmed 9000000 1000000', '1 Haddad Samia 8000000 2000000'],
        versements: ['2026-01-20 1000000', '2026-01-20 2000000'],
      },
    ],
    [
      'a sheet a bloc',
      {
        liste: douze.UNE_FEUILLE_PAR_BLOC,
        patrimoine: [
          { residence: 'El Amel', blocs: { 'Bloc A': nus(9_000_000, 9_000_000), 'Bloc B': nus(8_000_000) } },
        ],
        amber: { 'BLOC A': [], 'BLOC B': [] },
        ventes: [
          '1 Kaci Ahmed 9000000 1000000',
          '2 Ziani Lila 9000000 500000',
          '1 Haddad Samia 8000000 2000000',
        ],
        versements: ['2026-01-20 1000000', '2026-01-20 500000', '2026-01-20 2000000'],
      },
    ],
    [
      'titles in line 7',
      {
        liste: douze.TITRES_EN_LIGNE_7,
        amber: { 'Etat au 31-10': [] },
        ventes: ['A1 Kaci Ahmed 9000000 1000000', 'A2 Haddad Samia 8000000 2000000'],
        versements: ['2026-01-20 1000000', '2026-01-20 2000000'],
      },
    ],
    [
      'amounts in millions de centimes',
      {
        liste: douze.EN_MILLIONS,
        patrimoine: [{ residence: 'El Amel', blocs: { 'Bloc A': lots(11_800_000, 9_455_000) } }],
        reponses: { unite: 'millions_de_centimes' },
        amber: { Ventes2026: [] },
        ventes: ['A1 Kaci Ahmed 11800000 2360000', 'A2 Haddad Samia 9455000 945500'],
        versements: ['2026-01-12 2360000', '2026-02-01 945500'],
      },
    ],
    [
      'two phones in a cell',
      {
        liste: douze.DEUX_TELEPHONES,
        amber: { ACQUEREURS: [] },
        ventes: [
          'A1 Kaci Ahmed 9000000 1000000',
          'A2 Haddad Samia 8000000 2000000',
          'A3 Ziani Lila 8000000 1000000',
        ],
        versements: ['2026-01-20 1000000', '2026-01-20 2000000', '2026-01-20 1000000'],
      },
    ],
    [
      'a sheet « Feuil1 » beside it',
      {
        liste: douze.AVEC_FEUIL1,
        amber: { Acquéreurs: [] },
        ventes: ['A1 Kaci Ahmed 9000000 1000000'],
        versements: ['2026-01-20 1000000'],
      },
    ],
    [
      'parking in its own sheet',
      {
        liste: douze.PARKING_A_PART,
        patrimoine: [{ ...EL_AMEL, places: [1, 2, 3] }],
        amber: { Logements: [], 'Places de parking': ['Versé'] },
        ventes: [
          'A1 Kaci Ahmed 9000000 1000000',
          'A2 Haddad Samia 8000000 2000000',
          '1 Kaci Ahmed 900000 900000',
          '3 Haddad Samia 900000 450000',
        ],
        versements: ['2026-01-20 1000000', '2026-01-20 2000000', '2026-03-01 900000', '2026-03-02 450000'],
      },
    ],
    [
      'Arabic titles',
      {
        liste: douze.EN_ARABE,
        patrimoine: [
          {
            residence: 'إقامة الأمل',
            blocs: {
              'عمارة أ': [
                { numero: '1', prix: 9_000_000 },
                { numero: '2', prix: 8_000_000, niveau: 1 },
              ],
            },
          },
        ],
        reponses: { champs: { 'سعر البيع': 'prix' } },
        amber: { المشترين: ['الرقم', 'سعر البيع'] },
        ventes: ['1 قاسي أحمد 9000000 1500000', '2 حداد سامية 8000000 2000000'],
        versements: ['2026-01-20 1000000', '2026-03-20 500000', '2026-01-20 2000000'],
      },
    ],
    [
      'a stage a column',
      {
        liste: douze.UN_STADE_PAR_COLONNE,
        patrimoine: [{ residence: 'El Amel', blocs: { 'Bloc A': lots(10_000_000, 8_000_000, 8_000_000) } }],
        amber: { VSP: ['Réservation (20 %)', 'Fondations (15 %)', 'Gros œuvre (35 %)'] },
        ventes: [
          'A1 Kaci Ahmed 10000000 3500000',
          'A2 Haddad Samia 8000000 1600000',
          'A3 Ziani Lila 8000000 5600000',
        ],
        versements: [
          '2026-01-12 2000000',
          '2026-04-02 1500000',
          '2026-02-12 1600000',
          '2025-11-02 1600000',
          '2026-01-15 1200000',
          '2026-09-30 2800000',
        ],
      },
    ],
    [
      'dates as text',
      {
        liste: douze.JOURS_EN_TEXTE,
        amber: { Clients2: [] },
        ventes: [
          'A1 Kaci Ahmed 9000000 1000000',
          'A2 Haddad Samia 8000000 2000000',
          'A3 Ziani Lila 8000000 1500000',
        ],
        versements: ['2026-01-20 1000000', '2026-01-20 2000000', '2026-03-01 1500000'],
      },
    ],
  ])('%s', (_, { liste, patrimoine = [EL_AMEL], reponses, amber: incertaines, ventes, versements }) =>
    readListes(
      t.db,
      liste,
      patrimoine,
      (reprise) => {
        expect(reprise.erreurs).toEqual([])
        expect(amber(reprise)).toEqual(incertaines)
        expect(reprise.ventes).toEqual(ventes)
        expect(reprise.versements).toEqual(versements)
      },
      reponses,
    ),
  )

  it('four hundred buyers, a sub-total every hundred', () =>
    readListes(
      t.db,
      douze.QUATRE_CENTS,
      { residence: 'El Amel', blocs: { 'Bloc A': nus(...Array<number>(douze.ACHETEURS).fill(9_000_000)) } },
      ({ erreurs, avertissements, verdict, ventes, clients }) => {
        expect([erreurs, avertissements]).toEqual([[], []])
        expect(verdict.feuilles).toMatchObject([{ lignes: 400, crees: 400, montant: 40_000_000_000 }])
        expect([ventes.length, clients.length]).toEqual([400, 400])
      },
    ))

  it('only « Solde »: what is left is no payment, and the line says what does not agree', () =>
    readListes(t.db, douze.SEULEMENT_SOLDE, EL_AMEL, (reprise) => {
      expect(amber(reprise)).toEqual({ SOLDES: ['Solde'] })
      expect(reprise.erreurs).toEqual([
        'F2 : Reste : 8 000 000,00 DA ici, 9 000 000,00 DA après les versements.',
      ])
      expect(reprise.ventes).toEqual([])
    }))
})

// spec: IN-09, IN-12
it('tells what it leaves beside a list, keeps both phones, and asks for the unit', async () => {
  await readListes(t.db, douze.AVEC_FEUIL1, EL_AMEL, ({ avertissements }) =>
    expect(avertissements).toContain("– : Feuille « Feuil1 » ignorée : ce nom n'est pas dans le modèle."),
  )
  await readListes(t.db, douze.DEUX_TELEPHONES, EL_AMEL, ({ clients }) =>
    expect(clients).toEqual([
      'Kaci Ahmed · 0550 11 22 33 · 0661 22 33 44',
      'Haddad Samia · 0661.20.30.40 · 0770.20.30.40',
      'Ziani Lila · 0552334455',
      'Ziani Omar · 0553334455',
    ]),
  )
  await readListes(
    t.db,
    douze.UN_STADE_PAR_COLONNE,
    { residence: 'El Amel', blocs: { 'Bloc A': lots(10_000_000, 8_000_000, 8_000_000) } },
    ({ avertissements }) =>
      expect(avertissements).toContain('J2 : Gros œuvre : 3 500 000,00 DA sans date, non compté.'),
  )
  await readListes(
    t.db,
    douze.EN_MILLIONS,
    { residence: 'El Amel', blocs: { 'Bloc A': lots(11_800_000, 9_455_000) } },
    (reprise) => {
      expect(reprise.feuilles['Ventes2026']?.unite).toBe('à dire')
      expect(reprise.verdict.feuilles).toMatchObject([{ montant: 33_055 }])
    },
  )
})
