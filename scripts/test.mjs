// `npm test`: what is proven every day. `npm test -- --complet`: everything, in parts with `--part=2/4`; `--reste`: what that adds to the
// day's. `npm test -- paiements`: one noun. Every stage runs, whatever the ones before it say; the last line counts all tests.
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { binaryOf } from './binary.mjs'
import { untried } from './sent.mjs'

const REPORTS = 'test-results'
const VITEST = join(REPORTS, 'vitest.json')
const PLAYWRIGHT = join(REPORTS, 'playwright.json')
const DEAREST = 10
const BROKEN = 20

/** Where the tests of a noun are: a folder of features, or a part of the house that all nouns use. */
const NOUNS = new Map([
  ...readdirSync('features').map((name) => /** @type {const} */ ([name, join('features', name)])),
  ['kit', 'web'],
  ['server', 'server'],
  ['shared', 'shared'],
])

/** @typedef {{ title: string, package_: string, command: string, args: string[], env?: NodeJS.ProcessEnv }} Stage */

const { nouns, proof, part } = readWishes()

/** @type {Stage[]} */
const STYLE = [
  { title: 'types', package_: 'typescript', command: 'tsc', args: ['-b'] },
  ...(nouns.length > 0 || proof === 'reste' || (part && !part.startsWith('1/'))
    ? []
    : [
        {
          title: 'règles de style',
          package_: 'oxlint',
          command: 'oxlint',
          args: ['--type-aware', '--deny-warnings'],
        },
        { title: 'mise en forme', package_: 'oxfmt', command: 'oxfmt', args: ['--check'] },
      ]),
]
const shard = part ? [`--shard=${part}`] : []
/** @type {Stage[]} */
const TESTS = [
  {
    title: 'règles, appels et écrans',
    package_: 'vitest',
    command: 'vitest',
    args: [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${VITEST}`,
      ...nouns.map((noun) => resolve(NOUNS.get(noun) ?? noun) + '/'),
      ...shard,
    ],
    env: { PREUVE: proof },
  },
  {
    title: 'parcours dans le navigateur',
    package_: '@playwright/test',
    command: 'playwright',
    args: ['test', ...walked(), ...(nouns.length > 0 ? ['--pass-with-no-tests'] : []), ...shard],
  },
]

rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS)
/** @type {string[]} */
const failed = []
// The checks of style have a processor each; the tests need both.
const begun = STYLE.map((stage) => ({ stage, said: run(stage, 'pipe') }))
for (const { stage, said } of begun) tell(stage, await said)
for (const stage of TESTS) {
  console.log(`\n── ${stage.title}`)
  tell(stage, await run(stage, 'inherit'))
}
for (const level of levelsWithoutTests()) {
  console.error(`\nAucun test : ${level}`)
  failed.push(level)
}
if (nouns.length === 0 && !part && proof !== 'reste') {
  const changes = untried(read(VITEST)?.testResults ?? [])
  for (const change of changes) console.error(`\nEnvoyé par un écran, essayé par aucun appel : ${change}`)
  if (changes.length > 0) failed.push('envois des écrans')
}
if (failed.length > 0) console.error(`\nÉchec : ${failed.join(', ')}`)
tellDearest()
tellBroken()
const counts = [countVitest(), countPlaywright()]
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const broken = counts.reduce((sum, count) => sum + count.failed, 0)
const skipped = counts.reduce((sum, count) => sum + count.skipped, 0)
if (proof === 'jour') console.log('\nLe reste est prouvé par « npm test -- --complet ».')
console.log(`\n${passed} passed, ${broken} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
// A run without a passed test is a failure.
process.exitCode = failed.length > 0 || broken > 0 || passed === 0 ? 1 : 0

/** Reads from the command line which tests are to run. Ends the process where nobody can tell. */
function readWishes() {
  const { values, positionals } = readOptions()
  const unknown = positionals.filter((noun) => !NOUNS.has(noun))
  if (unknown.length > 0)
    refuse(`Inconnu : ${unknown.join(', ')}. Les noms : ${[...NOUNS.keys()].toSorted().join(', ')}`)
  if (values.part !== undefined && !/^[1-9]\d*\/[1-9]\d*$/.test(values.part))
    refuse('« --part » attend une part et leur nombre : --part=2/4')
  if (values.reste && (values.complet || positionals.length > 0))
    refuse('« --reste » va seul, ou avec « --part »')
  return {
    nouns: positionals,
    proof: values.reste ? 'reste' : values.complet ? 'complet' : 'jour',
    part: values.part,
  }
}

function readOptions() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        complet: { type: 'boolean', default: false },
        reste: { type: 'boolean', default: false },
        part: { type: 'string' },
      },
    })
  } catch {
    return refuse('Les options : --complet, --reste, --part=2/4')
  }
}

