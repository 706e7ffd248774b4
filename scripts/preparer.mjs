// Prepares the checkout, each step only if something has changed, then runs the program of an npm command:
// `node scripts/preparer.mjs [--tests] [program [arguments]]`; `--veiller` prepares alone, watched from outside. It begins before the dependencies are installed.
import { resolve } from 'node:path'
import { chdir } from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { runWatched } from './veille.mjs'

const NODE = [20, 19]
const PARENT = process.ppid
const SELF = fileURLToPath(import.meta.url)

const given = process.argv.slice(2)
const options = given[0] === '--tests' ? ['--tests'] : []
const [program, ...args] = given.slice(options.length)

chdir(fileURLToPath(new URL('..', import.meta.url)))
if (program === '--veiller') process.exitCode = runWatched([SELF])
else if (program) await run(program)
else await prepare()

/** Prepares in a process of its own, whose build takes hundreds of megabytes, then gives this one to the program. @param {string} file */
async function run(file) {
  const status = runWatched([SELF, ...options])
  process.exitCode = status
  // npm may have ended meanwhile, and its shell passes no signal on.
  if (status !== 0 || process.ppid !== PARENT) return
  const path = resolve(file)
  process.argv.splice(1, Infinity, path, ...args)
  await import(pathToFileURL(path).href)
}

async function prepare() {
  try {
    checkNode()
    const { installIfNeeded } = await import('./install.mjs')
    await installIfNeeded()
    const { buildIfNeeded } = await import('./build.mjs')
    await buildIfNeeded()
    if (options.includes('--tests')) {
      const { installProgramsIfNeeded } = await import('./programs.mjs')
      installProgramsIfNeeded()
    }
  } catch (error) {
    console.error(`Diyar : ${sentenceOf(error)}`)
    process.exitCode = 1
  }
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [wantedMajor = 0, wantedMinor = 0] = NODE
  if (major < wantedMajor || (major === wantedMajor && minor < wantedMinor)) {
    throw new Error(
      `il faut Node.js ${NODE.join('.')} ou plus récent (ici ${process.versions.node}) : voyez https://nodejs.org.`,
    )
  }
}

/** @param {unknown} error */
function sentenceOf(error) {
  const { code, message } =
    error instanceof Error
      ? /** @type {NodeJS.ErrnoException} */ (error)
      : { code: '', message: String(error) }
  const closed = code === 'EACCES' || code === 'EROFS' || code === 'EPERM'
  return closed
    ? `ce compte ne peut pas écrire dans le dossier du projet, où l'installation et la construction se font (${message}).`
    : message
}
