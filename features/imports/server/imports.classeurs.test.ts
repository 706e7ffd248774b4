import { afterAll, beforeAll, expect, it } from 'vitest'
import { readClasseur } from '#server/documents/classeur/lecteur.ts'
import { FORMULA_TEXTS, XSS } from '#test/fuzz/hostile-texts.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { classeur } from '#test/harness/classeur-envoye.ts'
import { classeurOf, feuilleXml } from '#test/harness/classeurs.ts'
import { checked, written } from '#test/harness/imports.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

/** Imports a workbook of these sheets. Returns its status, its motif and its messages. */
async function said(feuilles: Parameters<typeof classeur>[0]) {
  const lu = await checked(karim, await classeur(feuilles))
  const { json } = await karim.get(`/api/imports/${lu.id}/messages`)
  const { data } = json as { data: { gravite: string; feuille: string; ligne: number; texte: string }[] }
  return {
    statut: lu.statut,
    motif: lu.motif,
    messages: data.map(({ gravite, feuille, ligne, texte }) => `${gravite} ${feuille} ${ligne} ${texte}`),
  }
}

const RESIDENCES = ['Nom *', 'Adresse *']

// spec: IN-02
it('titles below a title are found where they stand', async () => {
  const lus = await said({
    Étages: [
      ['Promotion Benali — Alger'],
      [],
      ['Résidence', 'Bloc', 'Désignation', 'Niveau', 'Logements par palier'],
      ['El Yasmine', 'Bloc A', '1er étage', 'un', 4],
    ],
    Résidences: [RESIDENCES, ['El Yasmine', 'Chéraga']],
    Blocs: [
      ['Résidence', 'Nom', 'Description'],
      ['El Yasmine', 'Bloc A', 'Côté mer'],
    ],
  })
  expect(lus).toMatchObject({ statut: 'refuse', motif: null })
  expect(lus.messages.map((dit) => dit.split(' ').slice(0, 3).join(' '))).toContain('erreur Étages 4')
  expect(lus.messages.filter((dit) => dit.includes('manque'))).toEqual([])
})

it('a header that is nowhere is missed column by column, though no line can be read under it', async () => {
  const lus = await said({
    Résidences: [
      ['Cité', 'Lieu'],
      ['El Yasmine', 'Chéraga'],
    ],
  })
  expect(lus).toMatchObject({ statut: 'refuse', motif: null })
  expect(lus.messages).toEqual(
    expect.arrayContaining([
      'erreur Résidences 1 La colonne « Nom » manque.',
      'erreur Résidences 1 La colonne « Adresse » manque.',
      "avertissement Résidences 1 La colonne « Cité » est ignorée : ce nom n'est pas dans le modèle.",
    ]),
  )
})

it('a header alone holds no line', async () =>
  expect(await said({ Résidences: [RESIDENCES] })).toEqual({
    statut: 'refuse',
    motif: 'Ce classeur ne contient aucune ligne.',
    messages: [],
  }))

it('a line of totals is named as one, and nothing else is said of it', async () => {
  const lus = await said({
    Résidences: [RESIDENCES, ['El Yasmine', 'Chéraga']],
    Parkings: [
      ['Résidence', 'Nom', 'Capacité'],
      ['El Yasmine', 'Sous-sol', 40],
      ['TOTAL :', null, 40],
    ],
  })
  expect(lus).toEqual({
    statut: 'refuse',
    motif: null,
    messages: ['erreur Parkings 3 Cette ligne est un total : supprimez-la, Diyar calcule les siens.'],
  })
})

it('merged cells are told where they begin, before what is missing below them', async () => {
  const lue = (valeur: string) => `<c t="str"><v>${valeur}</v></c>`
  const rangee = (...valeurs: string[]) => `<row>${valeurs.map(lue).join('')}</row>`
  const blocs = [
    rangee('Résidence', 'Nom', 'Description'),
    rangee('El Yasmine', 'Bloc A', 'Mer'),
    rangee('', 'Bloc B', 'Ville'),
  ].join('')
  const bytes = classeurOf({
    feuilles: [
      { nom: 'Résidences', donnees: rangee('Nom', 'Adresse') + rangee('El Yasmine', 'Oran') },
      {
        nom: 'Blocs',
        xml: feuilleXml(blocs).replace(
          '</sheetData>',
          '</sheetData><mergeCells><mergeCell ref="A2:A3"/><mergeCell ref="B1:C1"/></mergeCells>',
        ),
      },
    ],
  })
  const { id } = await checked(karim, bytes)
  const { json } = await karim.get(`/api/imports/${id}/messages`)
  expect(json).toMatchObject({
    data: [
      {
        gravite: 'avertissement',
        ligne: 2,
        cellule: 'A2',
        texte:
          "Les cellules A2 à A3 sont fusionnées : Excel n'en garde que la première. Annulez la fusion et recopiez la valeur sur chaque ligne.",
      },
      { gravite: 'erreur', ligne: 3, cellule: 'A3', texte: 'Résidence : valeur obligatoire.' },
    ],
  })
})

// spec: PO-33
it('texts come in and go out again letter by letter', async () => {
  const textes = [
    ...FORMULA_TEXTS.map((texte) => texte.trim()),
    ...XSS,
    '_x0041_',
    '_x005F_x0041_',
    'محمد بن علي — شقة',
    '=cmd()',
    `${'n'.repeat(1_900)}\nfin\n\tici\n${'é'.repeat(80)}`,
    'de Windows\r\nà la ligne',
    'a  b',
    '&amp;&#10;]]>',
  ]
  const escaped = (texte: string) => texte.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
  const { id, statut } = await checked(
    karim,
    await classeur({
      Résidences: [RESIDENCES, ['إقامة الياسمين', '=1+1']],
      Blocs: [
        ['Résidence', 'Nom', 'Description'],
        ...textes.map((texte, n) => ['إقامة الياسمين', `B${n}`, escaped(texte)]),
      ],
    }),
  )
  expect(statut).toBe('pret')
  expect(await written(karim, id)).toMatchObject({ statut: 'termine' })
  const kept = await t.db.selectFrom('blocs').select('description').orderBy('id').execute()
  expect(kept.map(({ description }) => description)).toEqual(textes)
  const { rawPayload } = await karim.get('/api/portefeuille/export')
  const sortis: unknown[] = []
  for await (const { feuille, lignes } of readClasseur(rawPayload))
    if (feuille === 'Blocs') sortis.push(...lignes.slice(1).map(({ cellules }) => cellules[2]))
  expect(new Set(sortis)).toEqual(new Set(textes))
})
