import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown, type UserConfig } from 'vite'
import { nameChunks } from './vite.chunks.ts'
import { contractsWithoutSchemas } from './vite.contracts.ts'
import { ownPalette } from './vite.palette.ts'

/** What every screen runs on; it changes with its packages only. */
const framework = {
  name: 'framework',
  test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|use-sync-external-store)[\\/]/,
  priority: 2,
}

/** The screens. `npm run dev` gives the address of the server in DIYAR_SERVER. */
const screens = (groups: Rolldown.CodeSplittingGroup[]): UserConfig => ({
  plugins: [react(), contractsWithoutSchemas(), ownPalette()],
  server: {
    host: '127.0.0.1',
    strictPort: true,
    proxy: { '/backend/public': process.env['DIYAR_SERVER'] ?? 'http://127.0.0.1:3000' },
  },
  build: {
    // scripts/build.mjs names the folder of each build: none is ever written over.
    outDir: 'dist/trial',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    // An icon or a picture inside a script or a style sheet would need a wider content security policy.
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
