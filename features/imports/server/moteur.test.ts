import { afterAll, beforeAll, expect, it } from 'vitest'
import { controler, ecrire } from '#features/imports/server/moteur.ts'
import type { Lot } from '#server/documents/classeur/lecteur.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

type Rangee = Lot['lignes'][number]['cellules']
/** Sheets as a workbook has them: the header first. */
async function* classeur(feuilles: Record<string, Rangee[]>): AsyncGenerator<Lot> {
  for (const [feuille, rangees] of Object.entries(feuilles))
    yield await Promise.resolve({
      feuille,
      lignes: rangees.map((cellules, at) => ({ ligne: at + 1, cellules })),
    })
}

const options = (modifier = false) => ({
  modifier,
  verrouiller: false,
  signal: new AbortController().signal,
  avance: () => {},
})
const actor = { id: 0, name: 'Karim', email: '' }

// spec: PO-23
it('adds what is not there, finds it the second time, and changes it only when it may', async () => {
  const feuilles = {
    Blocs: [
      ['Résidence *', 'Nom *', 'Description *'],
      ['El Yasmine', 'Bloc A', 'Côté mer'],
      ['el  yasmine', 'Bloc B', 'Côté ville'],
    ],
    Résidences: [
      ['Nom *', 'Adresse *'],
      ['El Yasmine', 'Chéraga'],
    ],
  }
  const premier = await controler(t.db, classeur(feuilles), options())
  expect(premier.verdict).toMatchObject({
    erreurs: 0,
    motif: null,
    feuilles: [
      { feuille: 'Résidences', lignes: 1, crees: 1 },
      { feuille: 'Blocs', lignes: 2, crees: 2 },
    ],
  })
  await t.db.transaction().execute((db) => ecrire(premier, { ...options(), db, actor, importId: 1 }))
  const second = await controler(t.db, classeur(feuilles), options())
  expect(second.verdict.feuilles).toMatchObject([{ existants: 1 }, { existants: 2 }])
  expect(second.verdict.messages).toEqual([])

  feuilles.Résidences[1] = ['El Yasmine', 'Draria']
  const laisse = await controler(t.db, classeur(feuilles), options())
  expect(laisse.verdict.feuilles[0]).toMatchObject({ laisses: 1 })
  expect(laisse.verdict.messages).toEqual([
    {
      gravite: 'avertissement',
      feuille: 'Résidences',
      ligne: 2,
      colonne: 'Adresse',
      cellule: 'B2',
      texte: 'Adresse : Chéraga dans Diyar, Draria ici. Laissé tel quel.',
    },
  ])
  const modifie = await controler(t.db, classeur(feuilles), options(true))
  expect(modifie.verdict).toMatchObject({ modifications: 1, feuilles: [{ modifies: 1 }, { existants: 2 }] })
  await t.db.transaction().execute((db) => ecrire(modifie, { ...options(), db, actor, importId: 2 }))
  expect(await t.db.selectFrom('residences').select(['adresse', 'version']).execute()).toEqual([
    { adresse: 'Draria', version: 2 },
  ])
  const journal = await t.db.selectFrom('journal').select(['action', 'objet']).orderBy('id').execute()
  expect(journal.slice(-4)).toEqual([
    { action: 'ajouter', objet: 'residence' },
    { action: 'ajouter', objet: 'bloc' },
    { action: 'ajouter', objet: 'bloc' },
    { action: 'modifier', objet: 'residence' },
  ])
})
