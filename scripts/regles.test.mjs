import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  areasOf,
  citedRequirements,
  citedRules,
  EXIGENCES,
  listedRules,
  readTexts,
  REGLES,
} from './regles.mjs'

const texts = readTexts('.')
const listed = listedRules(readFileSync(REGLES, 'utf8'))
const areas = areasOf(readFileSync(EXIGENCES, 'utf8'))

test('every rule that is cited has its line, every line is cited, once and in order', () => {
  const cited = new Map([...texts].flatMap(([path, text]) => citedRules(text).map((rule) => [rule, path])))
  const unknown = [...cited].filter(([rule]) => !listed.includes(rule))
  expect(unknown.map(([rule, path]) => `${path} cites ${rule}`)).toEqual([])
  expect(listed.filter((rule) => !cited.has(rule))).toEqual([])
  const byNumber = listed.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  expect(listed).toEqual(byNumber)
  expect(new Set(listed).size).toBe(listed.length)
})

test('every requirement that a test names is one of its area', () => {
  const named = [...texts].flatMap(([path, text]) =>
    citedRequirements(text).map((each) => ({ ...each, path })),
  )
  expect(named.length).toBeGreaterThan(500)
  const unknown = named.filter(({ area, number }) => number < 1 || number > (areas.get(area) ?? 0))
  expect(unknown.map(({ path, area, number }) => `${path} names ${area}-${number}`)).toEqual([])
})

test('citations are read as they are written', () => {
  expect(citedRules('(Q66–Q68, D2 §2.4, §5 and D1–D2 §9)')).toEqual([
    'Q66',
    'Q67',
    'Q68',
    'D2 §2.4',
    'D2 §5',
    'D1 §9',
    'D2 §9',
  ])
  expect(citedRequirements('// spec: LOC-41..LOC-43, APT-07')).toEqual([
    { area: 'LOC', number: 41 },
    { area: 'LOC', number: 42 },
    { area: 'LOC', number: 43 },
    { area: 'APT', number: 7 },
  ])
})
