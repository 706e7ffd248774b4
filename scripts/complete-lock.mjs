// Run this when `npm ci` says "Missing … from lock file": npm leaves packages of other platforms out of package-lock.json if the registry
// lacks them, and then refuses the file. https://github.com/npm/cli/issues/9846, present in npm 11.16 to 12.0.2; its fix (npm/cli#9850) is
// in none of these. Once every npm of `engines` has it, the script and its test in supply.test.mjs can go.
import { readFileSync, writeFileSync } from 'node:fs'

const LOCK = 'package-lock.json'
const PLATFORM =
  /(android|darwin|linux|win32|freebsd|openharmony)-(arm64|arm|x64|ia32|ppc64|riscv64|s390x)(?:-(\w+))?$/

/** @typedef {{ version?: string, dev?: boolean, license?: string, engines?: object, optionalDependencies?: Record<string, string> }} Entry */

const lock = JSON.parse(readFileSync(LOCK, 'utf8'))
/** @type {Record<string, Entry>} */
const packages = lock.packages
/** @type {[string, Entry][]} */
const missing = Object.values(packages).flatMap((owner) =>
  Object.entries(owner.optionalDependencies ?? {})
    .filter(([name]) => !Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`)))
    .map(([name, version]) => [`node_modules/${name}`, entryOf(name, version, owner)]),
)
const complete = [...Object.entries(packages), ...missing].toSorted(([a], [b]) => (a < b ? -1 : 1))
writeFileSync(LOCK, `${JSON.stringify({ ...lock, packages: Object.fromEntries(complete) }, null, 2)}\n`)
console.log(`${missing.length} entrées ajoutées à ${LOCK}`)

/** @param {string} name @param {string} version @param {Entry} owner */
function entryOf(name, version, { dev, license, engines }) {
  const [, os, cpu, abi = ''] = PLATFORM.exec(name) ?? []
  if (!os || !cpu) throw new Error(`no platform in the name of ${name}`)
  const libc =
    os === 'linux' && (abi.startsWith('gnu') ? ['glibc'] : abi.startsWith('musl') ? ['musl'] : null)
  return {
    version,
    cpu: [cpu],
    ...(dev && { dev }),
    ...(libc && { libc }),
    license,
    optional: true,
    os: [os],
    ...(engines && { engines }),
  }
}
