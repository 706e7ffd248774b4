import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ImportLu } from '#features/imports/imports.contract.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildResidence, idOf } from '#test/harness/builders.ts'
import { classeur } from '#test/harness/classeur-envoye.ts'
import { afterwards, saidOf, send } from '#test/harness/imports.ts'
import { EL_BAHDJA, listes } from '#test/harness/listes.ts'
import { aujourdhui, endOfLastMonth } from '#shared/dates.ts'

let t: TestApp
let karim: Visitor
let residence: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  residence = (await buildResidence(t.db, { nom: 'Résidence El Bahdja' })).id
})
afterAll(() => t.close())
// Former answers would be remembered.
beforeEach(() => t.db.updateTable('imports').set({ correspondance: null, statut: 'annule' }).execute())

type Feuilles = Parameters<typeof listes>[0]
const read = async (id: number) => (await karim.get(`/api/imports/${id}`)).json as ImportLu
/** Sends lists, and reads the import once it is looked at. */
async function sent(feuilles: Feuilles, fields: Record<string, string> = {}): Promise<ImportLu> {
  const id = idOf(await send(karim, await listes(feuilles), fields))
  await afterwards(karim, id, 'lecture')
  return read(id)
}
const amber = ({ correspondance }: ImportLu) =>
  (correspondance?.feuilles ?? []).flatMap(({ colonnes }) =>
    colonnes.flatMap(({ sur, titre }) => (sur ? [] : [titre])),
  )
type Reponse = Record<string, unknown> & { feuilles: Record<string, unknown>[] }
/** Returns the body that the screen sends: the understood meanings, with the changed ones. */
const answerOf = ({ correspondance }: ImportLu, autres: Record<string, unknown> = {}): Reponse => ({
  feuilles: (correspondance?.feuilles ?? []).map(
    ({ nom, lire, residence_id, arretee_au, unite, colonnes }) => ({
      nom,
      lire,
      residence_id: residence_id ?? residence,
      arretee_au,
      unite,
      colonnes: colonnes.map(({ lettre, champ }) => ({ lettre, champ })),
      ...autres,
    }),
  ),
})
const answer = (id: number, body: Reponse) => karim.post(`/api/imports/${id}/correspondance`, body)
async function answered(lu: ImportLu, autres?: Record<string, unknown>): Promise<ImportLu> {
  const { statusCode, body } = await answer(lu.id, answerOf(lu, autres))
  if (statusCode !== 200) throw new Error(body)
  await afterwards(karim, lu.id, 'lecture')
  return read(lu.id)
}

const LISTE: Feuilles = {
  'EL BAHDJA': [
    ['NOM ET PRENOM', 'TEL', 'N° APPT', 'PRIX', 'ZONE'],
    ['Kaci Ahmed', '0550112233', 101, 12_500_000, 'Nord'],
  ],
}
const [TITRES = [], LIGNE = []] = LISTE['EL BAHDJA'] as readonly (string | number)[][]

// spec: IN-01
it('the list of a promoter is shown as it was understood, in amber but one column', async () => {
  const lu = await sent(EL_BAHDJA({ tel8: 'voir Karim', date9: 'mi-mars' }))
  expect(lu).toMatchObject({
    statut: 'correspondance',
    peut_annuler: true,
    peut_confirmer: false,
    motif: null,
  })
  expect(amber(lu)).toEqual(['N°'])
  const [liste, parking] = lu.correspondance?.feuilles ?? []
  expect(liste).toMatchObject({
    nom: 'EL BAHDJA',
    lire: true,
    entete: 4,
    lignes: 8,
    residence_id: residence,
    arretee_au: endOfLastMonth(aujourdhui()),
    unite: 'da',
    unite_sure: true,
  })
  expect(liste?.colonnes).toHaveLength(19)
  expect(liste?.colonnes[1]).toEqual({
    lettre: 'B',
    titre: 'NOM ET PRENOM',
    exemples: ['Kaci Ahmed et Kaci Nora', 'Haddad Samia', 'Mme Ziani Lila'],
    champ: 'client',
    sur: true,
  })
  expect(liste?.colonnes[11]).toMatchObject({
    exemples: ['3\u202f200\u202f000', '2\u202f000\u202f000', 'cheque impayé'],
    champ: 'v_montant_1',
  })
  expect(parking).toMatchObject({ nom: 'parking', entete: 1, lignes: 2, residence_id: residence })
  expect(await t.db.selectFrom('clients').select('id').execute()).toEqual([])
})

