import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MessageImport } from '#features/imports/imports.contract.ts'
import { buildImport } from '#features/imports/server/imports.scenes.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'

let t: TestApp
let karim: Visitor
let id: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  id = await buildImport(t.db)
  await t.db
    .insertInto('imports_messages')
    .values(
      Array.from({ length: 120 }, (_, rang) => ({
        import_id: id,
        rang,
        gravite: rang % 3 === 0 ? 'erreur' : 'avertissement',
        feuille: rang < 60 ? 'Blocs' : 'Clients',
        ligne: rang + 2,
        texte: `Message ${rang}`,
      })),
    )
    .execute()
})
afterAll(() => t.close())

const read = async (query = '') =>
  (await karim.get(`/api/imports/${id}/messages${query}`)).json as {
    data: MessageImport[]
    total: number
    last_page: number
  }

// spec: PO-21
it('shows the messages of an import page by page in their order, those of a sheet or of a kind if one is named', async () => {
  const pages = [await read(), await read('?page=2'), await read('?page=3')]
  expect(pages.map(({ data, total, last_page }) => [data.length, total, last_page])).toEqual([
    [50, 120, 3],
    [50, 120, 3],
    [20, 120, 3],
  ])
  expect(pages.flatMap(({ data }) => data).map(({ texte }) => texte)).toEqual(
    Array.from({ length: 120 }, (_, rang) => `Message ${rang}`),
  )
  expect(await read('?gravite=erreur&feuille=Blocs&per_page=5')).toMatchObject({ total: 20, last_page: 4 })
  // A filter that cannot be read in an address reads as absent.
  expect(await read('?gravite=rien')).toMatchObject({ total: 120 })
})
