import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** A small checkout with the real scripts, whose server kills its own build, as a system without memory does. @type {string} */
let root
const write = (/** @type {string} */ name, /** @type {string} */ text) =>
  writeFileSync(join(root, name), text)

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'diyar-veille-'))
  for (const folder of ['scripts', 'build', 'web', 'server']) mkdirSync(join(root, folder))
  for (const name of readdirSync('scripts').filter((each) => !each.includes('.test.')))
    cpSync(join('scripts', name), join(root, 'scripts', name))
  write('package.json', '{ "type": "module" }')
  cpSync('package-lock.json', join(root, 'package-lock.json'))
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'), 'junction')
  write('index.html', '<script type="module" src="/web/main.js"></script>')
  write('web/main.js', "console.log('un')")
  write('server/main.js', "console.log('un')")
  write('vite.config.ts', 'export default {}')
  build('buildStart() { process.kill(process.pid, "SIGKILL") }')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const build = (/** @type {string} */ hook) =>
  write(
    'build/vite.server.config.ts',
    `export default { plugins: [{ name: 'control', ${hook} }], build: { ssr: true, rolldownOptions: { input: { main: 'server/main.js' } } } }`,
  )

/** @param {string[]} args */
function run(args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  return { status, told: `${stdout}${stderr}`.split('\n').filter((line) => line.includes('mémoire')) }
}

// spec: IN-37
test.each([
  [['scripts/preparer.mjs', '--veiller']],
  [['scripts/preparer.mjs', 'dist/server/main.js']],
  [['scripts/build.mjs']],
])('%j: one that the system kills, as for want of memory, is told in one sentence', (args) => {
  expect(run(args)).toEqual({
    status: 1,
    told: [
      expect.stringMatching(/^Diyar : l'installation ou la construction a été arrêtée.*1 Gio.*512 Mio\.$/),
    ],
  })
  // A build that fails by itself is no want of memory, and one that succeeds tells nothing.
  build('buildStart() { throw new Error("as asked") }')
  expect(run(args)).toEqual({ status: 1, told: [] })
  build('')
  expect(run(args)).toEqual({ status: 0, told: [] })
})
