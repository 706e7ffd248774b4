import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Shape } from '#server/http/route.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { readRecords, tableOf, type Records } from '#test/harness/records.ts'
import { makeChange, mutatingCalls, sendChange } from '#test/scenes/changes.ts'

interface Description {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, object> }> }>>
}

let t: TestApp
let karim: Visitor
let description: Description
let records: Records
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  // Makes a record of every kind, so that the calls that delete or end one find it.
  for (const call of mutatingCalls(t.app)) {
    const [method, path = ''] = call.split(' ')
    if (method !== 'DELETE' && !/login|logout|register|password|fermer|effacer/.test(path))
      await sendChange(karim, await makeChange(call, t.db, karim))
  }
  description = (await karim.get('/docs/openapi.json')).json as Description
  records = await readRecords(t.db)
}, 300_000)
afterAll(() => t.close())

/** Queries that calls require. */
const QUERIES: Record<string, string> = {
  '/api/ventes/{id}/documents/apercu': 'type=decompte',
  '/api/blocs/{id}/documents/apercu': 'type=attestation_avancement',
  '/api/documents/exemple': 'type=decompte',
  '/api/generate-pdf': 'bon_id=',
}
/** Calls that a secret of their own opens, or that ask which papers or dossiers; other tests read their files. */
const APART = [
  '/api/sauvegardes/{id}/fichier',
  '/api/suivi/recus/{recu}',
  '/api/suivi/logo',
  '/api/suivi/promoteur/logo',
  '/api/relances/lettres',
  '/api/blocs/{id}/stades/{stadeId}/appels/pdf',
]

/** Parameters that are a word, not the number of a record. */
const WORDS: Record<string, readonly string[]> = { rapport: ['encaissements', 'tva'] }

/** The types that a file call answered, of the newest records it is about. */
async function answered({ path }: Shape): Promise<string[]> {
  const parameter = /\{(\w+)\}/.exec(path)?.[1]
  const named = parameter === undefined ? [0] : WORDS[parameter]
  const ids = named ?? records.get(tableOf(path, parameter ?? '', records)) ?? []
  const asked = QUERIES[path] ?? ''
  const besides = asked.endsWith('=') ? `${asked}${records.get('bons')?.[0]}` : asked
  const types = new Set<string>()
  for (const id of ids) {
    const { statusCode, headers } = await karim.get(`${path.replace(/\{\w+\}/, String(id))}?${besides}`)
    if (statusCode === 200) types.add(String(headers['content-type']).split(';')[0] ?? '')
  }
  return [...types]
}

// spec: RE-82
it('every call that sends a file is described with the types it sends', async () => {
  const files = t.app.contracts.filter(({ contentType }) => contentType !== undefined)
  expect(files.length).toBeGreaterThan(30)
  for (const call of files) {
    const described = Object.keys(description.paths[call.path]?.['get']?.responses['200']?.content ?? {})
    expect([call.path, described]).not.toEqual([call.path, []])
    expect(described).not.toContain('application/octet-stream')
    if (APART.includes(call.path)) continue
    const types = await answered(call)
    expect([call.path, types.length]).not.toEqual([call.path, 0])
    expect([call.path, types.filter((type) => !described.includes(type))]).toEqual([call.path, []])
  }
}, 300_000)
