import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
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
import { fingerprint } from './fingerprint.mjs'

/**
 * @typedef {{ name: string, folder: string, config: string, sources: () => string, finish?: (folder: string) => Promise<void> }} Part
 */

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
          'vite.chunks.ts',
          'vite.contracts.ts',
          'vite.palette.ts',
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
    config: 'vite.server.config.ts',
    sources: () =>
      fingerprint(
        ['package-lock.json', 'vite.server.config.ts', 'server', 'db', 'bench', 'shared', 'features'],
        outside('web'),
      ),
  },
]

/** @param {string} folder */
const outside = (folder) => (/** @type {string} */ path) =>
  !path.split(/[\\/]/).includes(folder, 1) && !/\.test\.\w+$/.test(path)

/** The name of a build says what its two parts are made of; one that was made again also says when. */
const nameOfSources = () => PARTS.map(({ sources }) => sources().slice(0, 16)).join('-')

/** Builds the screens and the server, each only when what it is made of has changed since. */
export async function buildIfNeeded() {
  if (!isCurrent(nameOfSources())) await alone(async () => isCurrent(nameOfSources()) || (await build(false)))
  if (hasExpired()) await alone(async () => removeExpired()).catch(() => {})
}

const isCurrent = (/** @type {string} */ name) => currentBuild().startsWith(name)

/** @param {boolean} again also what there is already */
async function build(again) {
  for (;;) {
    const name = nameOfSources()
    const there = again ? undefined : findBuild((found) => found.startsWith(name))
    if (there) return makeCurrent(there)
    const draft = draftBuild()
    const asBefore = () => nameOfSources() === name
    try {
      await fill(draft, again ? [] : name.split('-'))
      // Of sources that changed meanwhile, as during a git pull, a build may hold one half and the other.
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

/** @param {string} draft @param {string[]} sources of each part, where a former build of it will do */
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

/**
 * Compresses ahead what the server sends as it is; fonts and pictures are compressed already.
 * @param {string} folder
 */
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

if (process.argv[1] === fileURLToPath(import.meta.url)) await alone(() => build(true))
