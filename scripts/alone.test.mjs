import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** @type {string} */
let root
/** @type {import('node:child_process').ChildProcess[]} */
let children = []

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'diyar-seul-'))
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children = []
  rmSync(root, { recursive: true, force: true })
})

const lock = () => join(root, '.preparer', 'lock')

/** A process that takes its turn and does `work`. */
function turn(work = '', silence = 60_000) {
  const module = JSON.stringify(pathToFileURL(resolve('scripts/alone.mjs')))
  const code = `import { appendFileSync, existsSync } from 'node:fs'
    const { alone } = await import(${module})
    await alone(async () => { console.log('in'); ${work} }, ${silence})`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], { cwd: root })
  children.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (/** @type {Buffer} */ chunk) => (said += chunk.toString()))
  return {
    child,
    ended: once(child, 'close').then(() => child.exitCode),
    said: () => said,
    says: (/** @type {string} */ text) => vi.waitUntil(() => said.includes(text), { timeout: 30_000 }),
  }
}

/** Leaves a lock as a holder would. @param {object} changes */
async function leaveLock(changes) {
  const holder = turn('await new Promise(() => setInterval(() => {}, 1000))')
  await holder.says('in')
  const left = JSON.parse(readFileSync(lock(), 'utf8'))
  holder.child.kill('SIGKILL')
  await holder.ended
  writeFileSync(lock(), JSON.stringify({ ...left, ...changes }))
}

test('twelve at once take turns', async () => {
  const work = `appendFileSync('turns', '<'); await new Promise((done) => setTimeout(done, 5)); appendFileSync('turns', '>')`
  const all = Array.from({ length: 12 }, () => turn(work))
  expect(await Promise.all(all.map(({ ended }) => ended))).toEqual(all.map(() => 0))
  expect(readFileSync(join(root, 'turns'), 'utf8')).toBe('<>'.repeat(12))
  expect(existsSync(lock())).toBe(false)
})

test('the turn of a process that was killed is taken at once, by one of those who wait', async () => {
  await leaveLock({})
  const work = `appendFileSync('turns', '<'); await new Promise((done) => setTimeout(done, 5)); appendFileSync('turns', '>')`
  const all = Array.from({ length: 6 }, () => turn(work))
  expect(await Promise.all(all.map(({ ended }) => ended))).toEqual(all.map(() => 0))
  expect(readFileSync(join(root, 'turns'), 'utf8')).toBe('<>'.repeat(6))
  expect(all.some(({ said }) => said().includes('attente') && !said().includes('in'))).toBe(false)
})

test.runIf(process.platform === 'linux')(
  'so is that of one whose number another process has now, as after the machine has started again',
  async () => {
    await leaveLock({ pid: process.pid })
    expect(await turn().ended).toBe(0)
  },
)

test('a living one is waited for', async () => {
  const holder = turn(`while (!existsSync('go')) await new Promise((done) => setTimeout(done, 10))`)
  await holder.says('in')
  const waiting = turn('', 1)
  await waiting.says(`une autre préparation est en cours (processus ${holder.child.pid}) : attente…`)
  expect(waiting.said()).not.toContain('in\n')
  writeFileSync(join(root, 'go'), '')
  expect([await holder.ended, await waiting.ended]).toEqual([0, 0])
})

test('one of another machine or container is gone when it gave no sign for a while', async () => {
  await leaveLock({ place: `another-${hostname()}` })
  const waiting = turn('', 300)
  expect(await waiting.ended).toBe(0)
  expect(waiting.said()).toMatch(/attente…\nin\n/)
})

test('so is one that cannot be read', async () => {
  mkdirSync(join(root, '.preparer'))
  writeFileSync(lock(), '')
  expect(await turn('', 300).ended).toBe(0)
})

test('what fails gives its turn back', async () => {
  const failing = turn(`throw new Error('as asked')`)
  expect([await failing.ended, existsSync(lock())]).toEqual([1, false])
})
