import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { failedInvariants } from '#test/harness/invariants.ts'
import { importer, verifier, type Feuilles } from '#test/harness/moteur-imports.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

const portefeuille = (): Feuilles => ({
  Places: [
    ['Résidence *', 'Parking *', 'Numéro *', 'Type *', 'Position', 'Superficie', 'Prix *'],
    ['El Yasmine', 'Sous-sol 1', 1, 'couvert', 'Rangée B', 12.5, 1_200_000],
    ['El Yasmine', 'Sous-sol 1', '2', 'Plein air', null, null, '900 000,00'],
  ],
  Appartements: [
    [
      'Résidence',
      'Bloc',
      'Étage',
      'Lot',
      'Type',
      'Surface habitable',
      'Surface utile',
      'Prix',
      'Montant 1',
      'Motif de blocage',
    ],
    ['El Yasmine', 'Bloc A', '1er étage', 'A101', 'F3', 85.5, '12,25', 9_500_000, null, null],
    [
      'El Yasmine',
      'Bloc A',
      '1er étage',
      102,
      'F4',
      '102,50 m²',
      0,
      '11 000 000,00 DA',
      500_000,
      'Réservé au propriétaire',
    ],
  ],
  Locaux: [
    ['Résidence', 'Bloc', 'Numéro', 'Surface', 'Description', 'Prix', 'Motif de blocage'],
    ['El Yasmine', 'Bloc A', 'L-01', 62, 'En façade', 4_000_000, null],
  ],
  Clients: [
    ['Nom complet', 'Téléphone', 'Email', 'Adresse'],
    ['Karim Benali', 550123456, 'karim@exemple.dz', null],
    ['فاطمة الزهراء', '+213 661 00 11 22', 'fz@exemple.dz', 'Alger'],
  ],
  Étages: [
    ['Résidence', 'Bloc', 'Désignation', 'Niveau', 'Logements par palier'],
    ['El Yasmine', 'Bloc A', '1er étage', 1, 8],
  ],
  Parkings: [
    ['Résidence', 'Nom', 'Capacité'],
    ['El Yasmine', 'Sous-sol 1', 2],
  ],
  Blocs: [
    ['Résidence', 'Nom', 'Description'],
    ['El Yasmine', 'Bloc A', 'Côté mer'],
  ],
  Résidences: [
    ['Nom', 'Adresse'],
    ['El Yasmine', 'Chéraga'],
  ],
})

// spec: PO-23, PO-36
it('writes a structure as the forms do, and finds all of it the second time', async () => {
  const verdict = await importer(t.db, portefeuille())
  expect(verdict.messages).toEqual([
    {
      gravite: 'avertissement',
      feuille: 'Clients',
      ligne: 2,
      colonne: 'Téléphone',
      cellule: 'B2',
      texte: 'Le zéro du début a été remis : 0550123456.',
    },
  ])
  expect(verdict.feuilles.map(({ feuille, lignes, crees }) => [feuille, lignes, crees])).toEqual([
    ['Résidences', 1, 1],
    ['Blocs', 1, 1],
    ['Étages', 1, 1],
    ['Appartements', 2, 2],
    ['Locaux', 1, 1],
    ['Parkings', 1, 1],
    ['Places', 2, 2],
    ['Clients', 2, 2],
  ])
  expect(await failedInvariants(t.db)).toEqual([])
  const journal = await t.db
    .selectFrom('journal')
    .select(['action', 'objet', 'apres'])
    .orderBy('id')
    .execute()
  expect(journal.map(({ action, objet }) => `${action} ${objet}`)).toEqual([
    'ajouter client',
    'ajouter client',
    'ajouter residence',
    'ajouter bloc',
    'ajouter etage',
    'ajouter parking',
    'ajouter appartement',
    'ajouter appartement',
    'ajouter local',
    'ajouter place',
    'ajouter place',
    'bloquer appartement',
  ])
  for (const modifier of [false, true]) {
    const encore = await importer(t.db, portefeuille(), modifier)
    expect(encore.feuilles.every(({ lignes, existants }) => lignes === existants)).toBe(true)
    expect(encore.modifications).toBe(0)
  }
  expect(await t.db.selectFrom('journal').select('id').execute()).toHaveLength(journal.length)
})

// spec: RF-20, RF-91
it('knows a record again by whatever apostrophe, hyphen or blank its name is written with', async () => {
  const here: Feuilles = {
    Résidences: [
      ['Nom', 'Adresse'],
      ["Cité d'Hydra", 'Hydra'],
    ],
    Blocs: [
      ['Résidence', 'Nom', 'Description'],
      ["Cité d'Hydra", "Tour de l'Oued", 'Côté mer'],
    ],
    Étages: [
      ['Résidence', 'Bloc', 'Désignation', 'Niveau', 'Logements par palier'],
      ["Cité d'Hydra", "Tour de l'Oued", 'Rez-de-chaussée', 0, 2],
    ],
    Appartements: [
      ['Résidence', 'Bloc', 'Étage', 'Lot', 'Type', 'Surface habitable', 'Surface utile', 'Prix'],
      ["Cité d'Hydra", "Tour de l'Oued", 'Rez-de-chaussée', 'A 1', 'F3', 80, 10, 9_000_000],
    ],
    Clients: [
      ['Nom complet', 'Téléphone', 'Email', 'Adresse'],
      ["N'Aït Lætitia", '0550 99 88 77', 'n@exemple.dz', null],
    ],
  }
  expect(await importer(t.db, here)).toMatchObject({ erreurs: 0, motif: null })
  const count = () =>
    t.db
      .selectFrom(['clients', 'residences', 'appartements'])
      .select(sql`count(*)`.as('n'))
      .execute()
  const before = await count()
  const ecrire = (texte: unknown) =>
    typeof texte === 'string' && texte !== 'n@exemple.dz'
      ? texte
          .replaceAll("'", '’')
          .replaceAll('-', '\u2011')
          .replaceAll('Cité ', 'Cité\u00A0')
          .replaceAll('A 1', 'A\u2003 1\uFE0E')
      : texte
  const ailleurs = Object.fromEntries(
    Object.entries(here).map(([nom, [titres = [], ...lignes]]) => [
      nom,
      [titres, ...lignes.map((ligne) => ligne.map(ecrire))],
    ]),
  ) as Feuilles
  const { verdict } = await verifier(t.db, ailleurs)
  expect(verdict.messages).toEqual([])
  expect(verdict.feuilles.map(({ crees, existants }) => ({ crees, existants }))).toEqual(
    Object.keys(here).map(() => ({ crees: 0, existants: 1 })),
  )
  expect(await importer(t.db, ailleurs)).toMatchObject({ erreurs: 0, motif: null })
  expect(await count()).toEqual(before)
})