// spec: IN-04
describe('an answer that is refused leaves the import waiting', () => {
  it.each<[string, string, (reponse: Reponse) => unknown]>([
    ['no sheet', 'Choisissez au moins une feuille.', () => ({ feuilles: [] })],
    [
      'no sheet to read',
      'Choisissez au moins une feuille.',
      ({ feuilles: [une] }) => ({ feuilles: [{ ...une, lire: false }] }),
    ],
    [
      'no buyer',
      "Choisissez la colonne du nom de l'acquéreur.",
      ({ feuilles: [une] }) => ({
        feuilles: [{ ...une, colonnes: [{ lettre: 'C', champ: 'appartement' }] }],
      }),
    ],
    [
      'no bien',
      'Choisissez la colonne du numéro du bien.',
      ({ feuilles: [une] }) => ({ feuilles: [{ ...une, colonnes: [{ lettre: 'A', champ: 'client' }] }] }),
    ],
    [
      'one field twice',
      '« Prix convenu » est choisi deux fois.',
      ({ feuilles: [une] }) => ({
        feuilles: [
          {
            ...une,
            colonnes: [
              { lettre: 'A', champ: 'client' },
              { lettre: 'C', champ: 'appartement' },
              { lettre: 'D', champ: 'prix' },
              { lettre: 'E', champ: 'prix' },
            ],
          },
        ],
      }),
    ],
    [
      'no residence',
      'Choisissez la résidence de cette feuille.',
      ({ feuilles: [une] }) => ({ feuilles: [{ ...une, residence_id: null }] }),
    ],
    [
      'a day to come',
      'La date ne peut pas être dans le futur.',
      ({ feuilles: [une] }) => ({ feuilles: [{ ...une, arretee_au: '2999-01-01' }] }),
    ],
    [
      'another sheet',
      "Cette valeur n'est pas valide.",
      ({ feuilles: [une] }) => ({ feuilles: [{ ...une, nom: 'AUTRE' }] }),
    ],
    [
      'another column',
      "Cette valeur n'est pas valide.",
      ({ feuilles: [une] }) => ({ feuilles: [{ ...une, colonnes: [{ lettre: 'ZZ', champ: 'client' }] }] }),
    ],
    [
      'another field',
      "Cette valeur n'est pas valide.",
      ({ feuilles: [une] }) => ({
        feuilles: [{ ...une, colonnes: [{ lettre: 'A', champ: 'v_montant_13' }] }],
      }),
    ],
    [
      'another residence',
      "Cette valeur n'est pas valide.",
      ({ feuilles: [une] }) => ({ feuilles: [{ ...une, residence_id: 999_999 }] }),
    ],
    [
      'another unit',
      "Cette valeur n'est pas valide.",
      ({ feuilles: [une] }) => ({ feuilles: [{ ...une, unite: 'euros' }] }),
    ],
  ])('%s', async (_, message, change) => {
    const lu = await sent(LISTE)
    const refused = await answer(lu.id, change(answerOf(lu)) as Reponse)
    expect(refused).toMatchObject({ statusCode: 422, json: { message } })
    expect(await read(lu.id)).toEqual(lu)
  })

  it('another import under way', async () => {
    const lu = await sent(LISTE)
    const autre = await sent({ Autre: [TITRES, LIGNE] })
    await t.db.updateTable('imports').set({ statut: 'ecriture' }).where('id', '=', autre.id).execute()
    expect(await answer(lu.id, answerOf(lu))).toMatchObject({
      statusCode: 409,
      json: { message: 'Un import est déjà en cours. Attendez sa fin ou annulez-le.' },
    })
    await t.db.updateTable('imports').set({ statut: 'annule' }).where('id', '=', autre.id).execute()
    expect(await read(lu.id)).toEqual(lu)
  })
})

