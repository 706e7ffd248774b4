import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const DAY = 86_400_000

/** A small checkout with the real scripts, whose builds and installations can be held and made to fail. @type {string} */
let root
/** @type {import('node:child_process').ChildProcess[]} */
let children = []

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'diyar-preparer-'))
  for (const folder of ['scripts', 'build', 'web', 'server', 'control']) mkdirSync(join(root, folder))
  for (const name of readdirSync('scripts').filter((each) => !each.includes('.test.')))
    cpSync(join('scripts', name), join(root, 'scripts', name))
  write('package.json', '{ "type": "module" }')
  cpSync('package-lock.json', join(root, 'package-lock.json'))
  write('index.html', '<script type="module" src="/web/main.js"></script>')
  write('web/main.js', "import('./late.js')")
  write('web/late.js', "console.log('un')")
  write('server/main.js', "console.log('un')")
  const config = (/** @type {string} */ name, /** @type {string} */ build) => `
    import { existsSync, writeFileSync } from 'node:fs'
    const at = (name) => existsSync('control/' + name)
    export default {
      plugins: [{
        name: 'control',
        async buildStart() {
          writeFileSync('control/${name}-' + process.pid, '')
          while (at('hold-${name}')) await new Promise((resolve) => setTimeout(resolve, 20))
        },
        // By now the files are there.
        closeBundle() { if (at('fail-${name}')) throw new Error('as asked') },
      }],
      build: ${build},
    }`
  write('vite.config.ts', config('web', '{ minify: false, modulePreload: false }'))
  write(
    'build/vite.server.config.ts',
    config('server', "{ ssr: true, rolldownOptions: { input: { main: 'server/main.js' } } }"),
  )
})

afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children = []
  rmSync(root, { recursive: true, force: true })
})

const write = (/** @type {string} */ name, /** @type {string} */ text) =>
  writeFileSync(join(root, name), text)
const at = (/** @type {string[]} */ ...names) => join(root, ...names)
const read = (/** @type {string} */ name) => readFileSync(at(name), 'utf8')
const has = (/** @type {string} */ name) => existsSync(at(name))
const list = (/** @type {string} */ name) => readdirSync(at(name))
const release = (/** @type {string} */ name) => rmSync(at('control', name))
const useDependencies = () => symlinkSync(resolve('node_modules'), at('node_modules'), 'junction')

/** @param {string[]} args @param {NodeJS.ProcessEnv} env */
function run(args = ['scripts/preparer.mjs'], env = process.env) {
  const child = spawn(process.execPath, args, { cwd: root, env })
  children.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (/** @type {Buffer} */ chunk) => (said += chunk.toString()))
  const ended = once(child, 'close').then(() => child.exitCode)
  const says = (/** @type {RegExp} */ sentence) =>
    vi.waitUntil(() => sentence.test(said), { timeout: 30_000 })
  return { child, ended, said: () => said, says }
}

const WAITS = /une autre préparation est en cours \(processus \d+\)/
const reaches = (/** @type {string} */ step) =>
  vi.waitUntil(
    () => list('control').some((name) => name.startsWith(`${step}-`) && !/^(hold|fail)/.test(name)),
    {
      timeout: 30_000,
    },
  )

/** The build that the next start uses, which must be whole; its late script is what tells versions apart. */
function currentScreens() {
  const named = /** @param {string} text */ (text) => [
    ...text.matchAll(/assets\/[\w.-]+\.js|late-[\w-]+\.js/g),
  ]
  const [main = ''] = named(read('dist/web/index.html')).map(([name]) => name)
  const late = list('dist/web/assets').find((name) => name.startsWith('late-')) ?? ''
  expect(read(`dist/web/${main}`)).toContain(late)
  expect(has('dist/server/main.js')).toBe(true)
  return { late, text: read(`dist/web/assets/${late}`) }
}

function expectNoLitter() {
  expect(list('.preparer')).toEqual([])
  expect(list('dist').toSorted()).toEqual(['.builds', 'current', 'server', 'web'])
  expect(list('dist/.builds').filter((name) => name.startsWith('.'))).toEqual([])
}

