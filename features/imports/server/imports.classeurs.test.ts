import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { classeur } from '#test/harness/classeur-envoye.ts'
import { checked } from '#test/harness/imports.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

/** What is said of a workbook of these sheets. */
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

it('a header below a title is found, and where it must be is said once', async () => {
  const lus = await said({
    Résidences: [['Promotion Benali — Alger'], [], ['Nom', 'Adresse'], ['El Yasmine', 'Chéraga']],
    Blocs: [
      ['Résidence', 'Nom', 'Description'],
      ['El Yasmine', 'Bloc A', 'Côté mer'],
    ],
  })
  expect(lus).toEqual({
    statut: 'refuse',
    motif: null,
    messages: [
      'erreur Résidences 3 Les titres des colonnes sont à la ligne 3 : ils doivent être à la ligne 1. Supprimez les lignes au-dessus.',
    ],
  })
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