// spec: IN-04
it('a list that waits is abandoned as one that is ready, and no longer answered', async () => {
  const lu = await sent(LISTE)
  expect(await karim.post(`/api/imports/${lu.id}/annuler`)).toMatchObject({
    statusCode: 200,
    json: { statut: 'annule', message: "Import annulé : rien n'a été écrit." },
  })
  expect(await answer(lu.id, answerOf(lu))).toMatchObject({
    statusCode: 409,
    json: { message: "Cet import n'attend pas de correspondance." },
  })
})

// spec: IN-04
it('another workbook is sent while one waits, and a sheet that is not to be read is left alone', async () => {
  const lu = await sent({ ...LISTE, Feuil1: [TITRES, ['Autre', null, 999, 1, null]] })
  const autre = idOf(await send(karim))
  expect(await afterwards(karim, autre, 'lecture')).toMatchObject({ statut: 'pret' })
  const body = answerOf(lu)
  const fini = await answer(lu.id, { feuilles: body.feuilles.filter(({ nom }) => nom !== 'Feuil1') })
  expect(fini).toMatchObject({
    statusCode: 200,
    json: { message: 'Lecture avec ces colonnes.', statut: 'lecture' },
  })
  const { feuilles } = await afterwards(karim, lu.id, 'lecture')
  expect(feuilles.map(({ feuille, lignes }) => [feuille, lignes])).toEqual([['EL BAHDJA', 1]])
  expect((await saidOf(karim, lu.id)).filter(({ feuille }) => feuille === 'Feuil1')).toEqual([])
})

// spec: IN-03
describe('an answer is remembered', () => {
  const again = (titres: typeof TITRES, ligne: typeof LIGNE, nom = 'EL BAHDJA') =>
    sent({ [nom]: [titres, ligne] })

  it('for the same titles in the same order, with its day', async () => {
    await answered(await sent(LISTE), { arretee_au: '2026-06-30' })
    const lu = await again(TITRES, ['Haddad Samia', '0661203040', 102, 12_000_000, 'Sud'], 'BAHDJA 2')
    expect(lu.statut).not.toBe('correspondance')
    expect(lu.correspondance?.feuilles).toMatchObject([
      { nom: 'BAHDJA 2', lire: true, residence_id: residence, arretee_au: '2026-06-30' },
    ])
    expect(lu.correspondance?.feuilles[0]?.colonnes.at(-1)).toMatchObject({
      titre: 'ZONE',
      champ: null,
      sur: true,
    })
  })

  it('with the residence that the name of the sheet tells first', async () => {
    await answered(await sent(LISTE))
    const autre = await buildResidence(t.db, { nom: 'El Wouroud' })
    const lu = await again(TITRES, LIGNE, 'Liste El Wouroud')
    expect(lu.correspondance?.feuilles).toMatchObject([{ residence_id: autre.id }])
    await t.db.deleteFrom('residences').where('id', '=', autre.id).execute()
  })

  it.each<[string, typeof TITRES, typeof LIGNE, string[]]>([
    ['a title more', [...TITRES, 'OBS'], [...LIGNE, 'x'], ['ZONE']],
    [
      'two titles exchanged',
      ['TEL', 'NOM ET PRENOM', ...TITRES.slice(2)],
      ['0550112233', 'Kaci', ...LIGNE.slice(2)],
      ['ZONE'],
    ],
    ['values of another kind', TITRES, [...LIGNE.slice(0, 3), 'à voir', 'Nord'], ['PRIX']],
  ])('%s asks again', async (_, titres, ligne, asked) => {
    await answered(await sent(LISTE))
    const lu = await again(titres, ligne)
    expect([lu.statut, amber(lu)]).toEqual(['correspondance', asked])
  })

  it('revoir asks again, as it was answered', async () => {
    await answered(await sent(LISTE))
    const lu = await sent(LISTE, { modifier: '0', revoir: '1' })
    expect([lu.statut, amber(lu)]).toEqual(['correspondance', []])
  })
})