describe('builds', () => {
  beforeEach(useDependencies)

  test('two preparations at once: one builds, the other waits for it and finds all done', async () => {
    write('control/hold-web', '')
    const first = run()
    await reaches('web')
    const second = run()
    await second.says(WAITS)
    release('hold-web')
    expect([await first.ended, await second.ended, second.said()]).toEqual([
      0,
      0,
      expect.not.stringMatching(/construction/),
    ])
    expect(list('control')).toHaveLength(2)
    expect(currentScreens().text).toContain('un')
    expectNoLitter()
  })

  test('twenty that start in the same instant end well, and one of them builds', async () => {
    const all = Array.from({ length: 20 }, () => run())
    expect(await Promise.all(all.map(({ ended }) => ended))).toEqual(all.map(() => 0))
    expect(all.filter(({ said }) => said().includes('construction'))).toHaveLength(1)
    currentScreens()
    expectNoLitter()
  })

  test('a kill amid a build leaves the former one in use; whoever waits takes over, and nothing of it stays', async () => {
    expect(await run().ended).toBe(0)
    const former = currentScreens()
    write('web/late.js', "console.log('deux')")
    write('control/hold-server', '')
    for (const name of list('control').filter((each) => !each.startsWith('hold'))) release(name)
    write('server/main.js', "console.log('deux')")
    const killed = run()
    await reaches('server')
    const waiting = run()
    await waiting.says(WAITS)
    expect(currentScreens()).toEqual(former)
    killed.child.kill('SIGKILL')
    release('hold-server')
    expect(await waiting.ended).toBe(0)
    expect(currentScreens().text).toContain('deux')
    expectNoLitter()
  })

  test('a build that fails leaves the former one as it was, and is tried again', async () => {
    expect(await run().ended).toBe(0)
    const former = currentScreens()
    write('web/late.js', "console.log('deux')")
    for (const fails of ['fail-web', 'fail-server']) {
      write(`control/${fails}`, '')
      write('server/main.js', `console.log('${fails}')`)
      const failing = run()
      expect([await failing.ended, failing.said()]).toEqual([1, expect.stringContaining('as asked')])
      expect(currentScreens()).toEqual(former)
      expect(read('dist/server/main.js')).toContain('un')
      expectNoLitter()
      release(fails)
    }
    expect(await run().ended).toBe(0)
    expect(currentScreens().text).toContain('deux')
  })

  test('sources that change under a build are built again: a build is what its name says', async () => {
    write('control/hold-server', '')
    const building = run()
    await reaches('server')
    write('web/late.js', "console.log('deux')")
    release('hold-server')
    expect(await building.ended).toBe(0)
    expect(currentScreens().text).toContain('deux')
    const idle = run()
    expect([await idle.ended, idle.said()]).toEqual([0, ''])
  })

  test('a replaced build stays for a week from then on, however old it is; the current one stays', async () => {
    const date = (/** @type {string} */ name, /** @type {number} */ days) =>
      utimesSync(at('dist/.builds', name), new Date(), new Date(Date.now() - days * DAY))
    expect(await run().ended).toBe(0)
    const [first = ''] = list('dist/.builds')
    date(first, 90)
    expect(await run().ended).toBe(0)
    expect(list('dist/.builds')).toEqual([first])
    write('web/late.js', "console.log('deux')")
    expect(await run().ended).toBe(0)
    const [second = ''] = list('dist/.builds').filter((name) => name !== first)
    date(first, 6.9)
    date(second, 90)
    expect(await run().ended).toBe(0)
    expect(list('dist/.builds').toSorted()).toEqual([first, second].toSorted())
    date(first, 7.1)
    expect(await run().ended).toBe(0)
    expect(list('dist/.builds')).toEqual([second])
    currentScreens()
    expectNoLitter()
  })

  test('going back to former sources builds nothing; npm run build always does', async () => {
    expect(await run().ended).toBe(0)
    write('web/late.js', "console.log('deux')")
    const other = run()
    await other.ended
    expect(other.said()).toBe('Diyar : construction (écrans)…\n')
    write('web/late.js', "console.log('un')")
    const back = run()
    expect([await back.ended, back.said(), currentScreens().text]).toEqual([
      0,
      '',
      expect.stringContaining('un'),
    ])
    const again = run(['scripts/build.mjs'])
    await again.ended
    expect(again.said()).toBe('Diyar : construction (écrans)…\nDiyar : construction (serveur)…\n')
    const idle = run()
    expect([await idle.ended, idle.said()]).toEqual([0, ''])
    expectNoLitter()
  })

  test('a program runs once all is ready, with its arguments and its exit code; it does not after a failure', async () => {
    write('server/main.js', 'console.log(process.argv.slice(2).join()); process.exitCode = 3')
    const command = ['scripts/preparer.mjs', 'dist/server/main.js', 'un', '--deux']
    const first = run(command)
    expect([await first.ended, first.said()]).toEqual([
      3,
      expect.stringMatching(/construction[^]*un,--deux\n$/),
    ])
    write('control/fail-web', '')
    write('web/late.js', "console.log('deux')")
    const failing = run(command)
    expect([await failing.ended, failing.said()]).toEqual([1, expect.not.stringContaining('un,--deux')])
  })

  test('builds in plain folders, as they were kept before, make room and stay for a week', async () => {
    for (const name of ['web/assets', 'server']) mkdirSync(at('dist', name), { recursive: true })
    write('dist/web/assets/late-AAAAAAAA.js', '')
    expect(await run().ended).toBe(0)
    currentScreens()
    const kept = list('dist/.builds').filter((name) =>
      has(`dist/.builds/${name}/web/assets/late-AAAAAAAA.js`),
    )
    expect(kept).toHaveLength(1)
  })
})

