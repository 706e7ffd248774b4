import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '#test/harness/app.ts'
import * as metier from '#test/harness/listes.metier.ts'
import { amber, readListes } from '#test/harness/moteur-listes.ts'
import { aujourdhui, endOfLastMonth } from '#shared/dates.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

// spec: IN-07, IN-05
describe('three lists of the trade', () => {
  it('one line a payment: three sales, five payments, one day that does not exist', () =>
    readListes(
      t.db,
      metier.UNE_LIGNE_PAR_VERSEMENT,
      {
        residence: 'Les Pins',
        blocs: {
          'Bloc A': [{ numero: '4', prix: 9_450_000 }],
          'Bloc B': [{ numero: '12', prix: 11_800_000 }],
        },
        places: [7],
      },
      (reprise) => {
        expect(amber(reprise)).toEqual({ Encaissements: ['BIEN', 'MONTANT VERSÉ'] })
        expect(reprise.erreurs).toEqual(["F8 : Cette date n'est pas lisible. Écrivez JJ/MM/AAAA."])
        expect(reprise.avertissements.filter((texte) => texte.includes('TOTAL'))).toEqual([])
        expect(reprise.avertissements).toContain('A4 : « Parking P7 » lu comme « 7 » (1 ligne).')
        expect(reprise.verdict.feuilles).toMatchObject([{ lignes: 5, crees: 4, erreurs: 1 }])
        expect(reprise.ventes).toEqual([])
      },
    ))

  it('the same with its day corrected is written', () => {
    const [, , , titres, ...lignes] = metier.UNE_LIGNE_PAR_VERSEMENT.Encaissements
    const corrigees = lignes.map((ligne) => ligne.map((une) => (une === '15/13/2026' ? '15/05/2026' : une)))
    return readListes(
      t.db,
      { Encaissements: [titres ?? [], ...corrigees] },
      {
        residence: 'Les Pins',
        blocs: {
          'Bloc A': [{ numero: '4', prix: 9_450_000 }],
          'Bloc B': [{ numero: '12', prix: 11_800_000 }],
        },
        places: [7],
      },
      ({ erreurs, ventes, versements }) => {
        expect(erreurs).toEqual([])
        expect(ventes).toEqual([
          '12 BELKHIR Samir 11800000 3860000',
          '4 OUALI Lynda 9450000 2945000',
          '7 OUALI Lynda 900000 900000',
        ])
        expect(versements).toEqual([
          '2026-02-14 2360000 cheque 0045121 31',
          '2026-06-02 1500000 virement 58',
          '2026-03-20 945000 especes 37',
          '2026-05-15 2000000 cheque 7712 66',
          '2026-03-20 900000 especes 38',
        ])
      },
    )
  })

  it('titles under merged groups: three buyers without phone, the receipts as they were given', () =>
    readListes(
      t.db,
      metier.SOUS_DES_GROUPES,
      {
        residence: 'El Wouroud',
        blocs: {
          'Bâtiment 3': [
            { numero: '11', prix: 14_200_000, niveau: 2, type: 'F4' },
            { numero: '2', prix: 10_600_000 },
          ],
          'Bâtiment 4': [{ numero: '7', prix: 10_750_000, niveau: 1 }],
        },
      },
      (reprise) => {
        expect(amber(reprise)).toEqual({ LPP: ['Programme'] })
        expect(reprise.erreurs).toEqual([])
        expect(reprise.avertissements).toContain('– : 3 acquéreurs sans téléphone.')
        expect(reprise.ventes).toEqual([
          '11 MEZIANI Farid 14200000 4970000',
          '2 SAADI Rym 10600000 2120000',
          '7 TOUMI Nadir 10750000 3762500',
        ])
        expect(reprise.versements).toEqual([
          '2025-11-05 2840000 0117',
          '2026-04-18 2130000 0203',
          '2025-11-12 2120000 0121',
          '2025-12-03 2150000',
          '2026-04-22 1612500 0219',
        ])
        expect(reprise.verdict.feuilles).toMatchObject([{ montant: 1_085_250_000 }])
      },
    ))

  // spec: IN-09
  it('the whole stock with its states: two sales, what is free and ended is left and told', () =>
    readListes(
      t.db,
      metier.TOUT_LE_STOCK,
      {
        residence: 'Les Palmiers',
        blocs: {
          'Bloc A': [
            { numero: 'A01', prix: 9_800_000, surface: 7420 },
            { numero: 'A02', prix: 12_400_000, type: 'F4', surface: 9650 },
            { numero: 'A03', prix: 9_950_000, niveau: 1, surface: 7420 },
            { numero: 'A04', prix: 12_550_000, niveau: 1, type: 'F4', surface: 9650 },
            { numero: 'A05', prix: 10_100_000, niveau: 2, surface: 7500 },
          ],
        },
      },
      (reprise) => {
        expect(amber(reprise)).toEqual({ Stock: ['Annexes', 'Date'] })
        expect(reprise.erreurs).toEqual([])
        expect(reprise.avertissements).toEqual([
          '– : 1 lot sans acquéreur.',
          'I4 : « BOUDIAF Leïla / BOUDIAF Réda » lu comme « BOUDIAF Leïla » et « BOUDIAF Réda ».',
          'G5 : Ligne 5 : « Désisté », laissée.',
          'G6 : Ligne 6 : « Option », laissée.',
          'F7 : Ligne TOTAL : 54 800 000,00 DA, les lignes font 19 750 000,00 DA.',
          'K7 : Ligne TOTAL : 12 410 000,00 DA, les lignes font 11 910 000,00 DA.',
        ])
        expect(reprise.ventes).toEqual([
          'A01 HAMIDI Kamel 9800000 1960000',
          'A03 BOUDIAF Leïla 9950000 9950000',
        ])
        const repris = endOfLastMonth(aujourdhui())
        expect(reprise.versements).toEqual([`${repris} 1960000`, `${repris} 9950000`])
        expect(reprise.clients).toEqual([
          'HAMIDI Kamel · 0550112233',
          'BOUDIAF Leïla · 0661 22 33 44',
          'BOUDIAF Réda · 0770 11 22 33',
        ])
      },
      { champs: { Date: 'reserve_le' } },
    ))
})
