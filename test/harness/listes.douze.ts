import { jourDeListe, type FeuilleDEssai, type ValeurDeListe } from '#test/harness/listes.ts'

/** Twelve lists as promoters write them: invented names and amounts. */

type Lignes = FeuilleDEssai['lignes']
const TITRES = ['Nom et prénom', 'Tél', 'N° lot', 'Prix', 'Date réservation', 'Versement 1', 'Date', 'Reste']
const ligne = (
  nom: string,
  tel: ValeurDeListe,
  lot: ValeurDeListe,
  prix: number,
  verse: number,
): ValeurDeListe[] => [
  nom,
  tel,
  lot,
  prix,
  jourDeListe('2026-01-12'),
  verse,
  jourDeListe('2026-01-20'),
  prix - verse,
]

export const DEUX_RESIDENCES: Record<string, Lignes> = {
  'El Wouroud': [TITRES, ligne('Kaci Ahmed', '0550112233', 1, 9_000_000, 1_000_000)],
  'Rés. El Feth': [TITRES, ligne('Haddad Samia', '0661203040', 1, 8_000_000, 2_000_000)],
}

/** One sheet a bloc, whose lots bear the same numbers. */
export const UNE_FEUILLE_PAR_BLOC: Record<string, Lignes> = {
  'BLOC A': [
    TITRES,
    ligne('Kaci Ahmed', '0550112233', 1, 9_000_000, 1_000_000),
    ligne('Ziani Lila', '0552334455', 2, 9_000_000, 500_000),
  ],
  'BLOC B': [TITRES, ligne('Haddad Samia', '0661203040', 1, 8_000_000, 2_000_000)],
}

/** The head of a house, a day and a place stand above the titles of line 7. */
export const TITRES_EN_LIGNE_7: Record<string, Lignes> = {
  'Etat au 31-10': [
    ['SARL PROMO IMMO EL AMEL', null, null, 'Tél : 021 00 00 00'],
    ['Cité des 200 logements, Alger'],
    [],
    ['ETAT DES VENTES', null, null, 'Arrêté au 31/10/2026'],
    ['Projet :', 'El Amel'],
    [],
    TITRES,
    ligne('Kaci Ahmed', '0550112233', 'A1', 9_000_000, 1_000_000),
    [],
    ligne('Haddad Samia', '0661203040', 'A2', 8_000_000, 2_000_000),
    ['Total général', null, null, 17_000_000, null, 3_000_000, null, 14_000_000],
  ],
}

export const ACHETEURS = 400
/** Four hundred buyers, with a sub-total every hundred. */
export const QUATRE_CENTS: Record<string, Lignes> = {
  LISTING: [
    TITRES,
    ...Array.from({ length: ACHETEURS }, (_, rang) => [
      ligne(
        `Acquéreur Numéro${rang + 1}`,
        `05501${String(rang).padStart(5, '0')}`,
        rang + 1,
        9_000_000,
        1_000_000,
      ),
      ...((rang + 1) % 100 === 0
        ? [['S/Total', null, null, 900_000_000, null, 100_000_000, null, 800_000_000]]
        : []),
    ]).flat(),
  ],
}

/** « 1 180 » is 11 800 000 dinars. */
export const EN_MILLIONS: Record<string, Lignes> = {
  Ventes2026: [
    ['Client', 'Téléphone', 'Appt', 'Prix de vente', 'Date résa', 'Avance', 'Date', 'Reste'],
    ['Kaci Ahmed', '0550112233', 'A1', 1180, jourDeListe('2026-01-12'), 236, jourDeListe('2026-01-12'), 944],
    [
      'Haddad Samia',
      '0661203040',
      'A2',
      '945,5',
      jourDeListe('2026-02-01'),
      '94,55',
      jourDeListe('2026-02-01'),
      '850,95',
    ],
  ],
}

export const DEUX_TELEPHONES: Record<string, Lignes> = {
  ACQUEREURS: [
    TITRES,
    ligne('Kaci Ahmed', '0550 11 22 33 / 0661 22 33 44', 'A1', 9_000_000, 1_000_000),
    ligne('Haddad Samia', '0661.20.30.40\n0770.20.30.40', 'A2', 8_000_000, 2_000_000),
    ligne('Ziani Lila et Ziani Omar', '0552334455-0553334455', 'A3', 8_000_000, 1_000_000),
  ],
}

/** Excel's empty sheet, and one of reckonings, stand beside the list. */
export const AVEC_FEUIL1: Record<string, Lignes> = {
  Feuil1: [
    ['Calcul', 12],
    ['TVA', 0.19],
    [null, 14.28],
  ],
  Acquéreurs: [TITRES, ligne('Kaci Ahmed', '0550112233', 'A1', 9_000_000, 1_000_000)],
  Feuil3: [],
}

