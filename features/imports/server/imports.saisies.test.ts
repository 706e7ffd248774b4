import { afterAll, beforeAll, expect, it } from 'vitest'
import { JOURS_ECRITS, MONTANTS_ECRITS, TELEPHONES_ECRITS } from '#shared/saisie.essais.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { classeur } from '#test/harness/classeur-envoye.ts'
import { checked, saidOf, written } from '#test/harness/imports.ts'
import { printTables } from '#test/harness/tables.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

const lieux = {
  Résidences: [
    ['Nom', 'Adresse'],
    ['Écrits', 'Alger'],
  ],
  Blocs: [
    ['Résidence', 'Nom', 'Description'],
    ['Écrits', 'A', 'Côté mer'],
  ],
  Étages: [
    ['Résidence', 'Bloc', 'Désignation', 'Niveau', 'Logements par palier'],
    ['Écrits', 'A', 'RDC', 0, 90],
  ],
} as const
const LOTS = [
  'Résidence',
  'Bloc',
  'Étage',
  'Lot',
  'Type',
  'Surface habitable',
  'Surface utile',
  'Prix',
] as const
const lot = (n: number, prix: string, habitable = '70') => [
  'Écrits',
  'A',
  'RDC',
  `M-${n}`,
  'F3',
  habitable,
  '5',
  prix,
]
const client = (n: number, tel: string) => [`Client ${n}`, tel, `c${n}@exemple.dz`, 'Alger']
const CLIENTS = ['Nom complet', 'Téléphone', 'Email', 'Adresse'] as const

// spec: RF-04, RF-22, RF-27, RF-33
it('a workbook is read as the fields read: what they take is written in digits 0 to 9', async () => {
  const taken = MONTANTS_ECRITS.filter(([, centimes]) => centimes !== null)
  const days = JOURS_ECRITS.filter(([, jour]) => jour !== null)
  const content = await classeur({
    ...lieux,
    Appartements: [LOTS, ...taken.map(([ecrit], n) => lot(n, ecrit)), lot(99, '1000', '١٠٢٫٥')],
    Clients: [
      CLIENTS,
      ...TELEPHONES_ECRITS.map(([ecrit], n) => client(n, ecrit)),
      client(99, '٠٧٧٠ ٠٠ ٠٠ ٩٩'),
    ],
    Stades: [
      ['Résidence', 'Bloc', 'Stade', 'Atteint le'],
      ['Écrits', 'A', 'Fondations achevées', days.find(([ecrit]) => ecrit.startsWith('١٢/'))?.[0] ?? ''],
    ],
  })
  const { id, statut } = await checked(karim, content)
  const errors = (await saidOf(karim, id)).filter(({ gravite }) => gravite === 'erreur')
  expect([statut, errors]).toEqual(['pret', []])
  expect((await written(karim, id)).statut).toBe('termine')
  const lots = await t.db
    .selectFrom('appartements as a')
    .innerJoin('biens as b', 'b.id', 'a.id')
    .select(['a.num_lot', 'b.prix', 'a.surface_habitable'])
    .orderBy('a.id')
    .execute()
  expect(lots.map(({ prix }) => prix)).toEqual([...taken.map(([, centimes]) => centimes), 100_000])
  expect(lots.at(-1)?.surface_habitable).toBe(10_250)
  const tels = await t.db.selectFrom('clients').select('tel').orderBy('id').execute()
  expect(tels.map(({ tel }) => tel)).toEqual([
    ...TELEPHONES_ECRITS.map(([ecrit]) => ecrit.replace('\n', ' / ')),
    '0770 00 00 99',
  ])
})

// spec: RF-04, RF-33
it('what the fields refuse is refused, with how it is written; nothing is written', async () => {
  const before = [
    ...(await printTables(t.db, ['imports', 'imports_messages', 'fichiers', 'journal', 'idempotence'])),
  ]
  const refused = MONTANTS_ECRITS.filter(([, centimes]) => centimes === null)
  const days = ['mars 2024', '12/31/2024', 'demain', '31/02/2024']
  const content = await classeur({
    Appartements: [LOTS, ...refused.map(([ecrit], n) => lot(200 + n, ecrit)), lot(299, '1000', '1.234')],
    Clients: [CLIENTS, client(300, 'poste 12')],
    Stades: [
      ['Résidence', 'Bloc', 'Stade', 'Atteint le'],
      ...days.map((jour) => ['Écrits', 'A', 'Gros œuvre achevé', jour]),
    ],
  })
  const { id, statut } = await checked(karim, content)
  expect(statut).toBe('refuse')
  const errors = (await saidOf(karim, id)).filter(({ gravite }) => gravite === 'erreur')
  const told = errors
    .filter(({ cellule }) => !cellule?.startsWith('A'))
    .map(({ feuille, cellule, texte }) => `${feuille} ${cellule} ${texte}`)
  const MONTANT = "Ce montant n'est pas valide : un nombre positif, deux décimales au plus."
  expect(told).toEqual([
    ...refused.map((_, n) => `Appartements H${n + 2} ${MONTANT}`),
    `Appartements F${refused.length + 2} Cette surface n'est pas valide : un nombre positif, deux décimales au plus.`,
    "Clients B2 Le numéro de téléphone n'est pas valide. Écrivez 0550 12 34 56.",
    ...[2, 3, 4].map((n) => `Stades D${n} Cette date n'est pas lisible. Écrivez JJ/MM/AAAA.`),
    "Stades D5 Cette date n'existe pas.",
  ])
  expect([
    ...(await printTables(t.db, ['imports', 'imports_messages', 'fichiers', 'journal', 'idempotence'])),
  ]).toEqual(before)
})
