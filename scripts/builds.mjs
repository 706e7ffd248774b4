// The folder `dist`. Each build has a folder of its own below dist/.builds, which appears whole and is never written again;
// dist/current, dist/web and dist/server point into the one that the next start uses. A running server goes on reading its own,
// and browsers the screens they opened: a build that is no longer current stays for a week.
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

/** Known to server/http/screens.ts too. */
const BUILDS = join('dist', '.builds')
const CURRENT = join('dist', 'current')

const DAY = 86_400_000
/** Since it was replaced, or since a server that runs on it said so. */
const KEPT = 7 * DAY
/** Whoever works on the sources makes dozens a day: of those older than a day, no more than so many. */
const MANY = 20

/** What is unfinished or half removed begins so: no build does. */
const DRAFT = '.draft-'

/** The name of the build that is current and whole, or ''. */
export function currentBuild() {
  const whole = ['web/index.html', 'server/main.js'].every((file) => existsSync(join('dist', file)))
  return whole ? nameOfCurrent() : ''
}

/** A folder to build into, which `keep` gives its name. What a kill left half made or half removed goes. */
export function draftBuild() {
  mkdirSync(BUILDS, { recursive: true })
  for (const folder of ['dist', BUILDS])
    for (const name of readdirSync(folder).filter((entry) => entry.startsWith(DRAFT)))
      remove(join(folder, name))
  const draft = newDraft()
  mkdirSync(draft)
  return draft
}

/** The folder of a part (`web`, `server`) in a build that has it, by what the name of the build begins or ends with. */
export function findPart(/** @type {string} */ part, /** @type {(name: string) => boolean} */ wanted) {
  const name = findBuild(wanted)
  return name ? join(BUILDS, name, part) : null
}

/** @param {(name: string) => boolean} wanted */
export const findBuild = (wanted) => builds().find(wanted)

/** Makes a draft the build of that name, whole also after a power cut. @param {string} draft @param {string} name */
export function keep(draft, name) {
  for (const entry of readdirSync(draft, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) flush(join(entry.parentPath, entry.name))
  renameSync(draft, join(BUILDS, name))
}

/** Has the next start use that build. What runs on the former one goes on. @param {string} name */
export function makeCurrent(name) {
  const former = nameOfCurrent()
  if (former && former !== name) touch(join(BUILDS, former))
  point(CURRENT, join('.builds', name))
  for (const part of ['web', 'server']) point(join('dist', part), join('current', part))
}

/** Whether there are builds that nobody needs any more. */
export const hasExpired = () => expired().length > 0

/** Removes them; those of another account stay. */
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
    // A folder, as builds were kept before: it stays as long as any other.
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
    // Another account made it.
  }
}

/** @param {string} folder */
export function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // Another account made it.
  }
}

/** @param {string} file */
function flush(file) {
  const open = openSync(file, 'r+')
  fsyncSync(open)
  closeSync(open)
}
