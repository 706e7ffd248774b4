import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { communesErreurs } from '#shared/erreurs.ts'
import { REFUS_CLASSEUR } from '#server/documents/classeur/lecteur.ts'
import { hostileWorkbooks } from '#test/fuzz/hostile-workbooks.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { checked, send } from '#test/harness/imports.ts'
import { filesOf } from '#test/harness/stored-files.ts'
import { fingerprints } from '#test/harness/tables.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

const traces = async () => ({ tables: await fingerprints(t.db), files: await filesOf(t) })
const VIDE = 'Ce classeur ne contient aucune ligne.'

// spec: PO-32
describe('what is sent in place of a workbook', () => {
  const refused = hostileWorkbooks.flatMap(({ what, bytes, expected }) =>
    'sent' in expected ? [{ what, bytes, message: communesErreurs[expected.sent].message }] : [],
  )
  it('is refused at once, and nothing of it is kept', async () => {
    const before = await traces()
    const outcomes: unknown[] = []
    for (const { what, bytes } of refused) {
      const { statusCode, json } = await send(karim, bytes())
      outcomes.push([what, statusCode, json])
    }
    expect(outcomes).toEqual(
      refused.map(({ what, message }) => [what, 422, { message, errors: { classeur: [message] } }]),
    )
    expect(await traces()).toEqual(before)
  })

  it('is refused at once when it is too large', async () => {
    const { statusCode, json } = await send(karim, Buffer.alloc(10 * 1024 * 1024 + 1, 'PK\u0003\u0004'))
    const message = 'Le fichier dépasse 10 Mo.'
    expect([statusCode, json]).toEqual([413, { message, errors: { classeur: [message] } }])
  })

  it('is refused at once when it is empty', async () => {
    const { message } = communesErreurs.pasClasseur
    const { statusCode, json } = await send(karim, Buffer.alloc(0))
    expect([statusCode, json]).toEqual([422, { message, errors: { classeur: [message] } }])
  })
})

/** One of each kind; the long run sends all of them to the product as it is built. */
const READ = [
  '10 Mo that become 10 Go',
  'a bomb that nobody opens',
  '5,000 sheets',
  'parts on top of one another',
  'a cell at XFD1048576',
  '150,001 lines',
  'a sheet that never ends',
  'a billion laughs',
  'a text that a hundred thousand cells share',
]
describe('a workbook that only reading shows to be bad', () => {
  const all = hostileWorkbooks.flatMap(({ what, bytes, expected }) =>
    'sent' in expected || !READ.includes(what)
      ? []
      : [{ what, bytes, motif: 'read' in expected ? REFUS_CLASSEUR[expected.read] : VIDE }],
  )
  it('is there for each of its kinds', () => expect(all).toHaveLength(READ.length))

  it.each(all)('$what: $motif', async ({ bytes, motif }) => {
    const lu = await checked(karim, bytes())
    expect(lu).toMatchObject({ statut: 'refuse', motif, nombre_erreurs: 0, peut_confirmer: false })
    const { json } = await karim.get(`/api/imports/${lu.id}/messages`)
    expect(json).toMatchObject({ total: 0 })
    expect((await karim.get('/api/imports')).json).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ id: lu.id })]),
    })
  })
})
