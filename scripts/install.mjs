import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'

const LOCK = 'package-lock.json'
/** What npm writes about the tree it installed. */
const TREE = 'node_modules/.package-lock.json'
const STAMP = 'node_modules/.preparer/tree'

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean, devOptional?: boolean, peer?: boolean }} Entry
 */

/** Installs what package-lock.json says, unless that is what is installed. */
export function installIfNeeded() {
  if (isInstalled()) return
  console.log('Diyar : installation des dépendances…')
  // The project's own npm when one runs us; --include=dev because the screens are built here, whatever NODE_ENV says.
  const npm = process.env.npm_execpath
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund']
  const { status, error } = npm
    ? spawnSync(process.execPath, [npm, ...args], { stdio: 'inherit' })
    : spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0)
    throw new Error(
      `l'installation des dépendances a échoué${error ? ` (${error.message})` : ''} : voyez le message de npm ci-dessus.`,
    )
  stamp()
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

/** Somebody installed by hand: is it the same? Packages for other platforms may be missing. */
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