/** @param {string} sentence @returns {never} */
function refuse(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** Which journeys are walked: those of every day, of these nouns alone where some are named; all; or all but those of every day. */
function walked() {
  if (proof === 'complet') return []
  if (proof === 'reste') return ['--grep-invert=@jour']
  const ofNouns = nouns.map((noun) => `@${noun}(?![\\w-])`).join('|')
  return [`--grep=${ofNouns ? `(?=.*@jour)(?=.*(${ofNouns}))` : '@jour'}`]
}

/** @param {Stage} stage @param {'pipe' | 'inherit'} output @returns {Promise<{ succeeds: boolean, said: string }>} */
function run({ package_, command, args, env }, output) {
  return new Promise((done) => {
    const child = spawn(process.execPath, [binaryOf(package_, command), ...args], {
      stdio: ['inherit', output, output],
      env: { ...process.env, ...env },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (said += text))
    child.once('error', ({ message }) => done({ succeeds: false, said: `${said}${message}\n` }))
    child.once('close', (code) => done({ succeeds: code === 0, said }))
  })
}

/** @param {Stage} stage @param {{ succeeds: boolean, said: string }} outcome */
function tell({ title }, { succeeds, said }) {
  if (STYLE.some((stage) => stage.title === title)) console.log(`\n── ${title}`)
  if (said) process.stdout.write(said)
  if (!succeeds) failed.push(title)
}

/** The levels of which no test ran, in a run of everything. */
function levelsWithoutTests() {
  if (nouns.length > 0 || part) return []
  const files = /** @type {{ name: string }[]} */ (read(VITEST)?.testResults ?? []).map(({ name }) => name)
  return [
    ['règles et appels', files.some((name) => !name.includes('.screen.test.'))],
    ['écrans', proof === 'reste' || files.some((name) => name.includes('.screen.test.'))],
    ['parcours', countPlaywright().passed > 0],
  ].flatMap(([level, ran]) => (ran ? [] : [String(level)]))
}

function tellDearest() {
  /** @type {Map<string, number>} */
  const seconds = new Map()
  for (const { name, startTime, endTime } of read(VITEST)?.testResults ?? [])
    seconds.set(relative('.', name), (endTime - startTime) / 1000)
  for (const suite of read(PLAYWRIGHT)?.suites ?? [])
    seconds.set(join('e2e', suite.file), millisecondsOf(suite) / 1000)
  const dearest = [...seconds].toSorted(([, a], [, b]) => b - a).slice(0, DEAREST)
  console.log(
    `\n── les plus longs\n${dearest.map(([file, time]) => `${String(Math.round(time)).padStart(6)} s  ${file}`).join('\n')}`,
  )
}

/** Names last what failed, and how it begins to say why: the output before may be too long to be kept. */
function tellBroken() {
  const files = /** @type {any[]} */ (read(VITEST)?.testResults ?? []).filter(
    ({ status }) => status === 'failed',
  )
  const tests = files.flatMap(({ name, message, assertionResults }) => {
    const failing = assertionResults.filter((/** @type {any} */ { status }) => status === 'failed')
    const said = failing.map((/** @type {any} */ { fullName, failureMessages }) => [
      fullName,
      failureMessages[0],
    ])
    return (said.length > 0 ? said : [['ne se charge pas, ou une préparation échoue', message]]).map(
      (/** @type {string[]} */ [title, why]) => [`${relative('.', name)} › ${title}`, why],
    )
  })
  const journeys = (read(PLAYWRIGHT)?.suites ?? []).flatMap(brokenSpecs)
  const all = [...tests, ...journeys]
  if (all.length === 0) return
  console.error('\n── ce qui échoue')
  for (const [title, why] of all.slice(0, BROKEN))
    console.error(
      `${title}\n    ${String(why ?? '')
        .slice(0, 600)
        .replaceAll('\n', '\n    ')}`,
    )
}

/** @param {any} suite @returns {string[][]} */
function brokenSpecs({ file, specs = [], suites = [] }) {
  const failing = specs.filter((/** @type {any} */ { ok }) => !ok)
  return [
    ...failing.map((/** @type {any} */ { title, tests }) => [
      `${join('e2e', file)} › ${title}`,
      tests.flatMap((/** @type {any} */ { results }) => results).at(-1)?.error?.message ?? '',
    ]),
    ...suites.flatMap(brokenSpecs),
  ]
}

/** @param {any} suite @returns {number} */
function millisecondsOf({ specs = [], suites = [] }) {
  const own = specs.flatMap((/** @type {any} */ { tests }) =>
    tests.flatMap((/** @type {any} */ { results }) => results),
  )
  return [...own.map((/** @type {any} */ { duration }) => duration), ...suites.map(millisecondsOf)].reduce(
    (sum, time) => sum + time,
    0,
  )
}

function countVitest() {
  const report = read(VITEST)
  // A file that does not load counts as one failed test.
  const unloaded =
    report?.testResults?.filter(
      (/** @type {any} */ file) => file.status === 'failed' && file.assertionResults.length === 0,
    ).length ?? 0
  return {
    passed: report?.numPassedTests ?? 0,
    failed: (report?.numFailedTests ?? 0) + unloaded,
    skipped: report?.numPendingTests ?? 0,
  }
}

function countPlaywright() {
  const stats = read(PLAYWRIGHT)?.stats
  return {
    passed: stats?.expected ?? 0,
    failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
    skipped: stats?.skipped ?? 0,
  }
}

/** @param {string} file */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
