import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { alone, OWN } from './alone.mjs'
import { remove } from './builds.mjs'
import { FAUTE_DE_MEMOIRE, isOutOfMemory } from './veille.mjs'

const LOCK = 'package-lock.json'
const TREE = 'node_modules/.package-lock.json'
const MODULES = 'node_modules'
const DRAFT = 'install-'
const STAMP = 'node_modules/.preparer/tree'

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean, devOptional?: boolean, peer?: boolean }} Entry
 */

/** Installs the dependencies of package-lock.json unless they are installed. */
export async function installIfNeeded() {
  if (!isInstalled()) await alone(async () => isInstalled() || (await install()))
}

/** npm works in a draft folder, so that a running server always finds its libraries, and a failure changes nothing. */
async function install() {
  console.log('Diyar : installation des dépendances…')
  for (const name of readdirSync(OWN).filter((entry) => entry.startsWith(DRAFT))) remove(join(OWN, name))
  const draft = mkdtempSync(join(OWN, DRAFT))
  const tree = join(draft, MODULES)
  try {
    for (const file of ['package.json', LOCK, '.npmrc'].filter((name) => existsSync(name)))
      copyFileSync(file, join(draft, file))
    await npmCi(draft)
    mkdirSync(tree, { recursive: true })
    if (!exchange(tree, join(draft, 'former'))) await installInPlace()
    stamp()
  } finally {
    remove(draft)
  }
}

/** @param {string} tree @param {string} former @returns {boolean} false where node_modules cannot be moved, as when it is a volume */
function exchange(tree, former) {
  const there = lstatSync(MODULES, { throwIfNoEntry: false }) !== undefined
  try {
    if (there) renameSync(MODULES, former)
  } catch (error) {
    if (!['EBUSY', 'EXDEV'].includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? '')) throw error
    return false
  }
  try {
    renameSync(tree, MODULES)
  } catch (error) {
    if (there) renameSync(former, MODULES)
    throw error
  }
  return true
}

async function installInPlace() {
  // Without this file a half-installed tree does not count as installed.
  rmSync(TREE, { force: true })
  await npmCi('.')
}

/** @param {string} folder */
async function npmCi(folder) {
  // npm_execpath is the npm that runs this script. `--include=dev` overrides NODE_ENV, because the screens are built here.
  const npm = process.env.npm_execpath
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund']
  const options = { cwd: folder, stdio: /** @type {const} */ ('inherit') }
  const child = npm
    ? spawn(process.execPath, [npm, ...args], options)
    : spawn('npm', args, { ...options, shell: process.platform === 'win32' })
  /** @type {string} */
  const reason = await new Promise((resolve, reject) => {
    child.once('error', (error) => resolve(` (${error.message})`))
    child.once('close', (code, signal) => {
      if (isOutOfMemory(code, signal)) reject(new Error(FAUTE_DE_MEMOIRE))
      else resolve(code === 0 ? '' : ' ')
    })
  })
  if (reason !== '')
    throw new Error(
      `l'installation des dépendances a échoué${reason.trimEnd()} : voyez le message de npm ci-dessus.`,
    )
}

function isInstalled() {
  if (!existsSync(TREE)) return false
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === state()) return true
  if (!treeMatchesLock()) return false
  stamp()
  return true
}

const state = () => createHash('sha256').update(readFileSync(LOCK)).update(readFileSync(TREE)).digest('hex')

function stamp() {
  mkdirSync('node_modules/.preparer', { recursive: true })
  writeFileSync(STAMP, state())
}

/** Compares a tree installed by hand with the lockfile; optional packages of other platforms may be absent. */
function treeMatchesLock() {
  const wanted = packagesOf(LOCK)
  const found = packagesOf(TREE)
  const differs = Object.entries(wanted).some(([path, entry]) => {
    if (path === '') return false
    const there = found[path]
    return there
      ? there.version !== entry.version || there.integrity !== entry.integrity
      : !(entry.optional || entry.devOptional || entry.peer)
  })
  return !differs && Object.keys(found).every((path) => path in wanted && existsSync(path))
}

/** @param {string} file @returns {Record<string, Entry>} */
const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages
