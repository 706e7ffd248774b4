import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractsWithoutSchemas } from './vite.contracts.ts'

/** The screens. `npm run dev` gives the address of the server in DIYAR_SERVER. */
export default defineConfig({
  plugins: [react(), contractsWithoutSchemas()],
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
      output: {
        codeSplitting: {
          // Only what every screen runs on. Whatever else two screens share stays in chunks of its own: one common
          // chunk would make the sign-in screen load the calendar and the form library.
          groups: [
            {
              name: 'framework',
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|use-sync-external-store)[\\/]/,
              priority: 2,
            },
          ],
        },
      },
    },
  },
})