describe('installations', () => {
  /** Stands for npm: it can be held, and fail half-way. */
  const NPM = `
    import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
    const control = process.env.CONTROL
    appendFileSync(control + '/calls', process.cwd() + '\\n')
    mkdirSync('node_modules/outil', { recursive: true })
    writeFileSync('node_modules/outil/half.js', '')
    writeFileSync(control + '/npm-' + process.pid, '')
    while (existsSync(control + '/hold-npm')) await new Promise((resolve) => setTimeout(resolve, 20))
    if (existsSync(control + '/fail-npm')) process.exit(1)
    writeFileSync('node_modules/outil/whole.js', '')
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
    writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: { 'node_modules/outil': packages['node_modules/outil'] } }))`
  const install = () =>
    run(
      ['--input-type=module', '--eval', "await (await import('./scripts/install.mjs')).installIfNeeded()"],
      { ...process.env, npm_execpath: at('npm.mjs'), CONTROL: at('control') },
    )
  const wanted = (/** @type {string} */ version) =>
    write('package-lock.json', JSON.stringify({ packages: { '': {}, 'node_modules/outil': { version } } }))
  const installed = () =>
    has('node_modules/outil/whole.js') &&
    JSON.parse(read('node_modules/.package-lock.json')).packages['node_modules/outil'].version
  const calls = () => read('control/calls').trim().split('\n').length
  const leavesNothing = () => expect(list('.preparer')).toEqual([])

  beforeEach(() => {
    write('npm.mjs', NPM)
    wanted('1.0.0')
  })

  test('two at once: one installs, the other waits for it and finds all done', async () => {
    write('control/hold-npm', '')
    const first = install()
    await reaches('npm')
    const second = install()
    await second.says(WAITS)
    release('hold-npm')
    expect([await first.ended, await second.ended, calls(), installed()]).toEqual([0, 0, 1, '1.0.0'])
    leavesNothing()
    expect([await install().ended, calls()]).toEqual([0, 1])
  })

  test('what was there stays whole until npm is done, when npm fails, and when all is killed', async () => {
    expect([await install().ended, installed()]).toEqual([0, '1.0.0'])
    release(list('control').find((name) => name.startsWith('npm-')) ?? '')
    wanted('2.0.0')
    write('control/fail-npm', '')
    expect([await install().ended, installed()]).toEqual([1, '1.0.0'])
    leavesNothing()
    release('fail-npm')
    release(list('control').find((name) => name.startsWith('npm-')) ?? '')

    write('control/hold-npm', '')
    const killed = install()
    await reaches('npm')
    expect(installed()).toBe('1.0.0')
    killed.child.kill('SIGKILL')
    const next = install()
    await vi.waitUntil(() => calls() === 4, { timeout: 30_000 })
    expect(installed()).toBe('1.0.0')
    release('hold-npm')
    expect([await killed.ended, await next.ended, installed()]).toEqual([null, 0, '2.0.0'])
    leavesNothing()
  })
})
