import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { alone } from './alone.mjs'
import {
  currentBuild,
  draftBuild,
  findBuild,
  findPart,
  hasExpired,
  keep,
  makeCurrent,
  remove,
  removeExpired,
} from './builds.mjs'
import { runWatched } from './veille.mjs'

/**
 * @typedef {{ name: string, folder: string, config: string, sources: () => string, finish?: (folder: string) => Promise<void> }} Part
 */

const SERVER = 'build/vite.server.config.ts'

/** @type {[Part, Part]} */
const PARTS = [
  {
    name: 'écrans',
    folder: 'web',
    config: 'vite.config.ts',
    sources: () =>
      fingerprint(
        [
          'package-lock.json',
          'vite.config.ts',
          'build/chunks.ts',
          'build/plugins.ts',
          'scripts/build.mjs',
          'index.html',
          'public',
          'web',
          'shared',
          'features',
        ],
        outside('server'),
      ),
    finish: (folder) => compressAll(join(folder, 'assets')),
  },
  {
    name: 'serveur',
    folder: 'server',
    config: SERVER,
    sources: () =>
      fingerprint(
        [
          'package-lock.json',
          SERVER,
          'build/guide.ts',
          'docs/guide',
          'CHANGELOG.md',
          'server',
          'db',
          'shared',
          'features',
        ],
        outside('web'),
      ),
  },
]

/** Filter of sources: leaves out tests, and the folder of that name below a top folder. @param {string} folder */
export const outside = (folder) => (/** @type {string} */ path) =>
  !path.split(/[\\/]/).includes(folder, 1) && !/\.test\.\w+$/.test(path)

/** SHA-256 of names and contents of existing paths. @param {string[]} paths @param {(path: string) => boolean} [wanted] filter of the files */
export function fingerprint(paths, wanted = () => true) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesOf).filter(wanted)) {
    const content = ifThere(() => readFileSync(path))
    if (content) hash.update(path).update('\0').update(content).update('\0')
  }
  return hash.digest('hex')
}

/** @param {string} path @returns {string[]} */
function filesOf(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return found ? [path] : []
  return (ifThere(() => readdirSync(path)) ?? []).toSorted().flatMap((name) => filesOf(join(path, name)))
}

/** @template T @param {() => T} look */
function ifThere(look) {
  try {
    return look()
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw error
  }
}

/** Fingerprints of the two parts; a build's name begins with it. */
const nameOfSources = () => PARTS.map(({ sources }) => sources().slice(0, 16)).join('-')

/** Builds the screens and the server if their sources have changed, and removes expired builds. */
export async function buildIfNeeded() {
  if (!isCurrent(nameOfSources())) await alone(async () => isCurrent(nameOfSources()) || (await build(false)))
  if (hasExpired()) await alone(async () => removeExpired()).catch(() => {})
}

const isCurrent = (/** @type {string} */ name) => currentBuild().startsWith(name)

/** @param {boolean} again build also an unchanged part */
async function build(again) {
  for (;;) {
    const name = nameOfSources()
    const there = again ? undefined : findBuild((found) => found.startsWith(name))
    if (there) return makeCurrent(there)
    const draft = draftBuild()
    const asBefore = () => nameOfSources() === name
    try {
      await fill(draft, again ? [] : name.split('-'))
      // Sources that changed during the build (a git pull) may be in it by half.
      if (!asBefore()) continue
      const kept = again ? `${name}-${Date.now().toString(36)}` : name
      keep(draft, kept)
      return makeCurrent(kept)
    } catch (error) {
      if (asBefore()) throw error
    } finally {
      remove(draft)
    }
  }
}

/** @param {string} draft @param {string[]} sources fingerprint of each part that a former build may provide */
async function fill(draft, sources) {
  for (const [at, { name, folder, config, finish }] of PARTS.entries()) {
    const into = join(draft, folder)
    const former = findPart(folder, (found) => found.split('-')[at] === sources[at])
    if (former) cpSync(former, into, { recursive: true })
    else {
      console.log(`Diyar : construction (${name})…`)
      const vite = await import('vite')
      await vite.build({ configFile: config, logLevel: 'warn', build: { outDir: into } })
      await finish?.(into)
    }
  }
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** @param {string} folder */
async function compressAll(folder) {
  const files = readdirSync(folder)
    .filter((name) => /\.(js|css|svg)$/.test(name))
    .map((name) => join(folder, name))
  await Promise.all(files.map(compress))
}

/** @param {string} file */
async function compress(file) {
  const bytes = readFileSync(file)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const compressed = {
    br: await brotli(bytes, { params }),
    gz: await gzipped(bytes, { level: constants.Z_BEST_COMPRESSION }),
  }
  for (const [ending, smaller] of Object.entries(compressed))
    if (smaller.length < bytes.length) writeFileSync(`${file}.${ending}`, smaller)
}

const SELF = fileURLToPath(import.meta.url)
if (process.argv[1] === SELF) {
  if (process.argv[2] === '--ici') await alone(() => build(true))
  else process.exitCode = runWatched([SELF, '--ici'])
}