export const PARKING_A_PART: Record<string, Lignes> = {
  Logements: [
    TITRES,
    ligne('Kaci Ahmed', '0550112233', 'A1', 9_000_000, 1_000_000),
    ligne('Haddad Samia', '0661203040', 'A2', 8_000_000, 2_000_000),
  ],
  'Places de parking': [
    ['N° Parking', 'Acquéreur', 'Prix', 'Versé', 'Date versement'],
    ['P1', 'Kaci Ahmed', 900_000, 900_000, jourDeListe('2026-03-01')],
    ['P2', null, 900_000, null, null],
    ['P3', 'Haddad Samia', 900_000, 450_000, jourDeListe('2026-03-02')],
  ],
}

export const EN_ARABE: Record<string, Lignes> = {
  المشترين: [
    [
      'الرقم',
      'الاسم واللقب',
      'رقم الهاتف',
      'العمارة',
      'رقم الشقة',
      'الطابق',
      'سعر البيع',
      'الدفعة الأولى',
      'تاريخ',
      'الدفعة الثانية',
      'تاريخ',
      'المبلغ المتبقي',
      'ملاحظات',
    ],
    [
      1,
      'قاسي أحمد',
      '0550112233',
      'أ',
      1,
      0,
      9_000_000,
      1_000_000,
      jourDeListe('2026-01-20'),
      500_000,
      jourDeListe('2026-03-20'),
      7_500_000,
      null,
    ],
    [
      2,
      'حداد سامية',
      '٠٦٦١٢٠٣٠٤٠',
      'أ',
      2,
      1,
      8_000_000,
      '٢٠٠٠٠٠٠',
      '٢٠/٠١/٢٠٢٦',
      null,
      null,
      6_000_000,
      'نقدا',
    ],
    ['المجموع', null, null, null, null, null, 17_000_000, 3_000_000, null, 500_000, null, 13_500_000, null],
  ],
}

/** The stages of the works are columns, their days at the right; a stage without day is called and not paid. */
export const UN_STADE_PAR_COLONNE: Record<string, Lignes> = {
  VSP: [
    [
      'Acquéreur',
      'Tél',
      'Lot',
      'Prix',
      'Date contrat',
      'Réservation (20 %)',
      'Date',
      'Fondations (15 %)',
      'Date',
      'Gros œuvre (35 %)',
      'Date',
      'Total versé',
      'Reste à payer',
    ],
    [
      'Kaci Ahmed',
      '0550112233',
      'A1',
      10_000_000,
      jourDeListe('2026-01-12'),
      2_000_000,
      jourDeListe('2026-01-12'),
      1_500_000,
      jourDeListe('2026-04-02'),
      3_500_000,
      null,
      3_500_000,
      6_500_000,
    ],
    [
      'Haddad Samia',
      '0661203040',
      'A2',
      8_000_000,
      jourDeListe('2026-02-12'),
      1_600_000,
      jourDeListe('2026-02-12'),
      null,
      null,
      null,
      null,
      1_600_000,
      6_400_000,
    ],
    [
      'Ziani Lila',
      '0552334455',
      'A3',
      8_000_000,
      jourDeListe('2025-11-02'),
      1_600_000,
      jourDeListe('2025-11-02'),
      1_200_000,
      jourDeListe('2026-01-15'),
      2_800_000,
      jourDeListe('2026-09-30'),
      5_600_000,
      2_400_000,
    ],
  ],
}

export const JOURS_EN_TEXTE: Record<string, Lignes> = {
  Clients2: [
    ['Nom', 'Prénom', 'Mobile', 'Logt', 'Prix', 'Date réservation', 'Avance', 'Date versement'],
    ['Kaci', 'Ahmed', '0550112233', 'A1', 9_000_000, '12/01/2026', 1_000_000, '20-01-2026'],
    ['Haddad', 'Samia', '0661203040', 'A2', 8_000_000, '12.01.2026', 2_000_000, '20/1/26'],
    ['Ziani', 'Lila', '0552334455', 'A3', 8_000_000, '12 janvier 2026', 1_500_000, '1er mars 2026'],
  ],
}

export const SEULEMENT_SOLDE: Record<string, Lignes> = {
  SOLDES: [
    ['Acquéreur', 'Tél', 'Lot', 'Prix', 'Date réservation', 'Solde'],
    ['Kaci Ahmed', '0550112233', 'A1', 9_000_000, jourDeListe('2026-01-12'), 8_000_000],
    ['Haddad Samia', '0661203040', 'A2', 8_000_000, jourDeListe('2026-01-12'), 8_000_000],
  ],
}
