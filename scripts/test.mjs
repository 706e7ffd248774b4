// `npm test`: runs every check until one fails. The last line counts all tests.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { binaryOf } from './binary.mjs'

const REPORTS = 'test-results'
const VITEST = join(REPORTS, 'vitest.json')
const PLAYWRIGHT = join(REPORTS, 'playwright.json')

/** @type {[title: string, package_: string, command: string, args: string[]][]} */
const STAGES = [
  ['types', 'typescript', 'tsc', ['-b']],
  ['règles de style', 'oxlint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['mise en forme', 'oxfmt', 'oxfmt', ['--check']],
  [
    'tests du serveur et des règles',
    'vitest',
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${VITEST}`],
  ],
  ['parcours dans le navigateur', '@playwright/test', 'playwright', ['test']],
]

rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS)
const failed = STAGES.find((stage) => !succeeds(...stage))
if (failed) console.error(`\nÉchec : ${failed[0]}`)
const counts = [countVitest(), countPlaywright()]
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const broken = counts.reduce((sum, count) => sum + count.failed, 0)
const skipped = counts.reduce((sum, count) => sum + count.skipped, 0)
console.log(`\n${passed} passed, ${broken} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
// A run without a passed test is a failure.
process.exitCode = failed || broken > 0 || passed === 0 ? 1 : 0

/** @param {string} title @param {string} package_ @param {string} command @param {string[]} args */
function succeeds(title, package_, command, args) {
  console.log(`\n── ${title}`)
  const { status, error } = spawnSync(process.execPath, [binaryOf(package_, command), ...args], {
    stdio: 'inherit',
  })
  if (error) console.error(error.message)
  return status === 0
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
