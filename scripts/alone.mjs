// A lock lets one process at a time prepare a checkout, as a service and a nightly command may both find a build due.
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

/** Folder of the preparation; it lies outside `dist` and `node_modules`, which may be deleted at any time. */
export const OWN = '.preparer'
const LOCK = join(OWN, 'lock')

/** Milliseconds between two looks at a held lock, and between two signs of life of its holder. */
const LOOK = 100
const SIGN = 5_000
/** Milliseconds without a sign after which a holder on another container or host counts as gone. */
const SILENCE = 60_000

/** @typedef {{ place: string, pid: number, birth: string, key: string }} Holder */

/**
 * Runs `work` while no other process does so in this checkout; waits for its turn.
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
  /** Last change of the lock, timed by our clock only: the holder's clock may differ. */
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

/** Takes the lock by a hard link, so that its content appears at once. @param {string} mine */
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

/** Takes the lock on a file system without hard links. @param {string} mine */
function takeWithoutLinks(mine) {
  try {
    writeFileSync(LOCK, mine, { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  }
}

/** Removes the lock of a holder that is gone, and only that lock. @param {string} stale */
function breakLock(stale) {
  if (read() !== stale) return
  const aside = `${LOCK}-${randomUUID()}`
  try {
    renameSync(LOCK, aside)
    // Another process may have taken the lock since it was read; its lock is put back.
    if (readFileSync(aside, 'utf8') !== stale) linkSync(aside, LOCK)
  } catch {
    // Another process has removed the lock or taken it.
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
    // Somebody removed the lock by hand; the work goes on, in its own folders.
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
  // The number may now belong to a later process, perhaps since a restart of the machine.
  return now === birth ? 'on' : 'over'
}

/** @returns {Holder} */
const ourselves = () => ({
  place: placeOf(),
  pid: process.pid,
  birth: birthOf(process.pid),
  key: randomUUID(),
})

/** The machine or container in which a process number is valid. */
const placeOf = () => `${hostname()} ${quietly(() => readlinkSync('/proc/self/ns/pid'))}`

/** Start of a process, which tells it from a later one of the same number; '' where the system does not say. @param {number} pid */
function birthOf(pid) {
  const boot = quietly(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')).trim()
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
