// What `npm start` and `npm test` need before they can run: a recent Node.js, the dependencies, a build, and for the tests a browser.
// Each is done only when something has changed, so that a second start goes straight to the product.
// It runs before anything is installed: Node.js alone, no dependency.
import { chdir } from 'node:process'
import { fileURLToPath } from 'node:url'

const NODE = [20, 19]

chdir(fileURLToPath(new URL('..', import.meta.url)))
try {
  checkNode()
  const { installIfNeeded } = await import('./install.mjs')
  await installIfNeeded()
  const { buildIfNeeded } = await import('./build.mjs')
  await buildIfNeeded()
  if (process.argv.includes('--tests')) {
    const { installChromiumIfNeeded } = await import('./chromium.mjs')
    installChromiumIfNeeded()
  }
} catch (error) {
  console.error(`Diyar : ${sentenceOf(error)}`)
  process.exitCode = 1
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
