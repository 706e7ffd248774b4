import { describe, expect, it } from 'vitest'
import { MOTS } from '#features/imports/server/reprise/mots.ts'
import { recognizeColumns, type ColonneEnvoyee } from '#features/imports/server/reprise/reconnaitre.ts'
import { surveySheets } from '#features/imports/server/reprise/releve.ts'
import { findSens, isConnu } from '#features/imports/server/reprise/sens.ts'
import { foldTitreDeListe } from '#features/imports/server/reprise/titres.ts'
import { tranchesDe } from '#test/harness/moteur-imports.ts'

const isArabe = (mot: string) => /\p{sc=Arab}/u.test(mot)
/** A word as somebody else writes it. */
const AUTREMENT: readonly ((mot: string) => string)[] = [
  (mot) => mot.toUpperCase(),
  (mot) => ` ${mot} * :`,
  (mot) => `${mot} (voir note)`,
  (mot) => `\u202e${mot}\u200f\u202c`,
  (mot) => mot.replaceAll(' ', '_'),
  (mot) => mot.replaceAll(' ', ' / '),
  (mot) => (isArabe(mot) ? mot.replace(/(^| )(?=\p{L})/gu, '$1ال') : mot.replaceAll('e', 'é')),
  (mot) => mot.replace(/^no (?=\S)/, 'N°'),
  (mot) => mot.replace(/^no (?=\S)/, 'Numéro '),
  (mot) => (/^\p{L}{4,}$/u.test(mot) && !isArabe(mot) && !mot.endsWith('s') ? `${mot}s` : mot),
]
const PLURIEL_A_PART = new Set(['versement', 'paiement', 'reglement', 'encaissement', 'lot', 'parking'])

// spec: IN-02
describe('each word of the table finds its field', () => {
  for (const { champ, surs, proposes, no, noPropose } of MOTS)
    for (const [mots, devant] of [
      [surs, no],
      [proposes, noPropose],
    ] as const)
      it.each(mots?.split(', ') ?? [])(`${champ}: %s`, (mot) => {
        const titres = [mot, ...(devant ? [`N° ${mot}`] : []), ...(devant === 'autour' ? [`${mot} N°`] : [])]
        for (const titre of titres)
          for (const write of AUTREMENT) {
            const ecrit = write(titre)
            if (PLURIEL_A_PART.has(titre) && ecrit.endsWith('s')) continue
            const { sens } = findSens(foldTitreDeListe(ecrit))
            expect({ ecrit, champs: sens.map((un) => un.champ) }).toEqual({
              ecrit,
              champs: expect.arrayContaining([champ]) as unknown,
            })
          }
      })
})

// spec: IN-02
it.each([
  ['N°APPT', 'no appt', null],
  ['C.N.I', 'cni', null],
  ['N.I.N.', 'nin', null],
  ['P.VENTE', 'p vente', null],
  ['N.TEL', 'no tel', null],
  ['M²', 'm2', null],
  ['TEL2', 'tel', 2],
  ['1er VERSEMENT', 'versement', 1],
  ['VERSEMENT N° 1', 'versement', 1],
  ['DATE 2ème VERSEMENT', 'date versement', 2],
  ['3° tranche', 'tranche', 3],
  ['Versement ٢', 'versement', 2],
  ['الدفعة الأولى', 'دفعه', 1],
  ['الاسم و اللقب', 'اسم ولقب', null],
  ['الاسم واللقب', 'اسم ولقب', null],
  ["Date d'acte", 'date acte', null],
  ['Total dû', 'total dû', null],
  ['Prix de vente TTC en DA', 'prix vente', null],
  ['VERSEMENTS', 'versements', null],
  ['Total versements', 'total versement', null],
  ['Nom & Prénom', 'nom et prenom', null],
  ['Co-acquéreur', 'co acquereur', null],
] as const)('%s is folded to « %s », number %s', (titre, mots, numero) => {
  const plie = foldTitreDeListe(titre)
  expect([plie.lectures[0], plie.numero]).toEqual([mots, numero])
})

it.each(['', '   ', 'ZONE', 'N°', 'VERSEMENT 2025', 'https://x.dz', '(('])('nothing is made of %j', (titre) =>
  expect(isConnu(titre)).toBe(false),
)

type Essai = readonly [titre: string, groupe?: string | null, sorte?: ColonneEnvoyee['sorte']]
const read = (...colonnes: readonly (string | Essai)[]) =>
  recognizeColumns(
    colonnes.map((une) => {
      const [titre, groupe = null, sorte = 'texte'] = typeof une === 'string' ? [une] : une
      return { titre, groupe, sorte }
    }),
  ).map(({ champ, sur }) => `${champ ?? '–'}${sur ? '' : '?'}`)

// spec: IN-01, IN-02
it('the list of a promoter has one column that is asked about', () => {
  const titres =
    'N°,NOM ET PRENOM,TEL,CNI,BLOC,ETAGE,N° APPT,TYPE,SURF,PRIX DE VENTE,DATE RESERV,1er VERSEMENT,DATE,2eme VERSEMENT,DATE,N° CHEQUE,TOTAL VERSE,RESTE,OBSERVATION'
  expect(read(...titres.split(','))).toEqual(
    '–? client tel piece lieu c_etage appartement c_type c_surface prix reserve_le v_montant_1 v_date_1 v_montant_2 v_date_2 v_reference_2 total c_reste note'.split(
      ' ',
    ),
  )
  expect(read('N° PLACE', 'NOM', 'PRIX', 'VERSE')).toEqual(['place', 'nom', 'prix', 'total'])
})

