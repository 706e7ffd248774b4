import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown, type UserConfig } from 'vite'
import { nameChunks } from './build/chunks.ts'
import { ownPalette } from './build/plugins.ts'

/** Libraries of every screen, in a chunk that changes only with them. */
const framework = {
  name: 'framework',
  // The search alone asks several queries at once.
  test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|use-sync-external-store)[\\/](?!.*[qQ]ueries(Observer)?\.js$)/,
  priority: 2,
}

/** Build of the screens; `npm run dev` gives the server's address in DIYAR_SERVER. */
const screens = (groups: Rolldown.CodeSplittingGroup[]): UserConfig => ({
  plugins: [react(), ownPalette()],
  server: {
    host: '127.0.0.1',
    strictPort: true,
    proxy: Object.fromEntries(
      ['/backend/public', '/aide'].map((path) => [
        path,
        process.env['DIYAR_SERVER'] ?? 'http://127.0.0.1:3000',
      ]),
    ),
  },
  build: {
    // scripts/build.mjs names a new folder for each build.
    outDir: 'dist/trial',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    // An inlined icon or picture would need a wider content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false },
      output: { codeSplitting: { groups } },
    },
  },
})

export default defineConfig(async ({ command }) => {
  if (command !== 'build') return screens([])
  const name = await nameChunks(screens([framework]))
  return screens([framework, { name, priority: 1, includeDependenciesRecursively: false }])
})
