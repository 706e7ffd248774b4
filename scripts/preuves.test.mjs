import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { untried } from './sent.mjs'

/** Path of the ledger of proofs that were made cheaper: it names the present proof of each title of a journey (docs/tests.md). */
const LEDGER = 'docs/preuves.tsv'
const LEVELS = ['parcours', 'écran', 'appel', 'règle', 'matrice']

const rows = readFileSync(LEDGER, 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))

/** @type {Map<string, string[]>} */
const namesOf = new Map()

/** The texts of a file that can name a test, those of tests left out excepted. @param {string} file @returns {string[]} */
function names(file) {
  let found = namesOf.get(file)
  if (!found) {
    const texts = readFileSync(file, 'utf8').matchAll(
      /(\.(?:skip|fixme)\(\s*)?(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g,
    )
    found = [...texts]
      .filter(([, left]) => !left)
      .map(([, , single, double, template]) => single ?? double ?? template ?? '')
    namesOf.set(file, found)
  }
  return found
}

/** A name as a pattern: what is filled in when the test runs may be anything. @param {string} name */
function patternOf(name) {
  const parts = name.replaceAll(/\\(.)/g, '$1').split(/\$\{[^}]*\}|\$[a-z][\w.]*|%[a-zA-Z]/u)
  return parts.join('').length < 3
    ? null
    : new RegExp(`^${parts.map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('.*')}$`, 'u')
}

/** Returns why « file › title » is no proof, or nothing. @param {string} proof */
function fault(proof) {
  const [file = '', ...titles] = proof.split(' › ')
  if (!existsSync(file)) return `${file} is not there`
  if (titles.length === 0) return `${proof} names no test`
  const patterns = names(file).flatMap((name) => patternOf(name) ?? [])
  const literal = new Set(names(file).map((name) => name.replaceAll(/\\(.)/g, '$1')))
  return titles
    .filter((title) => !literal.has(title) && !patterns.some((pattern) => pattern.test(title)))
    .map((title) => `${file} has no test « ${title} »`)
    .join(', ')
}

// spec: PV-04
test('each title of a journey leads to tests that are there, at a level there is', () => {
  expect(rows.length).toBeGreaterThanOrEqual(656)
  const wrong = rows.flatMap(([journey, title, level, proof = '', seen = '', ...more]) => {
    const faults = proof.split(' ; ').map(fault).filter(Boolean)
    if (!LEVELS.includes(level ?? '')) faults.push(`level ${level}`)
    if (level !== 'parcours' && (!seen || seen === 'not yet'))
      faults.push('no fault was seen by what proves it now')
    if (more.length > 0) faults.push('more than five columns')
    return faults.map((each) => `${journey} › ${title}: ${each}`)
  })
  expect(wrong).toEqual([])
  const once = new Set(rows.map(([journey, title]) => `${journey} › ${title}`))
  expect(once.size).toBe(rows.length)
})

test('each journey has its row', () => {
  const journeys = readdirSync('e2e', { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.spec.ts'))
  const known = new Set(
    rows.flatMap(([, , , proof = '']) => proof.split(' ; ').map((each) => each.split(' › ')[0])),
  )
  expect(journeys.filter((file) => !known.has(`e2e/${file}`))).toEqual([])
})

test('a proof that is not there, or is left out, is told', () => {
  expect(fault('e2e/nowhere.spec.ts › a title')).toBe('e2e/nowhere.spec.ts is not there')
  expect(fault('scripts/preuves.test.mjs › no such test')).toContain('has no test')
  expect(fault('scripts/preuves.test.mjs › a proof that is not there, or is left out, is told')).toBe('')
  expect(fault('scripts/preuves.test.mjs')).toContain('names no test')
  expect(patternOf('the last page of %j is ${said}')?.test('the last page of {} is 4')).toBe(true)
  expect(patternOf('$address')).toBe(null)
})

// spec: PV-07
test('a change that a screen sends, and of which no call is tried with these fields, is told', () => {
  const ran = (/** @type {string} */ name, /** @type {string[]} */ ...sent) => ({
    name,
    assertionResults: [{ title: 'a title', status: 'passed', meta: { sent } }],
  })
  const screen = ran('a.screen.test.tsx', 'POST /api/blocs nomloc residence_id')
  expect(untried([screen, ran('blocs.test.ts', 'POST /api/blocs nomloc residence_id')])).toEqual([])
  expect(untried([screen, ran('blocs.test.ts', 'POST /api/blocs nomloc')])).toEqual([
    'POST /api/blocs nomloc residence_id (a.screen.test.tsx › a title)',
  ])
})
