import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { communesErreurs } from '#shared/erreurs.ts'
import { REFUS_CLASSEUR } from '#server/documents/classeur/lecteur.ts'
import { hostileLists, hostileWorkbooks } from '#test/fuzz/hostile-workbooks.ts'
import type { ImportLu } from '#features/imports/imports.contract.ts'
import { buildResidence } from '#test/harness/builders.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { afterwards, checked, saidOf, send } from '#test/harness/imports.ts'
import { classeurOf } from '#test/harness/classeurs.ts'
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

const ligne = (...textes: string[]) =>
  `<row>${textes.map((texte) => `<c t="inlineStr"><is><t>${texte}</t></is></c>`).join('')}</row>`
const TITRES = ['NOM ET PRENOM', 'TEL', 'N° APPT', 'PRIX']
const LIGNE = ligne('Kaci Ahmed', '0550112233', '101', '12500000')
const liste = (donnees: string, nom = 'EL BAHDJA') => classeurOf({ feuilles: [{ nom, donnees }] })

/** Lists whose titles are those of a list, and whose cells are hostile. */
const DE_TEXTE: [string, () => Buffer][] = [
  [
    'formulas for names',
    () => liste(ligne(...TITRES) + ligne('=cmd|&apos;/c calc&apos;!A1', '+33', '@SUM(A1)', '-1+1')),
  ],
  [
    '10,000 titles',
    () => liste(ligne(...TITRES, ...Array.from({ length: 10_000 }, (_, n) => `VERSEMENT ${n % 90}`)) + LIGNE),
  ],
  [
    '10,000 amounts of one title',
    () => liste(ligne(...TITRES, ...Array.from({ length: 10_000 }, () => 'VERSE')) + LIGNE),
  ],
  [
    'a title of 100,000 signs',
    () => liste(ligne(...TITRES, 'a.'.repeat(50_000), '( '.repeat(15_000), '- '.repeat(15_000)) + LIGNE),
  ],
  [
    'control signs',
    () => liste(ligne(...TITRES, 'ZO_x0000_NE&#9;') + ligne('Kaci_x0000_ &#7;Ahmed', '05\u007f', '101', '1')),
  ],
  [
    'marks of direction in its titles',
    () => liste(ligne('\u202eNOM ET PRENOM\u202c', '\u200fTEL', 'N° APPT\u200e', 'PRIX') + LIGNE),
  ],
  [
    'quotes in the name of the sheet',
    () => liste(ligne(...TITRES) + LIGNE, 'L&apos;&quot;été&quot; $1 %s {0} &lt;b&gt;'),
  ],
]

// spec: IN-04
describe('a list of one’s own that is hostile', () => {
  const TOLD = new Set(['imports', 'imports_messages', 'fichiers', 'journal', 'idempotence'])
  const records = async () => Object.entries(await fingerprints(t.db)).filter(([table]) => !TOLD.has(table))
  const all = hostileLists.flatMap(({ what, bytes, expected }) =>
    'read' in expected && READ.includes(what) ? [{ what, bytes, motif: REFUS_CLASSEUR[expected.read] }] : [],
  )

  it.each(all)('$what: $motif', async ({ bytes, motif }) => {
    const before = await records()
    const lu = await checked(karim, bytes())
    expect(lu).toMatchObject({ statut: 'refuse', motif, nombre_erreurs: 0, peut_confirmer: false })
    expect(await records()).toEqual(before)
  })

  it.each(DE_TEXTE)('%s: read as text, and judged', async (_, bytes) => {
    const { id: residence_id } = await buildResidence(t.db)
    const before = await records()
    const { id, statut } = await checked(karim, bytes())
    expect(statut).toBe('correspondance')
    const lu = (await karim.get(`/api/imports/${id}`)).json as ImportLu
    const feuilles = (lu.correspondance?.feuilles ?? []).map(({ nom, colonnes }) => ({
      nom,
      lire: true,
      residence_id,
      colonnes: colonnes.slice(0, TITRES.length).map(({ lettre, champ }) => ({ lettre, champ })),
    }))
    const { statusCode } = await karim.post(`/api/imports/${id}/correspondance`, { feuilles })
    expect(statusCode).toBe(200)
    expect(await afterwards(karim, id, 'lecture')).toMatchObject({ statut: 'refuse', peut_confirmer: false })
    expect((await saidOf(karim, id)).filter(({ gravite }) => gravite === 'erreur')).not.toEqual([])
    expect((await karim.get(`/api/imports/${id}/annote`)).statusCode).toBe(200)
    expect(await records()).toEqual(before)
  })
})
