import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { fingerprint } from './fingerprint.mjs'

/** @typedef {{ name: string, config: string, built: string, sources: () => string, finish?: () => Promise<void> }} Part */

/** @type {Part[]} */
const PARTS = [
  {
    name: 'écrans',
    config: 'vite.config.ts',
    built: 'dist/web/index.html',
    sources: () =>
      fingerprint(
        ['package-lock.json', 'vite.config.ts', 'index.html', 'public', 'web', 'shared', 'features'],
        outside('server'),
      ),
    finish: () => compressAll('dist/web/assets'),
  },
  {
    name: 'serveur',
    config: 'vite.server.config.ts',
    built: 'dist/server/main.js',
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

/** @param {Part} part */
const stampOf = ({ config }) => join('dist', '.preparer', config)

/** Tells `npm start` that dist/server is what the sources make. */
export const SERVER_STAMP = 'dist/.preparer/vite.server.config.ts'

/** Builds the screens and the server, each only when what it is made of has changed since. */
export async function buildIfNeeded() {
  for (const part of PARTS) {
    const sources = part.sources()
    const current =
      existsSync(part.built) && existsSync(stampOf(part)) && readFileSync(stampOf(part), 'utf8') === sources
    if (!current) await build(part, sources)
  }
}

/** @param {Part} part @param {string} sources */
async function build(part, sources) {
  console.log(`Diyar : construction (${part.name})…`)
  // A build that fails half-way leaves no stamp, so that the next start builds again.
  rmSync(stampOf(part), { force: true })
  const vite = await import('vite')
  await vite.build({ configFile: part.config, logLevel: 'warn' })
  await part.finish?.()
  mkdirSync(join('dist', '.preparer'), { recursive: true })
  writeFileSync(stampOf(part), sources)
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
  await Promise.all(files.filter((file) => statSync(file).size > 1024).map(compress))
}

/** @param {string} file */
async function compress(file) {
  const bytes = readFileSync(file)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  writeFileSync(`${file}.br`, await brotli(bytes, { params }))
  writeFileSync(`${file}.gz`, await gzipped(bytes, { level: constants.Z_BEST_COMPRESSION }))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const part of PARTS) await build(part, part.sources())
}