// spec: IN-02
describe('which sheets are read', () => {
  const cas = (avant: number): Feuilles => ({
    Liste: [...Array.from({ length: avant }, (_, rang) => [`Promotion ${rang}`]), TITRES, LIGNE],
  })

  it('titles in line 10 are found, in line 11 they are not', async () => {
    expect((await sent(cas(9))).correspondance?.feuilles).toMatchObject([{ entete: 10, lignes: 1 }])
    expect(await sent(cas(10))).toMatchObject({ statut: 'refuse', correspondance: null })
  })

  it('« Clients » with titles of its own is a list, and a sheet of phones stands beside it', async () => {
    const lu = await sent({
      Clients: [TITRES.filter((titre) => titre !== 'TEL'), LIGNE.filter((_, at) => at !== 1)],
      CONTACTS: [
        ['Nom et prénom', 'Tél', 'Adresse'],
        ['Kaci Ahmed', '0550112233', 'Alger'],
      ],
    })
    expect(lu.correspondance?.feuilles.map(({ nom }) => nom)).toEqual(['Clients', 'CONTACTS'])
    const fini = await answered(lu)
    expect(fini.feuilles.map(({ feuille, lignes }) => [feuille, lignes])).toEqual([['Clients', 1]])
  })

  it('beside lines of the model a list is not read', async () => {
    const lu = await sent({
      ...LISTE,
      Résidences: [
        ['Nom *', 'Adresse *'],
        ['El Yasmine', 'Chéraga'],
      ],
    })
    expect(lu).toMatchObject({ statut: 'pret', correspondance: null })
    expect((await saidOf(karim, lu.id)).map(({ texte }) => texte)).toContain(
      "Feuille « EL BAHDJA » ignorée : ce nom n'est pas dans le modèle.",
    )
  })

  it('a sheet Reprise is asked about only for what was proposed', async () => {
    const sure = await sent({
      Reprise: [
        ['Résidence *', 'Numéro *', 'Acquéreur *', 'OBS', 'ZONE'],
        ['Résidence El Bahdja', 'A101', 'Kaci Ahmed', 'x', 'Nord'],
      ],
    })
    expect(sure.statut).not.toBe('correspondance')
    expect(sure.correspondance?.feuilles[0]?.colonnes.map(({ champ }) => champ)).toEqual([
      'residence',
      'numero',
      'client',
      'note',
      null,
    ])
    const proposed = await sent({
      Reprise: [
        ['Résidence *', 'Numéro *', 'Acquéreur *', 'Contact'],
        ['Résidence El Bahdja', 'A101', 'Kaci Ahmed', '0550112233'],
      ],
    })
    expect([proposed.statut, amber(proposed)]).toEqual(['correspondance', ['Contact']])
  })

  it('one sheet a buyer is told as such', async () => {
    const fiche = (nom: string) => [
      ['Client :', nom],
      [],
      ['Date', 'Montant', 'Reçu'],
      ['12/01/2026', 100_000, 12],
    ]
    expect(await sent({ Kaci: fiche('Kaci Ahmed'), Haddad: fiche('Haddad Samia') })).toMatchObject({
      statut: 'refuse',
      motif: "Une feuille par acquéreur n'est pas lue : mettez-les en lignes.",
    })
  })

  it('a workbook that is neither says so as before', async () => {
    expect(await sent({ Notes: [['Bonjour']] })).toMatchObject({
      statut: 'refuse',
      motif:
        "Aucune feuille du modèle n'a été trouvée. Téléchargez le modèle et gardez le nom de ses feuilles.",
    })
  })
})

// spec: IN-04
it('a workbook of the version before is read as before', async () => {
  const id = idOf(
    await send(
      karim,
      await classeur({
        Résidences: [
          ['Nom *', 'Adresse *'],
          ['El Feth', 'Oran'],
        ],
      }),
    ),
  )
  await afterwards(karim, id, 'lecture')
  expect(await read(id)).toMatchObject({ statut: 'pret', correspondance: null })
})
