// @ts-check
/**
 * Each command of the build passes here before its own code is read: an older Node would fail on that code with a page of English, and
 * `--version` needs none of it. So this file uses nothing that Node 14 lacks.
 */
import { existsSync, readFileSync } from 'fs'
import { dirname, join } from 'path'
import { fileURLToPath } from 'url'

const MAJOR = 20
const MINOR = 19

/** @typedef {{ version: string, paquet?: { platform: string, arch: string, libc: string } }} Manifest */
/** @typedef {{ node: string, platform: string, arch: string, libc: string, databaseUrl: boolean }} Machine */

/** @param {() => Promise<unknown>} load the command itself */
export async function launch(load) {
  const manifest = readManifest(dirname(fileURLToPath(import.meta.url)))
  if (process.argv[2] === '--version') {
    console.log('Diyar ' + manifest.version)
    return
  }
  const refused = refusal(manifest, here(manifest))
  if (refused !== null) {
    console.error('Diyar : ' + refused)
    process.exitCode = 1
    return
  }
  await load()
}

/**
 * Why this machine cannot run what was built, as a French sentence; null when it can. An archive serves another system all the same when
 * it is given a database: only its PostgreSQL is of one system alone.
 * @param {Manifest} manifest @param {Machine} machine @returns {string | null}
 */
export function refusal(manifest, machine) {
  const [major = 0, minor = 0] = machine.node.split('.').map(Number)
  if (major < MAJOR || (major === MAJOR && minor < MINOR))
    return `il faut Node.js ${MAJOR}.${MINOR} ou plus récent (ici ${machine.node}) : voyez https://nodejs.org.`
  const { paquet } = manifest
  if (!paquet || machine.databaseUrl) return null
  const made = nameOf(paquet)
  const found = nameOf(machine)
  if (made === found) return null
  return `cette archive est celle de ${made}, et cette machine est ${found} : prenez l'archive de cette machine, ou donnez l'adresse d'un PostgreSQL 15 ou plus récent dans DATABASE_URL.`
}

/** @param {{ platform: string, arch: string, libc: string }} of */
const nameOf = ({ platform, arch, libc }) => `${platform}-${arch}${libc === 'musl' ? '-musl' : ''}`

/** @param {Manifest} manifest @returns {Machine} */
function here({ paquet }) {
  const { platform, arch, env, versions } = process
  // The report of the system takes a moment, so it is asked for only where an archive wants to know.
  const libc = paquet ? libcOf() : ''
  return { node: versions.node, platform, arch, libc, databaseUrl: Boolean(env['DATABASE_URL']) }
}

/** C library of this system: native programs of one do not run on the other. @returns {'glibc' | 'musl' | ''} */
export function libcOf() {
  if (process.platform !== 'linux') return ''
  /** @type {{ header?: { glibcVersionRuntime?: string } }} */
  const report = process.report ? Object(process.report.getReport()) : {}
  return report.header && report.header.glibcVersionRuntime ? 'glibc' : 'musl'
}

/** @param {string} folder @returns {Manifest} */
function readManifest(folder) {
  const file = join(folder, 'package.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  const parent = dirname(folder)
  if (parent === folder) throw new Error('no package.json above the code')
  return readManifest(parent)
}
