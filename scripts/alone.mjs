// One preparation of a checkout at a time: a service and a nightly command may both find that a build is due.
// Node.js alone, as it runs before anything is installed.
import { randomUUID } from 'node:crypto'
import {
  linkSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** What preparations keep for themselves; outside `dist` and `node_modules`, which may be deleted at any time. */
export const OWN = '.preparer'
const LOCK = join(OWN, 'lock')

/** Milliseconds between two looks at a lock that is held, and between two signs of life of whoever holds it. */
const LOOK = 100
const SIGN = 5_000
/** A holder that this machine cannot see (another container, another host) is gone when it gave no sign for so long. */
const SILENCE = 60_000

/** @typedef {{ place: string, pid: number, birth: string, key: string }} Holder */

/**
 * Does a work while no other process does one in this checkout; waits for its turn.
 * @template T
 * @param {() => Promise<T>} work
 * @param {number} [silence] milliseconds, for tests
 */
export async function alone(work, silence = SILENCE) {
  mkdirSync(OWN, { recursive: true })
  const mine = JSON.stringify(ourselves())
  await take(mine, silence)
  const signs = setInterval(() => sign(mine), SIGN)
  try {
    return await work()
  } finally {
    clearInterval(signs)
    if (read() === mine) rmSync(LOCK, { force: true })
  }
}

/** @param {string} mine @param {number} silence */
async function take(mine, silence) {
  let told = false
  /** The lock as it was when it last changed, and when we saw that: no clock but ours counts. */
  let seen = { state: '', at: performance.now() }
  while (!tryTake(mine)) {
    const text = read()
    const state = `${text} ${changedAt()}`
    if (state !== seen.state) seen = { state, at: performance.now() }
    const holder = parse(text)
    const life = holder ? lifeOf(holder) : 'unknown'
    if (text !== null && (life === 'over' || (life === 'unknown' && performance.now() - seen.at > silence)))
      breakLock(text)
    else {
      if (!told && holder)
        console.log(`Diyar : une autre préparation est en cours (processus ${holder.pid}) : attente…`)
      told ||= holder !== null
      await delay(LOOK)
    }
  }
}

/** The lock appears whole or not at all, whoever looks. @param {string} mine */
function tryTake(mine) {
  if (read() !== null) return false
  const draft = `${LOCK}-${randomUUID()}`
  writeFileSync(draft, mine)
  try {
    linkSync(draft, LOCK)
    return true
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code === 'EEXIST') return false
    return takeWithoutLinks(mine)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** On a file system without hard links. @param {string} mine */
function takeWithoutLinks(mine) {
  try {
    writeFileSync(LOCK, mine, { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  }
}

/** Takes away the lock of a holder that is gone, and only that one. @param {string} stale */
function breakLock(stale) {
  if (read() !== stale) return
  const aside = `${LOCK}-${randomUUID()}`
  try {
    renameSync(LOCK, aside)
    // Another one was faster, and this is its lock.
    if (readFileSync(aside, 'utf8') !== stale) linkSync(aside, LOCK)
  } catch {
    // Somebody else has taken it away, or taken it.
  }
  rmSync(aside, { force: true })
}

/** @param {string} mine */
function sign(mine) {
  if (read() !== mine) return
  const now = new Date()
  try {
    utimesSync(LOCK, now, now)
  } catch {
    // Taken away by hand: the work goes on, in folders of its own.
  }
}

/** @param {Holder} holder @returns {'on' | 'over' | 'unknown'} */
function lifeOf({ place, pid, birth }) {
  if (place !== placeOf()) return 'unknown'
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH') return 'over'
  }
  const now = birthOf(pid)
  if (!birth || !now) return 'unknown'
  // A process that was given the number of one that has ended, perhaps before the machine started again.
  return now === birth ? 'on' : 'over'
}

/** @returns {Holder} */
const ourselves = () => ({
  place: placeOf(),
  pid: process.pid,
  birth: birthOf(process.pid),
  key: randomUUID(),
})

/** Where a process number means something: a machine, or a container on it. */
const placeOf = () => `${hostname()} ${quietly(() => readlinkSync('/proc/self/ns/pid'))}`

/** Tells a process from a later one of the same number; empty where the system does not say. @param {number} pid */
function birthOf(pid) {
  const boot = quietly(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')).trim()
  // The name in brackets may hold spaces and brackets; the start is the twentieth field after it.
  const start = quietly(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
    .split(') ')
    .at(-1)
    ?.split(' ')[19]
  return start ? `${boot} ${start}` : ''
}

/** @param {() => string} look */
function quietly(look) {
  try {
    return look()
  } catch {
    return ''
  }
}

/** @returns {string | null} */
function read() {
  try {
    return readFileSync(LOCK, 'utf8')
  } catch {
    return null
  }
}

const changedAt = () => statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** @param {string | null} text @returns {Holder | null} */
function parse(text) {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return null
  }
}
