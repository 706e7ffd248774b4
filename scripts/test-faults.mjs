// `npm run test:faults`: seeds each fault of seeded-faults.mjs into a copy of the sources, and prints which test fails. `npm run
// test:faults -- floats lock` takes the faults whose description holds one of these words.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { binaryOf } from './binary.mjs'
import { copyCheckout } from './checkout.mjs'
import { FAULTS } from './seeded-faults.mjs'

/** @typedef {import('./seeded-faults.mjs').Fault} Fault */
/** @typedef {{ loaded: boolean, passed: boolean, failed: string[] }} Outcome */

const words = process.argv.slice(2)
const faults = FAULTS.filter(({ fault }) => words.length === 0 || words.some((word) => fault.includes(word)))
const copy = mkdtempSync(join(tmpdir(), 'diyar-fautes-'))
try {
  copyCheckout(process.cwd(), copy)
  process.exitCode = run() && faults.length > 0 ? 0 : 1
} finally {
  rmSync(copy, { recursive: true, force: true })
}

function run() {
  const control = tests([...new Set(faults.map(({ caughtBy }) => caughtBy))])
  if (!control.passed) {
    console.error(`Sans aucune faute, ces tests échouent déjà :\n${control.failed.join('\n')}`)
    return false
  }
  const rows = faults.map((fault) => ({ fault, ...seed(fault) }))
  console.log('\n| seeded fault | caught by | which test |\n|---|---|---|')
  for (const { fault, caught, by } of rows)
    console.log(`| ${fault.fault} | ${caught ? `\`${fault.caughtBy}\`` : '**not caught**'} | ${by} |`)
  const caught = rows.filter((row) => row.caught).length
  console.log(`\n${caught} caught of ${rows.length}`)
  return caught === rows.length
}

/** @param {Fault} fault */
function seed({ fault, changes, caughtBy }) {
  const originals = new Map(changes.map(({ file }) => [file, readFileSync(file, 'utf8')]))
  const sown = new Map(originals)
  for (const { file, search, replace } of changes) {
    const text = sown.get(file) ?? ''
    if (text.split(search).length !== 2) throw new Error(`« ${fault} » n'a plus sa place dans ${file}`)
    sown.set(
      file,
      text.replace(search, () => replace),
    )
  }
  for (const [file, text] of sown) writeFileSync(join(copy, file), text)
  const { loaded, passed, failed } = tests([caughtBy])
  for (const [file, text] of originals) writeFileSync(join(copy, file), text)
  // A file that does not load says nothing about its tests.
  const caught = loaded && !passed
  const first = failed[0] ?? 'an error that no test expected ended the run'
  const by = caught ? first : loaded ? '' : 'the file did not load'
  console.log(`${caught ? '✓' : '✗'} ${fault} : ${by}`)
  return { caught, by }
}

/** Runs these files up to the first test that fails. @param {string[]} files @returns {Outcome} */
function tests(files) {
  const browser = files.filter((file) => file.endsWith('.spec.ts'))
  const others = files.filter((file) => !browser.includes(file))
  const outcomes = [
    ...(others.length > 0 ? [vitest(others)] : []),
    ...(browser.length > 0 ? [playwright(browser)] : []),
  ]
  return {
    loaded: outcomes.every(({ loaded }) => loaded),
    passed: outcomes.every(({ passed }) => passed),
    failed: outcomes.flatMap(({ failed }) => failed),
  }
}

/** @param {string[]} files @returns {Outcome} */
function vitest(files) {
  const { status, told } = report(
    'vitest',
    'vitest',
    ['run', ...files, '--reporter=json', '--maxWorkers=1', '--bail=1'],
    (file) => [`--outputFile.json=${file}`],
  )
  /** @type {{ title: string, status: string }[][]} */
  const all = told?.testResults.map((/** @type {any} */ { assertionResults }) => assertionResults) ?? []
  return {
    loaded: all.length === files.length && all.every((results) => results.length > 0),
    passed: status === 0,
    failed: all
      .flat()
      .filter((result) => result.status === 'failed')
      .map(({ title }) => title),
  }
}

/** Journeys run on the built product, so the copy is built first. @param {string[]} files @returns {Outcome} */
function playwright(files) {
  const built = spawnSync(process.execPath, [join('scripts', 'build.mjs')], { cwd: copy, stdio: 'ignore' })
  if (built.status !== 0) return { loaded: false, passed: false, failed: [] }
  const { status, told } = report('@playwright/test', 'playwright', [
    'test',
    ...files,
    '--reporter=json',
    '--workers=1',
    '--max-failures=1',
  ])
  return {
    loaded: (told?.suites.length ?? 0) > 0,
    passed: status === 0,
    failed: titlesOf(told?.suites ?? []),
  }
}

/** @param {any[]} suites @returns {string[]} titles of the failed tests */
function titlesOf(suites) {
  return suites.flatMap(({ suites: inner = [], specs = [] }) => [
    ...specs.filter((/** @type {any} */ { ok }) => !ok).map((/** @type {any} */ { title }) => title),
    ...titlesOf(inner),
  ])
}

/**
 * Runs a test runner in the copy and reads its JSON report.
 * @param {string} package_ @param {string} command @param {string[]} args @param {(file: string) => string[]} [naming]
 */
function report(package_, command, args, naming = () => []) {
  const file = join(copy, 'report.json')
  rmSync(file, { force: true })
  const { status } = spawnSync(process.execPath, [binaryOf(package_, command), ...args, ...naming(file)], {
    cwd: copy,
    stdio: 'ignore',
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  })
  return { status, told: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null }
}
