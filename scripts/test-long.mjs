// `npm run test:long`: runs every file of test/long even after failures, then prints one table. `npm run test:long -- courses pannes` runs
// the files whose names hold one of these words.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { binaryOf } from './binary.mjs'

/** @typedef {{ what: string, count: number, failures: number, seed: number | null, seconds: number, note: string, told: string[] }} Row */

const FOLDER = join('test', 'long')
const REPORT = join('test-results', 'long.jsonl')

const words = process.argv.slice(2)
const files = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.long.ts'))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
  .toSorted()

mkdirSync('test-results', { recursive: true })
/** @type {Row[]} */
const rows = []
for (const name of files) rows.push(...run(name))
console.log(`\n${table(rows)}\n`)
for (const { what, told } of rows) for (const line of told) console.log(`✗ ${what} : ${line}`)
console.log(`version ${commit()}, charge ${loadNow()}, échelle ${process.env['LONG_SCALE'] ?? 1}`)
// A run of no check is a failure.
process.exitCode = rows.length === 0 || rows.some(({ failures }) => failures > 0) ? 1 : 0

/** Runs one file and returns its rows; a bad end without a failed row adds one. @param {string} name @returns {Row[]} */
function run(name) {
  console.log(`\n── ${name}`)
  writeFileSync(REPORT, '')
  const began = performance.now()
  const { status } = spawnSync(
    process.execPath,
    [binaryOf('vitest', 'vitest'), 'run', '-c', join(FOLDER, 'vitest.long.config.ts'), join(FOLDER, name)],
    { stdio: 'inherit', env: { ...process.env, LONG_REPORT: REPORT } },
  )
  /** @type {Row[]} */
  const written = readFileSync(REPORT, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  if (written.length > 0 && (status === 0 || written.some(({ failures }) => failures > 0))) return written
  const told = [`le fichier s'est terminé avec le code ${status}`]
  const seconds = (performance.now() - began) / 1000
  return [...written, { what: name, count: 0, failures: 1, seed: null, seconds, note: '', told }]
}

/** @param {Row[]} ran */
function table(ran) {
  const total = (/** @type {(row: Row) => number} */ of) => ran.reduce((sum, row) => sum + of(row), 0)
  const lines = [
    ['contrôle', 'nombre', 'échecs', 'graine', 'secondes', 'remarque'],
    ...ran.map(({ what, count, failures, seed, seconds, note }) => [
      what,
      count.toLocaleString('fr'),
      String(failures),
      String(seed ?? '–'),
      String(Math.round(seconds)),
      note,
    ]),
    [
      `${ran.length} contrôle${ran.length > 1 ? 's' : ''}`,
      '',
      String(total(({ failures }) => failures)),
      '',
      String(Math.round(total(({ seconds }) => seconds))),
      '',
    ],
  ]
  const widths = (lines[0] ?? []).map((_, at) => Math.max(...lines.map((cells) => (cells[at] ?? '').length)))
  const drawn = lines.map((cells) =>
    cells
      .map((cell, at) =>
        at === 0 || at === 5 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
  const rule = '─'.repeat(Math.min(120, Math.max(...drawn.map(({ length }) => length))))
  return [drawn[0], rule, ...drawn.slice(1, -1), rule, drawn.at(-1)].join('\n')
}

function commit() {
  const { stdout, status } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : 'inconnue'
}

function loadNow() {
  return loadavg()
    .map((load) => load.toLocaleString('fr', { maximumFractionDigits: 1 }))
    .join(' ')
}