// spec: IN-02
it.each<[string, readonly (string | Essai)[], string]>([
  [
    'one line a payment',
    'BIEN,NOM & PRENOM,N° TEL,P.VENTE,MONTANT VERSÉ,DATE DU PAIEMENT,MOYEN DE PAIEMENT,N° PIECE,N° RECU'.split(
      ',',
    ),
    'bien? client tel prix v_montant_1? v_date_1 v_mode_1 v_reference_1 v_recu_1',
  ],
  [
    'titles under merged cells',
    [
      ['Nom', 'SOUSCRIPTEUR'],
      ['Prénom', 'SOUSCRIPTEUR'],
      ['NIN', 'SOUSCRIPTEUR'],
      ...['Programme', 'Site', 'Bât', 'Étage', 'N° log', 'Typo', 'Prix'].map(
        (titre) => [titre, 'LOGEMENT'] as const,
      ),
      ...['Montant payé', 'N° reçu', 'Date reçu'].map((titre) => [titre, 'VERSEMENT 1'] as const),
      ...['Montant payé', 'N° reçu', 'Date reçu'].map((titre) => [titre, 'VERSEMENT 2'] as const),
    ],
    'nom prenom piece –? residence lieu c_etage appartement c_type prix v_montant_1 v_recu_1 v_date_1 v_montant_2 v_recu_2 v_date_2',
  ],
  [
    'the whole stock',
    'Lot,Étage,Type,Surf. hab.,Annexes,Prix TTC,Statut,Date,Client,Tél client,Total payé,Reste à payer,Observations'.split(
      ',',
    ),
    'appartement c_etage c_type c_surface –? prix statut v_date_1? client tel total c_reste note',
  ],
  ['two columns of one field', ['PRIX', 'PRIX'], 'prix? prix?'],
  ['a proposal beside a sure one', ['Programme', 'Site'], '–? residence'],
  ['a conjoint and an agence', ['Nom', 'Adresse', 'Nom', 'Adresse'], 'nom adresse –? –?'],
  ['a conjoint above', [['Nom'], ['Nom', 'CONJOINT'], ['CNI', 'CONJOINT']], 'nom coacquereur –?'],
  [
    'a notaire above',
    [
      ['Nom', 'Notaire'],
      ['Adresse', 'Notaire'],
    ],
    '–? –?',
  ],
  [
    'VERSEMENT above',
    [
      ['Date', 'VERSEMENT'],
      ['Réservation', 'DATE'],
    ],
    'v_date_1 reserve_le',
  ],
  [
    'a parenthesis with a percent',
    ['Prix (%)', 'Prix (m²)', 'Prix (HT)', 'Surface (m²)'],
    '–? –? –? c_surface',
  ],
  ['a unit', ['Prix (KDA)', 'Avance (millions)'], 'prix? v_montant_1?'],
  [
    'stages of the works',
    [
      ['Gros œuvre (35 %)', null, 'nombre'],
      ['Date', null, 'jour'],
      ['Finitions (10 %)', null, 'nombre'],
      ['Reste'],
    ],
    'v_montant_1? v_date_1 –? c_reste',
  ],
  ['montant with days of payments', ['Prix', 'Montant', 'Date paiement'], 'prix v_montant_1? v_date_1'],
  ['montant alone', ['Client', 'Montant'], 'client prix?'],
  ['montant beside a price', ['Prix', 'Montant'], 'prix –?'],
  ['montant of an échéance', ["Date d'échéance", 'Montant'], '–? –?'],
  ['totals that come again', ['Versé', 'Versé', 'Total payé'], 'v_montant_1 v_montant_2 total'],
  ['a total with a receipt', ['Total versé', 'N° reçu'], 'v_montant_1? v_recu_1'],
  ['totals with numbers', ['Montant versé 1', 'Montant versé 2'], 'v_montant_1 v_montant_2'],
  ['payments in the plural', ['Versements', 'Paiements'], 'total? total?'],
  ['tranches', ['Tranche', '1ère tranche', 'OV', 'OV 2'], 'v_montant_3? v_montant_1 –? v_montant_2'],
  [
    'days before their amounts',
    ['Date', 'Avance', 'Date', 'Acompte'],
    'v_date_1 v_montant_1 v_date_2 v_montant_2',
  ],
  ['thirteen payments', ['Versement 12', 'Versement 13'], 'v_montant_12 –?'],
  ['phones', ['Tél', 'Tél 2', 'Tél 3', 'Contact'], 'tel tel2 –? –?'],
  ['a piece of identity', ['Nom', 'N° pièce'], 'nom piece?'],
  ['a reference', ['Référence', 'Client', 'Versement', 'Réf'], '–? client v_montant_1 v_reference_1?'],
  [
    'Arabic',
    ['اللقب', 'الاسم', 'رقم الشقة', 'السعر', 'الدفعة الأولى', 'التاريخ'],
    'nom prenom appartement prix v_montant_1 v_date_1',
  ],
  ['اسم alone', ['Nom', 'الاسم'], 'nom –?'],
])('%s', (_, colonnes, champs) => expect(read(...colonnes).join(' ')).toBe(champs))

// spec: IN-09
it('a dash alone is a blank: no value of a column, and no buyer of a line that holds amounts', async () => {
  const { feuilles } = await surveySheets(
    tranchesDe({
      liste: [
        ['NOM ET PRENOM', 'N° APPT', 'VERSE'],
        ['Kaci Ahmed', '101', '--'],
        ['−', '- -', 300],
      ],
    }),
  )
  expect(feuilles).toMatchObject([
    { lignes: 1, colonnes: [{ exemples: ['Kaci Ahmed'] }, { exemples: ['101'] }, { exemples: [] }] },
  ])
})
