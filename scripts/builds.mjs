// A build in dist/.builds appears whole and is never written again; dist/current, dist/web and dist/server link to the build that the next
// start uses. A running server reads its own build on, so a former build stays for a week.
import { randomUUID } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  fsyncSync,
  closeSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { basename, join } from 'node:path'

/** server/http/screens.ts knows this path too. */
const BUILDS = join('dist', '.builds')
const CURRENT = join('dist', 'current')

const DAY = 86_400_000
/** A former build stays this long after it was replaced or touched by a server that runs on it. */
const KEPT = 7 * DAY
/** Work on the sources makes dozens of builds a day: only the twenty newest former builds outlive a day. */
const MANY = 20

/** Names of unfinished or half-removed builds begin with this. */
const DRAFT = '.draft-'

/** Name of the current build if it is whole, else ''. */
export function currentBuild() {
  const whole = ['web/index.html', 'server/main.js'].every((file) => existsSync(join('dist', file)))
  return whole ? nameOfCurrent() : ''
}

/** Makes a folder to build into, which `keep` names, and removes what a killed build left. */
export function draftBuild() {
  mkdirSync(BUILDS, { recursive: true })
  for (const folder of ['dist', BUILDS])
    for (const name of readdirSync(folder).filter((entry) => entry.startsWith(DRAFT)))
      remove(join(folder, name))
  const draft = newDraft()
  mkdirSync(draft)
  return draft
}

/** Folder of a part (`web`, `server`) in the first build whose name is wanted, or null. */
export function findPart(/** @type {string} */ part, /** @type {(name: string) => boolean} */ wanted) {
  const name = findBuild(wanted)
  return name ? join(BUILDS, name, part) : null
}

/** @param {(name: string) => boolean} wanted */
export const findBuild = (wanted) => builds().find(wanted)

/** Names a finished draft; the flush makes it whole also after a power cut. @param {string} draft @param {string} name */
export function keep(draft, name) {
  for (const entry of readdirSync(draft, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) flush(join(entry.parentPath, entry.name))
  renameSync(draft, join(BUILDS, name))
}

/** Makes the next start use that build; a server that runs on the former one goes on. @param {string} name */
export function makeCurrent(name) {
  const former = nameOfCurrent()
  if (former && former !== name) touch(join(BUILDS, former))
  point(CURRENT, join('.builds', name))
  for (const part of ['web', 'server']) point(join('dist', part), join('current', part))
}

export const hasExpired = () => expired().length > 0

/** Removes the expired builds; a build of another account stays. */
export function removeExpired() {
  for (const name of expired()) {
    const aside = newDraft()
    try {
      renameSync(join(BUILDS, name), aside)
    } catch {
      continue
    }
    remove(aside)
  }
}

function expired() {
  const now = Date.now()
  const current = nameOfCurrent()
  const former = builds()
    .filter((name) => name !== current)
    .map((name) => ({
      name,
      age: now - (statSync(join(BUILDS, name), { throwIfNoEntry: false })?.mtimeMs ?? now),
    }))
    .toSorted((a, b) => a.age - b.age)
  return former.filter(({ age }, at) => age > KEPT || (at >= MANY && age > DAY)).map(({ name }) => name)
}

const builds = () => (existsSync(BUILDS) ? readdirSync(BUILDS).filter((name) => !name.startsWith(DRAFT)) : [])

const newDraft = () => join(BUILDS, `${DRAFT}${randomUUID()}`)

function nameOfCurrent() {
  try {
    const name = basename(readlinkSync(CURRENT))
    return builds().includes(name) ? name : ''
  } catch {
    return ''
  }
}

/** @param {string} link @param {string} target */
function point(link, target) {
  const there = lstatSync(link, { throwIfNoEntry: false })
  if (there?.isSymbolicLink() && readlinkSync(link) === target) return
  if (there && !there.isSymbolicLink()) {
    // An earlier version had a folder here; it becomes a former build.
    const former = join(BUILDS, `before-${randomUUID()}`)
    mkdirSync(former)
    renameSync(link, join(former, basename(link)))
  }
  const draft = join('dist', `${DRAFT}${randomUUID()}`)
  symlinkSync(target, draft, 'junction')
  renameSync(draft, link)
}

/** @param {string} folder */
function touch(folder) {
  const now = new Date()
  try {
    utimesSync(folder, now, now)
  } catch {
    // Another account owns the build.
  }
}

/** @param {string} folder */
export function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // Another account owns the folder.
  }
}

/** @param {string} file */
function flush(file) {
  const open = openSync(file, 'r+')
  fsyncSync(open)
  closeSync(open)
}
