import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDERS = ['bench', 'db', 'docs', 'e2e', 'features', 'scripts', 'server', 'shared', 'test', 'web']
const TEXT = /\.(ts|tsx|mjs|md|sql|css|typ|html)$/

export const REGLES = 'docs/regles.md'
export const EXIGENCES = 'docs/exigences.tsv'

/** Texts of the project that may cite a rule, by path. @param {string} root */
export function readTexts(root) {
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  // The examples in scripts/regles* are no citations.
  const cited = paths.filter(
    (path) => TEXT.test(path) && path !== REGLES && !path.startsWith('scripts/regles'),
  )
  return new Map(cited.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

/** Rules that a text cites: « Q66–Q69 » is four, « D2 §2.4, §5 » two, « D1–D3 §9 » three. @param {string} text */
export function citedRules(text) {
  const found = []
  for (const [, first, last = first] of text.matchAll(/\bQ([1-9]\d{0,2})(?:\s?[–-]\s?Q([1-9]\d{0,2}))?\b/g))
    for (let n = Number(first); n <= Number(last); n++) found.push(`Q${n}`)
  const sections = /\bD([1-3])(?:–D([1-3]))? (§\d(?:\.\d)?(?:(?:, | and )§\d(?:\.\d)?)*)/g
  for (const [, first, last = first, list = ''] of text.matchAll(sections))
    for (let n = Number(first); n <= Number(last); n++)
      for (const [section] of list.matchAll(/§\d(?:\.\d)?/g)) found.push(`D${n} ${section}`)
  return found
}

/** Rules that have a line in {@link REGLES}, in its order. @param {string} text */
export const listedRules = (text) =>
  [...text.matchAll(/^- \*\*(Q\d+|D\d §[\d.]+)\*\* \S/gm)].map(([, rule = '']) => rule)

/** Requirements that the `// spec:` lines of a text name: « LOC-41..LOC-44 » is four. @param {string} text */
export function citedRequirements(text) {
  const lines = [...text.matchAll(/\/\/ spec: (.*)$/gm)].map(([, line = '']) => line)
  return lines.flatMap((line) =>
    [...line.matchAll(/\b([A-Z]+)-(\d+)(?:\.\.\1-(\d+))?/g)].flatMap(([, area = '', first, last = first]) =>
      Array.from({ length: Number(last) - Number(first) + 1 }, (_, n) => ({
        area,
        number: Number(first) + n,
      })),
    ),
  )
}

/** Number of requirements of each area in {@link EXIGENCES}, numbered from 1. @param {string} text */
export const areasOf = (text) =>
  new Map(
    text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'))
      .map(([area = '', count]) => [area, Number(count)]),
  )
