import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { importer, verifier } from '#test/harness/moteur-imports.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

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
  expect(await importer(t.db, feuilles)).toMatchObject({
    erreurs: 0,
    motif: null,
    feuilles: [
      { feuille: 'Résidences', lignes: 1, crees: 1 },
      { feuille: 'Blocs', lignes: 2, crees: 2 },
    ],
  })
  const second = await verifier(t.db, feuilles)
  expect(second.verdict.feuilles).toMatchObject([{ existants: 1 }, { existants: 2 }])
  expect(second.verdict.messages).toEqual([])

  feuilles.Résidences[1] = ['El Yasmine', 'Draria']
  const laisse = await verifier(t.db, feuilles)
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
  expect(await importer(t.db, feuilles, true)).toMatchObject({
    modifications: 1,
    feuilles: [{ modifies: 1 }, { existants: 2 }],
  })
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
